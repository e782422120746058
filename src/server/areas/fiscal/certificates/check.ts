// Whether an opened certificate may sign for a company: its chain, its days and the CNPJ inside, each refusal with its own id.
import { X509Certificate } from 'node:crypto'
import { dayInSaoPaulo, formatDay } from '#domain/days.ts'
import { formatDocument } from '#domain/documents.ts'
import { commonName, isTrusted } from '#server/base/certificates.ts'
import { fail, refuse } from '#server/base/fail.ts'
import type { OpenedPfx } from '#server/parsers/open-pfx.ts'
import type { NewCertificate } from './rows.ts'

export interface CheckedCertificate extends Omit<NewCertificate, 'id'> {
  private_key: string
  chain: string[]
}

/** `document_number` is the company's CNPJ: a certificate of the same eight-character root serves its branches. */
export function checkCertificate(
  opened: OpenedPfx,
  company: { document_number: string },
  anchors: readonly string[],
  now: number,
): CheckedCertificate {
  if ('refused' in opened) throw fail(opened.refused === 'password' ? 'certificate.password_wrong' : 'certificate.unreadable')
  const [leaf, ...others] = opened.chain.map(pem => new X509Certificate(pem)) as [X509Certificate, ...X509Certificate[]]
  const from = Date.parse(leaf.validFrom)
  const to = Date.parse(leaf.validTo)
  if (to <= now) throw fail('certificate.expired', { data: day(to) })
  if (from > now) throw refuse('certificate.expired', `Só vale a partir de ${day(from)}.`)
  const cnpj = opened.document_number
  if (cnpj?.slice(0, 8) !== company.document_number.slice(0, 8)) {
    throw fail('certificate.wrong_company', { cnpj: cnpj === null ? 'outro documento' : `outro CNPJ: ${formatDocument(cnpj)}` })
  }
  if (
    leaf.ca ||
    !isTrusted(
      leaf,
      others,
      anchors.map(pem => new X509Certificate(pem)),
      now,
    )
  )
    throw fail('certificate.untrusted')
  return {
    private_key: opened.private_key,
    chain: opened.chain,
    document_number: cnpj,
    name: commonName(leaf.subject).split(':')[0] ?? '',
    issuer: commonName(leaf.issuer),
    serial_number: leaf.serialNumber,
    fingerprint: leaf.fingerprint256.replaceAll(':', '').toLowerCase(),
    valid_from: new Date(from).toISOString(),
    valid_to: new Date(to).toISOString(),
  }
}

const day = (instant: number): string => formatDay(dayInSaoPaulo(instant))
