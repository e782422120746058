// The only place that opens a company's private key: for one signature or one connection, then its bytes are zeroed.
import { createPrivateKey } from 'node:crypto'
import { createSecureContext, type SecureContext } from 'node:tls'
import { formatInstant } from '#domain/days.ts'
import { fail } from '#server/base/fail.ts'
import type { Db } from '#server/db/query.ts'
import type { Signer } from '#server/fiscal/sign.ts'
import { type Envelope, openSecret, SecretLost, sealSecret } from '#server/kernel/envelope.ts'
import { inCompany } from '#server/kernel/in-company.ts'
import { findLiveKey, type LiveKey } from './rows.ts'

export const contextOf = (companyId: string, certificateId: string): string => `${companyId}|${certificateId}`

const SEPARATOR = '\n\0\n'

export function sealCertificate(
  secret: Uint8Array,
  companyId: string,
  certificateId: string,
  opened: { private_key: string; chain: readonly string[] },
): Envelope {
  const plain = Buffer.from([opened.private_key, ...opened.chain].join(SEPARATOR))
  try {
    return sealSecret(secret, contextOf(companyId, certificateId), plain)
  } finally {
    plain.fill(0)
  }
}

/** Lends the company's key to `sign`. Refuses with `certificate.required` without one, `certificate.expired` past its days, `certificate.lost`. */
export const withSigner = <T>(db: Db, secret: Uint8Array, companyId: string, now: number, sign: (signer: Signer) => T): Promise<T> =>
  lend(db, secret, companyId, now, (key, [certificate = '']) => sign({ key: createPrivateKey(key), certificate }))

/**
 * Presents a company by its certificate in one connection of mutual TLS; refuses as `withSigner` does. `roots` (PEM) are whom it believes
 * the server by.
 */
export const presenting =
  ({ db: jobsDb, secret, now }: { db: Db; secret: Uint8Array; now(): number }) =>
  (companyId: string, roots: readonly string[]): Promise<SecureContext> =>
    inCompany({ jobsDb }, companyId, db =>
      lend(db, secret, companyId, now(), (key, chain) => createSecureContext({ key, cert: chain.join('\n'), ca: [...roots] })),
    )

function openLive(secret: Uint8Array, companyId: string, live: LiveKey): Buffer {
  try {
    return openSecret(secret, contextOf(companyId, live.certificate_id), live)
  } catch (error) {
    throw error instanceof SecretLost ? fail('certificate.lost') : error
  }
}

async function lend<T>(
  db: Db,
  secret: Uint8Array,
  companyId: string,
  now: number,
  use: (key: Buffer, chain: readonly string[]) => T,
): Promise<T> {
  const live = await findLiveKey(db, companyId)
  if (!live) throw fail('certificate.required')
  if (Date.parse(live.valid_to) <= now) throw fail('certificate.expired', { data: formatInstant(live.valid_to) })
  const plain = openLive(secret, companyId, live)
  try {
    const end = plain.indexOf(SEPARATOR)
    const chain = plain
      .subarray(end + SEPARATOR.length)
      .toString()
      .split(SEPARATOR)
    return use(plain.subarray(0, end), chain)
  } finally {
    plain.fill(0)
  }
}
