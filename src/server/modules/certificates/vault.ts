// The only place that opens a company's private key: for one signature or one connection, then its bytes are zeroed.
import { createPrivateKey, type KeyObject } from 'node:crypto'
import { createSecureContext, type SecureContext } from 'node:tls'
import { dayInSaoPaulo, formatDay } from '#domain/days.ts'
import type { Db } from '../../db/query.ts'
import { type Envelope, openSecret, sealSecret } from '../../kernel/envelope.ts'
import { fail } from '../../kernel/fail.ts'
import { findLiveKey } from './rows.ts'

export interface Signer {
  key: KeyObject
  /** The holder's certificate, PEM. */
  certificate: string
}

const contextOf = (companyId: string, certificateId: string): string => `${companyId}|${certificateId}`

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

/** Lends the company's key to `sign`. Refuses with `certificate.required` without one, `certificate.expired` past its days. */
export const withSigner = <T>(db: Db, secret: Uint8Array, companyId: string, now: number, sign: (signer: Signer) => T): Promise<T> =>
  lend(db, secret, companyId, now, (key, [certificate = '']) => sign({ key: createPrivateKey(key), certificate }))

/** What one connection of mutual TLS presents the company by; refuses as `withSigner` does. `roots` (PEM) are whom it believes the server by. */
export const secureContextOf = (
  db: Db,
  secret: Uint8Array,
  companyId: string,
  now: number,
  roots: readonly string[],
): Promise<SecureContext> =>
  lend(db, secret, companyId, now, (key, chain) => createSecureContext({ key, cert: chain.join('\n'), ca: [...roots] }))

async function lend<T>(
  db: Db,
  secret: Uint8Array,
  companyId: string,
  now: number,
  use: (key: Buffer, chain: readonly string[]) => T,
): Promise<T> {
  const live = await findLiveKey(db, companyId)
  if (!live) throw fail('certificate.required')
  if (Date.parse(live.valid_to) <= now) throw fail('certificate.expired', { data: formatDay(dayInSaoPaulo(Date.parse(live.valid_to))) })
  const plain = openSecret(secret, contextOf(companyId, live.certificate_id), live)
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
