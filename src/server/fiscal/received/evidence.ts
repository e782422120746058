// What a signature proves: that its certificate comes from ICP-Brasil, held on the day, and is of whoever had to sign.
import { X509Certificate } from 'node:crypto'
import type { Doubt } from '#domain/fiscal/note-checks.ts'
import { commonName, type Holder, holderOf, isInDays, isTrusted } from '#server/base/certificates.ts'
import type { Evidence, SignedPart, Signer, Trust } from './types.ts'

export interface Asked {
  part: SignedPart
  trust: Trust
  /** Milliseconds: when the content says it was signed. */
  at: number
  /** Why this holder was not the one to sign; undefined when it was. */
  whyNot(holder: Holder): Doubt | undefined
  /** What the content itself leaves in doubt. */
  doubts: readonly (Doubt | undefined | false)[]
}

export function evidenceOf({ part, trust, at, whyNot, doubts }: Asked): Evidence {
  const certificate = part.certificate
  const holder = certificate && holderOf(certificate)
  const found =
    'doubt' in part
      ? [part.doubt]
      : [isInDays(part.certificate, at) ? undefined : 'certificate_outdated', chainDoubt(part, trust, at), holder && whyNot(holder)]
  const all = [...found, ...doubts].filter((each): each is Doubt => typeof each === 'string')
  return {
    state: all.length === 0 ? 'VERIFIED' : 'UNVERIFIED',
    doubts: [...new Set<Doubt>(all)],
    signer: certificate && holder ? signerOf(certificate, holder) : null,
  }
}

function chainDoubt({ certificate, others }: Exclude<SignedPart, { doubt: Doubt }>, trust: Trust, at: number): Doubt | undefined {
  const anchors = trust.anchors.map(pem => new X509Certificate(pem))
  if (!certificate.ca && isTrusted(certificate, others, anchors, at)) return undefined
  return trust.hasRoots ? 'chain_untrusted' : 'roots_missing'
}

const signerOf = (certificate: X509Certificate, { name, document }: Holder): Signer => ({
  name: name.slice(0, 200),
  document,
  authority: commonName(certificate.issuer).slice(0, 200),
})

/** A company's certificate serves all its branches: one root of CNPJ. A person's serves the CPF. */
export const isOf = (holder: Holder, document: string | null): boolean =>
  holder.document !== null &&
  document !== null &&
  (document.length === 14
    ? holder.document.slice(0, 8) === document.slice(0, 8) && holder.document.length === 14
    : holder.document === document)
