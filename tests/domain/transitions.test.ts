// The life-cycle tables: every pair of statuses, every actor, every fact that refuses.
import { describe, expect, it } from 'vitest'
import { BILL_STATUSES, type BillStatus, RECEIVABLE_STATUSES, type ReceivableStatus } from '#domain/enums.ts'
import {
  canMove,
  type EditableFacts,
  initialBillStatus,
  isEditable,
  isFreelyEditable,
  type MoveFacts,
  type MoveVia,
  paidWithoutApproval,
  refusalOfDelete,
  settlementDate,
  statusAfterUndo,
} from '#domain/transitions.ts'

const VIAS = ['user', 'provider', 'conciliation', 'undo'] as const
/** Facts under which nothing but the table can refuse. */
const fine: MoveFacts = { has_account: true, actor_may_approve: true, actor_is_creator: true }

/** Written by hand from the rules: who may make each move; u user, p provider, c conciliation, d undo; absent = nobody. */
const BILLS: Partial<Record<`${BillStatus}>${BillStatus}`, string>> = {
  'PENDING>WAITING_APPROVAL': 'u',
  'PENDING>APPROVED': 'u',
  'PENDING>WAITING_PAYMENT': 'u',
  'PENDING>PAID': 'upc',
  'WAITING_APPROVAL>APPROVED': 'u',
  'WAITING_APPROVAL>REPROVED': 'u',
  'WAITING_APPROVAL>PENDING': 'u',
  'WAITING_APPROVAL>PAID': 'c',
  'REPROVED>PENDING': 'u',
  'REPROVED>WAITING_APPROVAL': 'u',
  'REPROVED>PAID': 'c',
  'APPROVED>WAITING_PAYMENT': 'up',
  'APPROVED>PAID': 'upc',
  'APPROVED>PENDING': 'u',
  'WAITING_PAYMENT>PAID': 'pc',
  'WAITING_PAYMENT>APPROVED': 'up',
  'PAID>PENDING': 'ud',
  'PAID>APPROVED': 'd',
  'PAID>REPROVED': 'd',
  'PAID>WAITING_APPROVAL': 'd',
  'PAID>WAITING_PAYMENT': 'd',
}
const RECEIVABLES: Partial<Record<`${ReceivableStatus}>${ReceivableStatus}`, string>> = {
  'PENDING>RECEIVED': 'upc',
  'OVERDUE>RECEIVED': 'upc',
  'RECEIVED>PENDING': 'ud',
  'RECEIVED>OVERDUE': 'd',
}
const LETTER: Record<MoveVia, string> = { user: 'u', provider: 'p', conciliation: 'c', undo: 'd' }

describe('tables', () => {
  for (const from of BILL_STATUSES) {
    for (const to of BILL_STATUSES) {
      it(`a bill goes from ${from} to ${to} ${from === to ? 'as a no-op' : `by ${BILLS[`${from}>${to}`] ?? 'nobody'}`}`, () => {
        for (const via of VIAS) {
          const refusal = canMove('BILL', from, to, { ...fine, via, previous_status: to })
          const allowed = from === to || (BILLS[`${from}>${to}`] ?? '').includes(LETTER[via])
          expect(refusal?.id, via).toBe(allowed ? undefined : 'conflict.invalid_transition')
        }
      })
    }
  }

  for (const from of RECEIVABLE_STATUSES) {
    for (const to of RECEIVABLE_STATUSES) {
      it(`a receivable goes from ${from} to ${to} ${from === to ? 'as a no-op' : `by ${RECEIVABLES[`${from}>${to}`] ?? 'nobody'}`}`, () => {
        for (const via of VIAS) {
          const refusal = canMove('RECEIVABLE', from, to, { ...fine, via })
          const allowed = from === to || (RECEIVABLES[`${from}>${to}`] ?? '').includes(LETTER[via])
          expect(refusal?.id, via).toBe(allowed ? undefined : 'conflict.invalid_transition')
        }
      })
    }
  }

  it('every refusal carries a pt-BR sentence, and the plain one names both statuses', () => {
    expect(canMove('BILL', 'REPROVED', 'WAITING_PAYMENT', fine)?.reason).toBe('De Reprovado não é possível ir para Enviado para pagamento.')
    expect(canMove('RECEIVABLE', 'PENDING', 'OVERDUE', fine)?.reason).toBe('Vencido segue o vencimento: mude a data.')
  })
})

const idOf = (from: BillStatus, to: BillStatus, facts: MoveFacts) => canMove('BILL', from, to, { ...fine, ...facts })?.id

describe('approval', () => {
  const approvals = [
    ['PENDING', 'APPROVED'],
    ['PENDING', 'WAITING_PAYMENT'],
    ['WAITING_APPROVAL', 'APPROVED'],
  ] as const

  it.each(approvals)('from %s to %s needs the right to approve', (from, to) => {
    expect(idOf(from, to, { actor_may_approve: false })).toBe('permission.denied')
  })

  it.each(approvals)('from %s to %s above the limit needs another person than the creator', (from, to) => {
    expect(idOf(from, to, { above_approval_limit: true })).toBe('permission.denied')
    expect(idOf(from, to, { above_approval_limit: true, actor_is_creator: false })).toBeUndefined()
    expect(idOf(from, to, { above_approval_limit: false })).toBeUndefined()
  })

  it('in a one-person company is confirmed by code', () => {
    const alone = { above_approval_limit: true, one_person_company: true }
    expect(idOf('PENDING', 'APPROVED', alone)).toBe('auth.step_up_required')
    expect(idOf('PENDING', 'APPROVED', { ...alone, code_confirmed: true })).toBeUndefined()
  })

  it('refused needs the right but no second person', () => {
    expect(idOf('WAITING_APPROVAL', 'REPROVED', { actor_may_approve: false })).toBe('permission.denied')
    expect(idOf('WAITING_APPROVAL', 'REPROVED', { above_approval_limit: true })).toBeUndefined()
  })

  it('is withdrawn only by who asked', () => {
    expect(idOf('WAITING_APPROVAL', 'PENDING', { actor_is_creator: false })).toBe('permission.denied')
  })
})

describe('settlement', () => {
  it('needs an account, a date not in the future, an open period and an entry that was not split', () => {
    expect(idOf('PENDING', 'PAID', { has_account: false })).toBe('validation.failed')
    expect(idOf('PENDING', 'PAID', { date_in_future: true })).toBe('validation.failed')
    expect(idOf('PENDING', 'PAID', { closed_period: true })).toBe('period.closed')
    expect(idOf('PENDING', 'PAID', { is_parent: true })).toBe('conflict.invalid_transition')
    expect(idOf('PENDING', 'WAITING_PAYMENT', { is_parent: true })).toBe('conflict.invalid_transition')
    expect(canMove('RECEIVABLE', 'OVERDUE', 'RECEIVED', { has_account: false })?.id).toBe('validation.failed')
    expect(canMove('RECEIVABLE', 'PENDING', 'RECEIVED', { has_account: true, closed_period: true })?.id).toBe('period.closed')
  })

  it('of a bill nobody approved comes only from a statement line, and is marked', () => {
    expect(canMove('BILL', 'WAITING_APPROVAL', 'PAID', fine)?.reason).toBe('Aprove a conta antes de baixá-la.')
    expect(idOf('REPROVED', 'PAID', { via: 'conciliation' })).toBeUndefined()
    expect(BILL_STATUSES.filter(paidWithoutApproval)).toEqual(['REPROVED', 'WAITING_APPROVAL'])
  })

  it('takes the own date unless it lies in the future', () => {
    expect([
      settlementDate('2026-11-01', '2026-11-20'),
      settlementDate('2026-12-01', '2026-11-20'),
      settlementDate(null, '2026-11-20'),
    ]).toEqual(['2026-11-01', '2026-11-20', '2026-11-20'])
  })

  it('approving inside a closed period is no money and no result', () => {
    expect(idOf('PENDING', 'APPROVED', { closed_period: true })).toBeUndefined()
  })
})

describe('undoing', () => {
  it('by a plain move is refused when conciliated or closed', () => {
    expect(idOf('PAID', 'PENDING', { conciliated: true })).toBe('conciliation.already_done')
    expect(idOf('PAID', 'PENDING', { closed_period: true })).toBe('period.closed')
    expect(canMove('RECEIVABLE', 'RECEIVED', 'PENDING', { conciliated: true })?.id).toBe('conciliation.already_done')
  })

  it('a conciliation returns to the status before it, and to no other', () => {
    expect(idOf('PAID', 'APPROVED', { via: 'undo', conciliated: true, previous_status: 'APPROVED' })).toBeUndefined()
    expect(idOf('PAID', 'APPROVED', { via: 'undo', conciliated: true, previous_status: 'WAITING_PAYMENT' })).toBe(
      'conflict.invalid_transition',
    )
    expect([statusAfterUndo('APPROVED'), statusAfterUndo(null), statusAfterUndo('PAID')]).toEqual(['APPROVED', 'PENDING', 'PENDING'])
  })

  it('a sent payment waits for the bank unless nothing live stands behind it', () => {
    expect(idOf('WAITING_PAYMENT', 'APPROVED', { has_live_order: true })).toBe('conflict.invalid_transition')
    expect(idOf('WAITING_PAYMENT', 'APPROVED', { has_live_order: true, via: 'provider' })).toBeUndefined()
    expect(idOf('WAITING_PAYMENT', 'APPROVED', {})).toBeUndefined()
  })

  it('nothing moves once deleted, not even to its own status', () => {
    expect(idOf('PENDING', 'PAID', { deleted: true })).toBe('resource.not_found')
    expect(idOf('PENDING', 'PENDING', { deleted: true })).toBe('resource.not_found')
  })
})

describe('records', () => {
  it('a new bill waits for approval only where the company asks and its creator may not approve', () => {
    expect(initialBillStatus({})).toBe('PENDING')
    expect(initialBillStatus({ company_asks_approval: true })).toBe('WAITING_APPROVAL')
    expect(initialBillStatus({ company_asks_approval: true, creator_may_approve: true })).toBe('PENDING')
    expect(initialBillStatus({ settled: true, company_asks_approval: true })).toBe('PAID')
  })

  const locks: EditableFacts[] = [
    { status: 'WAITING_PAYMENT' },
    { status: 'PAID', conciliated: true },
    { status: 'PENDING', closed_period: true },
    { status: 'PENDING', deleted: true },
    { status: 'PENDING', parent_settled: true },
  ]

  it('are editable unless sent, conciliated, closed, deleted or under a settled parent', () => {
    expect(locks.map(isEditable)).toEqual([false, false, false, false, false])
    expect([{ status: 'PENDING' } as const, { status: 'PAID' } as const].map(isEditable)).toEqual([true, true])
    expect(locks.map(isFreelyEditable)).toEqual([false, true, false, false, true])
  })

  it('are deleted only when open', () => {
    expect(locks.map(record => refusalOfDelete(record)?.id)).toEqual([
      'conflict.invalid_transition',
      'conciliation.already_done',
      'period.closed',
      'resource.not_found',
      undefined,
    ])
    expect(refusalOfDelete({ status: 'RECEIVED' })?.id).toBe('conflict.invalid_transition')
  })
})
