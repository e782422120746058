// What hinders a company from issuing a kind of note, each with what leads out of it. Pure over what the server told.

import { useReading } from '#client/data/queries.ts'
import { useCompanyId } from '#client/surfaces/where.ts'
import type { CommandId } from '#commands/index.ts'
import { type Certificate, certificates } from '#contract/certificates.ts'
import { type Company, companies } from '#contract/companies.ts'
import { type InvoiceIssuance, invoiceSettings } from '#contract/fiscal-documents.ts'
import { formatDay } from '#domain/days.ts'
import { INVOICE_KIND_LABELS, type InvoiceKind } from '#domain/fiscal/codes.ts'
import { formatCount } from '#domain/text.ts'

export type CheckState = 'done' | 'missing' | 'advice'

export interface Check {
  id: 'registration' | 'municipal' | 'issuance' | 'address' | 'signature' | 'limit' | 'capture'
  state: CheckState
  title: string
  text: string
  /** The command that leads to where it is put right. */
  command: CommandId | undefined
}

export interface Facts {
  company: Pick<Company, 'state_registration' | 'municipal_registration'>
  settings: Pick<InvoiceIssuance, 'active' | 'address' | 'authentication_method' | 'portal_login' | 'capture_active' | 'usage'>
  certificate: Pick<Certificate, 'status' | 'valid_to' | 'days_left'> | null
}

const ADDRESS_PARTS = ['street', 'number', 'neighborhood', 'city', 'city_code', 'state', 'postal_code'] as const

const dayOf = (instant: string): string => formatDay(instant.slice(0, 10))

function signature({ settings, certificate }: Facts, kind: InvoiceKind): Check {
  if (kind === 'SERVICE' && settings.authentication_method === 'PORTAL') {
    const known = settings.portal_login !== null
    return {
      id: 'signature',
      state: known ? 'done' : 'missing',
      title: 'Acesso ao portal da prefeitura ou nacional',
      text: known ? `Usuário ${settings.portal_login}.` : 'Informe o usuário e a senha do portal.',
      command: 'invoice.setup',
    }
  }
  const check = { id: 'signature', title: 'Certificado digital', command: 'invoice.certificate' } as const
  const absent = { ...check, state: 'missing', command: 'certificate.upload' } as const
  if (certificate === null) return { ...absent, text: 'A empresa ainda não tem certificado A1.' }
  if (certificate.status === 'EXPIRED') return { ...absent, text: `Venceu em ${dayOf(certificate.valid_to)}.` }
  if (certificate.status === 'EXPIRING')
    return {
      ...check,
      state: 'advice',
      text: `Vence em ${dayOf(certificate.valid_to)}: ${certificate.days_left === 1 ? 'falta 1 dia' : `faltam ${certificate.days_left} dias`}.`,
    }
  return { ...check, state: 'done', text: `Válido até ${dayOf(certificate.valid_to)}.` }
}

function registration({ company }: Facts, kind: InvoiceKind): Check {
  if (kind === 'SERVICE') {
    const number = company.municipal_registration
    return {
      id: 'municipal',
      state: number ? 'done' : 'advice',
      title: 'Inscrição municipal',
      text: number ? `Inscrição ${number}.` : 'Muitas prefeituras recusam a nota sem ela.',
      command: 'invoice.registration',
    }
  }
  const number = company.state_registration
  return {
    id: 'registration',
    state: number ? 'done' : 'missing',
    title: 'Inscrição estadual',
    text: number ? `Inscrição ${number}.` : 'Sem ela não se emite NF-e nem NFC-e.',
    command: 'invoice.registration',
  }
}

/** The checklist, in the order in which it is worked through. */
export function checksOf(facts: Facts, kinds: readonly InvoiceKind[]): readonly Check[] {
  const { settings } = facts
  const [kind = 'SERVICE'] = kinds
  const off = kinds.filter(one => !settings.active.includes(one))
  const names = (some: readonly InvoiceKind[]) => some.map(one => INVOICE_KIND_LABELS[one]).join(' e ')
  const hasAddress = ADDRESS_PARTS.every(part => settings.address?.[part])
  const { usage } = settings
  return [
    registration(facts, kind),
    {
      id: 'address',
      state: hasAddress ? 'done' : 'missing',
      title: 'Endereço do emitente',
      text: hasAddress
        ? [settings.address?.street, settings.address?.number, settings.address?.city, settings.address?.state].filter(Boolean).join(', ')
        : 'A nota leva o endereço completo da empresa.',
      command: 'invoice.setup',
    },
    {
      id: 'issuance',
      state: off.length === 0 ? 'done' : off.length === kinds.length ? 'missing' : 'advice',
      title: 'Emissão das notas',
      text: off.length === 0 ? `${names(kinds)} ligada${kinds.length > 1 ? 's' : ''}.` : `Falta ativar ${names(off)}.`,
      command: 'invoice.setup',
    },
    signature(facts, kind),
    {
      id: 'limit',
      state: usage.reached ? 'missing' : 'done',
      title: 'Limite do mês',
      text: `${formatCount(usage.issued)} de ${formatCount(usage.limit)} notas.`,
      command: kind === 'SERVICE' ? 'service-invoice.limit' : 'product-invoice.limit',
    },
    {
      id: 'capture',
      state: settings.capture_active ? 'done' : 'advice',
      title: 'Captura das notas recebidas',
      text: settings.capture_active ? 'Ligada.' : 'Opcional: as notas dos fornecedores entram sozinhas.',
      command: 'invoice.capture',
    },
  ]
}

export function useIssuingFacts(): {
  facts: Facts | undefined
  settings: InvoiceIssuance | undefined
  failed: Error | null
  retry(): void
} {
  const params = { c: useCompanyId() }
  const settings = useReading(invoiceSettings.get, { params })
  const company = useReading(companies.profile, { params })
  const certificate = useReading(certificates.get, { params })
  const all = [settings, company, certificate]
  return {
    settings: settings.data,
    facts:
      settings.data && company.data && certificate.data !== undefined
        ? { settings: settings.data, company: company.data, certificate: certificate.data }
        : undefined,
    failed: all.find(one => one.error)?.error ?? null,
    retry: () => {
      for (const one of all) if (one.isError) void one.refetch()
    },
  }
}

/** What is missing, those that one command puts right together. Empty until known, and for who may not see the settings. */
export function useObstacles(kind: InvoiceKind): readonly (readonly [Check, ...Check[]])[] {
  const { facts } = useIssuingFacts()
  const missing = facts ? checksOf(facts, [kind]).filter(check => check.state === 'missing') : []
  const firsts = missing.filter(({ command }, at) => missing.findIndex(one => one.command === command) === at)
  return firsts.map(first => [first, ...missing.filter(one => one !== first && one.command === first.command)] as const)
}

/** Undefined until known, and for who may not see the settings: the server has the last word anyway. */
export function useReadiness(kind: InvoiceKind): { missing: number; reached: boolean } | undefined {
  const { facts } = useIssuingFacts()
  return (
    facts && { missing: checksOf(facts, [kind]).filter(check => check.state === 'missing').length, reached: facts.settings.usage.reached }
  )
}
