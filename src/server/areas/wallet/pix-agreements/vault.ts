// The means of speaking with a bank: sealed for the two addresses they were given for, so that they are never shown to another.
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { formatInstant } from '#domain/days.ts'
import type { PixBank } from '#server/adapters/pix-api/bank.ts'
import { PixDenied } from '#server/adapters/pix-api/client.ts'
import { fail } from '#server/base/fail.ts'
import { type Envelope, openSecret, SecretLost, sealSecret } from '#server/kernel/envelope.ts'
import { inCompany } from '#server/kernel/in-company.ts'
import type { Services } from '#server/kernel/services.ts'
import { parsePfx } from '#server/parsers/parser.ts'
import { findCredentials } from './rows.ts'

interface Means {
  client_secret: string
  private_key: string
  certificate: string
}

interface Place {
  company_id: string
  id: string
  base_url: string
  token_url: string
}

export const contextOf = ({ company_id, id, base_url, token_url }: Place): string => `${company_id}|pix|${id}|${base_url}|${token_url}`

export function sealMeans(secret: Uint8Array, place: Place, means: Means): Envelope {
  const plain = Buffer.from(JSON.stringify(means))
  try {
    return sealSecret(secret, contextOf(place), plain)
  } finally {
    plain.fill(0)
  }
}

/** The bank of the agreement; undefined while it has no credentials for its addresses. Throws `PixDenied` when they do not open any more. */
export async function bankOf(services: Services, companyId: string, id: string): Promise<PixBank | undefined> {
  const kept = await inCompany(services, companyId, db => findCredentials(db, companyId, id))
  if (!kept) return undefined
  const { client_id, base_url, token_url } = kept
  const plain = openMeans(services.secret, { company_id: companyId, id, base_url, token_url }, kept)
  try {
    const means: Means = JSON.parse(plain.toString())
    return services.pixApi({ client_id, base_url, token_url, ...means })
  } finally {
    plain.fill(0)
  }
}

function openMeans(secret: Uint8Array, place: Place, kept: Envelope): Buffer {
  try {
    return openSecret(secret, contextOf(place), kept)
  } catch (error) {
    throw error instanceof SecretLost ? new PixDenied('lost') : error
  }
}

/** The client certificate of a file; refuses one that does not open, has no key of its own, or has ended. */
export async function readIdentity(bytes: Uint8Array, password: string, now: number) {
  const { private_key, chain } = isPem(bytes) ? readPem(bytes, password) : await readPfx(bytes, password)
  const [leaf = ''] = chain
  const valid_to = Date.parse(new X509Certificate(leaf).validTo)
  const certificate_valid_to = new Date(valid_to).toISOString()
  if (valid_to <= now) throw fail('certificate.expired', { data: formatInstant(certificate_valid_to) })
  return { private_key, certificate: chain.join('\n'), certificate_valid_to }
}

const isPem = (bytes: Uint8Array): boolean => Buffer.from(bytes).includes('-----BEGIN ')

async function readPfx(bytes: Uint8Array, password: string) {
  const opened = await parsePfx(bytes, password)
  if ('refused' in opened) throw fail(opened.refused === 'password' ? 'certificate.password_wrong' : 'certificate.unreadable')
  return opened
}

function readPem(bytes: Uint8Array, passphrase: string) {
  const text = Buffer.from(bytes).toString()
  const chain = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  const [sealedKey] = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]+?-----END [A-Z ]*PRIVATE KEY-----/.exec(text) ?? []
  try {
    const key = createPrivateKey({ key: sealedKey ?? '', passphrase })
    if (!new X509Certificate(chain[0] ?? '').checkPrivateKey(key)) throw new Error('another key')
    return { private_key: key.export({ type: 'pkcs8', format: 'pem' }).toString(), chain }
  } catch {
    throw fail('certificate.unreadable')
  }
}
