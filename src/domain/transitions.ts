// Life cycles of bills and receivables: which status may follow which, under which facts, and which record may be edited.

import type { Day } from './days.ts'
import { BILL_STATUSES, type BillStatus, RECEIVABLE_STATUSES, type ReceivableStatus, type TitleKind } from './enums.ts'
import { BILL_STATUS_LABELS, RECEIVABLE_STATUS_LABELS } from './labels.ts'
import { openTable } from './open-table.ts'

/** Who asks: a person by hand, the payment provider, a conciliation with a statement line, or the undoing of a settlement. */
export type MoveVia = 'user' | 'provider' | 'conciliation' | 'undo'

/** What is known about record and actor; an absent fact is false. */
export interface MoveFacts {
  via?: MoveVia
  deleted?: boolean
  conciliated?: boolean
  has_account?: boolean
  /** The settlement date given lies after today. */
  date_in_future?: boolean
  /** The settlement date, old or new, lies in a closed range. */
  closed_period?: boolean
  /** It was split: its children are settled instead. */
  is_parent?: boolean
  actor_may_approve?: boolean
  actor_is_creator?: boolean
  /** The amount is above the company's approval limit (R$ 5.000 by default). */
  above_approval_limit?: boolean
  one_person_company?: boolean
  /** A step-up code was confirmed in the last 15 minutes. */
  code_confirmed?: boolean
  /** One of the provider's Pix, boletos or payment orders is still on its way. */
  has_live_order?: boolean
  /** The status before the settlement being undone; PENDING when unknown. */
  previous_status?: BillStatus
}

export type RefusalId =
  | 'auth.step_up_required'
  | 'conciliation.already_done'
  | 'conflict.invalid_transition'
  | 'period.closed'
  | 'permission.denied'
  | 'resource.not_found'
  | 'validation.failed'

export interface Refusal {
  id: RefusalId
  /** Final pt-BR text, naming the reason. */
  reason: string
}

/** What a move demands besides being in the table. */
type Demand = 'approver' | 'settled' | 'creator' | 'no_live_order'

interface Move {
  via: readonly MoveVia[]
  demands: readonly Demand[]
}

const BY_HAND: readonly MoveVia[] = ['user']
const MONEY_MOVED: readonly MoveVia[] = ['provider', 'conciliation']
const ANY_SETTLEMENT: readonly MoveVia[] = ['user', 'provider', 'conciliation']
const UNDOING: readonly MoveVia[] = ['undo']

/** Which status of a bill may follow which. A pair that is absent is refused. */
export const BILL_MOVES = openTable<BillStatus, Partial<Record<BillStatus, Move>>>(
  {
    PENDING: {
      WAITING_APPROVAL: { via: BY_HAND, demands: [] },
      APPROVED: { via: BY_HAND, demands: ['approver'] },
      WAITING_PAYMENT: { via: BY_HAND, demands: ['approver'] },
      PAID: { via: ANY_SETTLEMENT, demands: ['settled'] },
    },
    WAITING_APPROVAL: {
      APPROVED: { via: BY_HAND, demands: ['approver'] },
      REPROVED: { via: BY_HAND, demands: ['approver'] },
      PENDING: { via: BY_HAND, demands: ['creator'] },
      // The money has moved: accepted and marked 'pago sem aprovação', never by hand.
      PAID: { via: ['conciliation'], demands: ['settled'] },
    },
    REPROVED: {
      PENDING: { via: BY_HAND, demands: [] },
      WAITING_APPROVAL: { via: BY_HAND, demands: [] },
      PAID: { via: ['conciliation'], demands: ['settled'] },
    },
    APPROVED: {
      WAITING_PAYMENT: { via: ['user', 'provider'], demands: [] },
      PAID: { via: ANY_SETTLEMENT, demands: ['settled'] },
      PENDING: { via: BY_HAND, demands: [] },
    },
    WAITING_PAYMENT: {
      PAID: { via: MONEY_MOVED, demands: ['settled'] },
      APPROVED: { via: ['user', 'provider'], demands: ['no_live_order'] },
    },
    PAID: {
      PENDING: { via: ['user', 'undo'], demands: [] },
      APPROVED: { via: UNDOING, demands: [] },
      REPROVED: { via: UNDOING, demands: [] },
      WAITING_APPROVAL: { via: UNDOING, demands: [] },
      WAITING_PAYMENT: { via: UNDOING, demands: [] },
    },
  },
  () => ({}),
)

/** The same for receivables. Nobody moves to or from OVERDUE by hand: it follows the due date. */
export const RECEIVABLE_MOVES = openTable<ReceivableStatus, Partial<Record<ReceivableStatus, Move>>>(
  {
    PENDING: { RECEIVED: { via: ANY_SETTLEMENT, demands: ['settled'] } },
    OVERDUE: { RECEIVED: { via: ANY_SETTLEMENT, demands: ['settled'] } },
    RECEIVED: { PENDING: { via: ['user', 'undo'], demands: [] }, OVERDUE: { via: UNDOING, demands: [] } },
  },
  () => ({}),
)

type StatusOf<K extends TitleKind> = K extends 'BILL' ? BillStatus : ReceivableStatus

const labelOf = (kind: TitleKind, status: string) =>
  (kind === 'BILL'
    ? BILL_STATUSES.filter(known => known === status).map(known => BILL_STATUS_LABELS[known])
    : RECEIVABLE_STATUSES.filter(known => known === status).map(known => RECEIVABLE_STATUS_LABELS[known]))[0] ?? status

function moveOf(kind: TitleKind, from: BillStatus | ReceivableStatus, to: BillStatus | ReceivableStatus): Move | undefined {
  const table: Partial<Record<string, Partial<Record<string, Move>>>> = kind === 'BILL' ? BILL_MOVES : RECEIVABLE_MOVES
  return table[from]?.[to]
}

/** Whether a person may take a record from one status to the other at all, whoever they are; staying always is allowed. */
export const mayMoveByHand = (kind: TitleKind, from: BillStatus | ReceivableStatus, to: BillStatus | ReceivableStatus): boolean =>
  from === to || (moveOf(kind, from, to)?.via.includes('user') ?? false)

const refuse = (id: RefusalId, reason: string): Refusal => ({ id, reason })

function refusalOfApproval(facts: MoveFacts): Refusal | undefined {
  if (!facts.actor_may_approve) return refuse('permission.denied', 'Seu cargo não permite aprovar.')
  if (!facts.above_approval_limit || !facts.actor_is_creator) return undefined
  if (!facts.one_person_company) return refuse('permission.denied', 'Acima do limite, quem criou a conta não pode aprová-la.')
  return facts.code_confirmed ? undefined : refuse('auth.step_up_required', 'Confirme com o código a aprovação acima do limite.')
}

function refusalOfSettlement(facts: MoveFacts): Refusal | undefined {
  if (facts.is_parent) return refuse('conflict.invalid_transition', 'Este lançamento foi desmembrado: baixe as parcelas.')
  if (!facts.has_account) return refuse('validation.failed', 'Escolha a conta bancária do lançamento.')
  if (facts.date_in_future) return refuse('validation.failed', 'A data da baixa não pode estar no futuro.')
  return undefined
}

function refusalOfDemand(demand: Demand, to: string, facts: MoveFacts, via: MoveVia): Refusal | undefined {
  switch (demand) {
    case 'approver':
      // Refusing a bill is no payment, so neither the limit nor the second person applies.
      if (to === 'REPROVED') return refusalOfApproval({ actor_may_approve: facts.actor_may_approve ?? false })
      return refusalOfApproval(facts)
    case 'settled':
      return refusalOfSettlement(facts)
    case 'creator':
      return facts.actor_is_creator ? undefined : refuse('permission.denied', 'Só quem pediu a aprovação pode retirar o pedido.')
    case 'no_live_order':
      if (via === 'provider' || !facts.has_live_order) return undefined
      return refuse('conflict.invalid_transition', 'Há um envio em andamento no banco: aguarde a resposta.')
  }
}

function refusalOfRoad(kind: TitleKind, from: string, to: string, via: MoveVia): Refusal {
  if (kind === 'RECEIVABLE' && to === 'OVERDUE') return refuse('conflict.invalid_transition', 'Vencido segue o vencimento: mude a data.')
  if (kind === 'RECEIVABLE' && from === 'OVERDUE' && to === 'PENDING') {
    return refuse('conflict.invalid_transition', 'Para voltar a Pendente, mude o vencimento para o futuro.')
  }
  if (to === 'PAID' && via === 'user' && (from === 'WAITING_APPROVAL' || from === 'REPROVED')) {
    return refuse('conflict.invalid_transition', 'Aprove a conta antes de baixá-la.')
  }
  if (to === 'PAID' && via === 'user' && from === 'WAITING_PAYMENT') {
    return refuse('conflict.invalid_transition', 'O banco ou a conciliação confirma este pagamento.')
  }
  return refuse('conflict.invalid_transition', `De ${labelOf(kind, from)} não é possível ir para ${labelOf(kind, to)}.`)
}

/**
 * Undefined when the move is allowed (staying in the same status always is), else the refusal with its catalogue id.
 * Moving a settled record plainly to PENDING undoes a manual settlement: the record returns to `statusAfterUndo`.
 */
export function canMove<K extends TitleKind>(kind: K, from: StatusOf<K>, to: StatusOf<K>, facts: MoveFacts = {}): Refusal | undefined {
  const via = facts.via ?? 'user'
  if (facts.deleted) return refuse('resource.not_found', 'Este lançamento foi excluído.')
  if (from === to) return undefined
  const move = moveOf(kind, from, to)
  if (!move?.via.includes(via)) return refusalOfRoad(kind, from, to, via)
  const leavesSettled = from === 'PAID' || from === 'RECEIVED'
  if (leavesSettled && via === 'user' && facts.conciliated) {
    return refuse('conciliation.already_done', 'Este lançamento está conciliado com o extrato: desfaça a conciliação.')
  }
  if (kind === 'BILL' && leavesSettled && via === 'undo' && to !== statusAfterUndo(facts.previous_status)) {
    return refuse('conflict.invalid_transition', `Desfazer a baixa volta para ${labelOf(kind, statusAfterUndo(facts.previous_status))}.`)
  }
  const settles = to === 'PAID' || to === 'RECEIVED'
  if ((settles || leavesSettled) && facts.closed_period) {
    return refuse('period.closed', 'Reabra o período para alterar este lançamento.')
  }
  if (to === 'WAITING_PAYMENT' && facts.is_parent) {
    return refuse('conflict.invalid_transition', 'Este lançamento foi desmembrado: envie as parcelas.')
  }
  for (const demand of move.demands) {
    const refusal = refusalOfDemand(demand, to, facts, via)
    if (refusal) return refusal
  }
  return undefined
}

/** Where a bill goes when its settlement is undone: its status before it. */
export const statusAfterUndo = (previous: BillStatus | null | undefined): BillStatus =>
  previous && previous !== 'PAID' ? previous : 'PENDING'

/** The date a plain move settles on: the record's own if it is not in the future, else today. */
export const settlementDate = (date: Day | null | undefined, today: Day): Day => (date && date <= today ? date : today)

/** The status a new bill starts with. */
export function initialBillStatus(facts: {
  settled?: boolean
  company_asks_approval?: boolean
  creator_may_approve?: boolean
}): BillStatus {
  if (facts.settled) return 'PAID'
  return facts.company_asks_approval && !facts.creator_may_approve ? 'WAITING_APPROVAL' : 'PENDING'
}

/** A bill conciliated before its approval keeps this mark in its history, and its approvers are told. */
export const paidWithoutApproval = (from: BillStatus): boolean => from === 'WAITING_APPROVAL' || from === 'REPROVED'

/** Editing any of these on an APPROVED bill withdraws the approval. */
export const FIELDS_THAT_WITHDRAW_APPROVAL = ['amount_cents', 'contact_id', 'payment_method', 'payment_details', 'bank_account_id'] as const

/** Fields that stay editable after payment, unless the range is closed. */
export const FREE_FIELDS = ['category_id', 'additional_information', 'attachments'] as const

export interface EditableFacts {
  status: BillStatus | ReceivableStatus
  conciliated?: boolean
  closed_period?: boolean
  deleted?: boolean
  /** It is a child whose parent is settled. */
  parent_settled?: boolean
}

/** The `editable` of a record: whether every field may change. */
export const isEditable = (record: EditableFacts): boolean =>
  !(record.status === 'WAITING_PAYMENT' || record.conciliated || record.closed_period || record.deleted || record.parent_settled)

/** Whether category, additional information and attachments may still change. */
export const isFreelyEditable = (record: EditableFacts): boolean =>
  !(record.status === 'WAITING_PAYMENT' || record.closed_period || record.deleted)

/** Why a record cannot be deleted, or undefined. A settled or conciliated one must be undone first. */
export function refusalOfDelete(record: EditableFacts): Refusal | undefined {
  if (record.deleted) return refuse('resource.not_found', 'Este lançamento já foi excluído.')
  if (record.closed_period) return refuse('period.closed', 'Reabra o período para excluir este lançamento.')
  if (record.conciliated) return refuse('conciliation.already_done', 'Desfaça a conciliação antes de excluir.')
  if (record.status === 'PAID' || record.status === 'RECEIVED') {
    return refuse('conflict.invalid_transition', 'Desfaça a baixa antes de excluir.')
  }
  if (record.status === 'WAITING_PAYMENT') return refuse('conflict.invalid_transition', 'O pagamento já foi enviado: aguarde a resposta.')
  return undefined
}
