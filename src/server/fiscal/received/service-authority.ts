// Who may sign a service note: the national issuer, or the city where it was issued, each told by the name ICP-Brasil gave it.
import { getMunicipalityByCode } from '@brazilian-utils/brazilian-utils'
import type { Doubt } from '#domain/fiscal/note-checks.ts'
import type { Holder } from '#server/base/certificates.ts'

const NATIONAL = /(^|\.)nfse\.gov\.br$/
const CITY = /^(MUNICIPIO|PREFEITURA|PREFEITURA MUNICIPAL|PREFEITURA DO MUNICIPIO) D[EOA] /

/** `city` is an IBGE code. */
export function authorityDoubt(holder: Holder, city: string): Doubt | undefined {
  if (holder.hosts.some(host => NATIONAL.test(host))) return undefined
  const name = plainName(getMunicipalityByCode(city)?.name ?? '')
  const signer = plainName(holder.name)
  return name !== '' && CITY.test(signer) && signer.replace(CITY, '') === name ? undefined : 'authority_unknown'
}

const plainName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim()
