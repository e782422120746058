// The life of a slip registered by file, of a remessa, and of what is asked of the bank.

import { formatDay } from '../days.ts'
import { formatCents } from '../money.ts'
import { labels } from '../open-table.ts'
import { changesProblem } from './agreement.ts'
import type { ChangeKind, MovementKind } from './layouts/layout.ts'
import type { OccurrenceMeaning } from './occurrences.ts'

export const BANK_SLIP_STATUSES = ['WAITING', 'REGISTERED', 'REFUSED', 'PAID', 'WRITTEN_OFF'] as const
export type BankSlipStatus = (typeof BANK_SLIP_STATUSES)[number]
export const BANK_SLIP_STATUS_LABELS = labels<BankSlipStatus>({
  WAITING: 'Aguardando registro',
  REGISTERED: 'Registrado',
  REFUSED: 'Recusado pelo banco',
  PAID: 'Pago',
  WRITTEN_OFF: 'Baixado',
})

/** A draft is what waits for the next file of an agreement: it becomes a record once the file is made. */
export const REMITTANCE_STATUSES = ['DRAFT', 'GENERATED', 'SENT', 'ANSWERED', 'REFUSED'] as const
export type RemittanceStatus = (typeof REMITTANCE_STATUSES)[number]
export const REMITTANCE_STATUS_LABELS = labels<RemittanceStatus>({
  DRAFT: 'Rascunho',
  GENERATED: 'Arquivo pronto',
  SENT: 'Enviada',
  ANSWERED: 'Respondida',
  REFUSED: 'Recusada pelo banco',
})

export const MOVEMENT_STATUSES = ['WAITING', 'DONE', 'REFUSED'] as const
export type MovementStatus = (typeof MOVEMENT_STATUSES)[number]
export const MOVEMENT_LABELS = labels<MovementKind>({
  REGISTER: 'Registrar',
  DUE_DATE: 'Mudar o vencimento',
  REBATE: 'Conceder abatimento',
  PROTEST: 'Protestar',
  STOP_PROTEST: 'Sustar o protesto',
  WRITE_OFF: 'Baixar',
})

/** Where an occurrence takes a slip; undefined where it stays. A paid slip stays paid. */
export function slipAfter(status: BankSlipStatus, meaning: OccurrenceMeaning): BankSlipStatus | undefined {
  if (status === 'PAID') return undefined
  switch (meaning) {
    case 'SETTLED':
      return 'PAID'
    case 'REGISTERED':
      return status === 'WAITING' || status === 'REFUSED' ? 'REGISTERED' : undefined
    case 'REFUSED':
      return status === 'WAITING' ? 'REFUSED' : undefined
    case 'WRITTEN_OFF':
      return 'WRITTEN_OFF'
    default:
      return undefined
  }
}

/** What an occurrence answers among what was asked of the bank, oldest first: its kinds, and whether the bank did it. */
export function answeredBy(occurrence: string, meaning: OccurrenceMeaning): { kinds: readonly MovementKind[]; done: boolean } | undefined {
  switch (meaning) {
    case 'REGISTERED':
      return { kinds: ['REGISTER'], done: true }
    case 'REFUSED':
      return { kinds: ['REGISTER'], done: false }
    case 'WRITTEN_OFF':
      return { kinds: ['WRITE_OFF'], done: true }
    case 'CONFIRMED':
      return { kinds: CONFIRMS[occurrence] ?? [], done: true }
    case 'NOT_DONE':
      return { kinds: ['DUE_DATE', 'REBATE', 'PROTEST', 'STOP_PROTEST', 'WRITE_OFF'], done: false }
    default:
      return undefined
  }
}

const CONFIRMS: Readonly<Record<string, readonly MovementKind[]>> = {
  '12': ['REBATE'],
  '14': ['DUE_DATE'],
  '19': ['PROTEST'],
  '20': ['STOP_PROTEST'],
  '27': ['DUE_DATE', 'REBATE'],
}

interface Orderable {
  bank_code: string
  /** As its agreement tells them. */
  write_off_code: string
  due_date_code: string
  /** Nosso número; '' until the bank gives it. */
  number: string
  status: BankSlipStatus
  amount_cents: number
  due_date: string
  issue_date: string
  /** What still waits for the bank's answer. */
  asked: readonly MovementKind[]
}

/** Why the bank may not be asked this of a slip, in pt-BR; undefined when it may. */
export function orderProblem(
  slip: Orderable,
  kind: ChangeKind,
  to: { due_date?: string | undefined; rebate_cents?: number | undefined } = {},
): string | undefined {
  if (slip.status === 'PAID') return 'já foi pago'
  if (slip.status === 'WRITTEN_OFF') return 'já foi baixado'
  if (slip.status === 'REFUSED') return 'o banco recusou o registro: faça outro boleto'
  const unchanged = changesProblem(slip, kind)
  if (unchanged) return unchanged
  if (slip.asked.includes(kind)) return 'já foi pedido e espera o banco'
  if (slip.asked.includes('WRITE_OFF')) return 'a baixa já foi pedida'
  if (kind === 'DUE_DATE') {
    if (!to.due_date) return 'informe o novo vencimento'
    if (to.due_date === slip.due_date) return 'já vence neste dia'
    if (to.due_date < slip.issue_date) return `foi emitido em ${formatDay(slip.issue_date)}, depois disso`
  }
  if (kind === 'REBATE') {
    if (!to.rebate_cents || to.rebate_cents <= 0) return 'informe o abatimento'
    if (to.rebate_cents >= slip.amount_cents) return `o abatimento deve ser menor que ${formatCents(slip.amount_cents)}`
  }
  return undefined
}
