// What a group may not be: lines and titles taken already, of another sign or account, sums that do not agree.
import type { BillStatus, TitleKind } from '#domain/enums.ts'
import { formatCents } from '#domain/money.ts'
import { canMove } from '#domain/transitions.ts'
import { type Failure, fail, refuse } from '#server/base/fail.ts'
import type { StoredEntry } from '../entries/rows.ts'
import { isSettled } from '../entries/sql.ts'
import { SETTLED_STATUS, statusOf } from '../entries/writing.ts'
import type { GroupInput, PlanFacts } from './group-plan.ts'
import type { StoredLine } from './rows.ts'

function alreadyDone(conciliationId: string | null, facts: PlanFacts): Failure {
  const name = conciliationId === null ? undefined : facts.madeBy.get(conciliationId)
  return fail('conciliation.already_done', { por: name === undefined ? '' : ` por ${name}` })
}

export function refuseLines(lines: readonly StoredLine[], kind: TitleKind, facts: PlanFacts): void {
  for (const line of lines) {
    if (line.status === 'CONCILIATED') throw alreadyDone(line.conciliation_id, facts)
    if (line.status === 'IGNORED')
      throw fail('conflict.invalid_transition', { motivo: 'Esta linha foi ignorada: traga-a de volta antes de conciliar.' })
    if (line.amount_cents < 0 !== (kind === 'BILL') || line.amount_cents === 0) {
      throw fail('conciliation.mismatch', {
        motivo:
          kind === 'BILL'
            ? 'Uma conta a pagar só se concilia com saída do extrato.'
            : 'Uma conta a receber só se concilia com entrada do extrato.',
      })
    }
  }
  if (new Set(lines.map(line => line.bank_account_id)).size > 1)
    throw fail('conciliation.mismatch', { motivo: 'As linhas são de contas bancárias diferentes.' })
  if (new Set(lines.map(line => line.conciliation_id)).size > 1)
    throw fail('conciliation.mismatch', { motivo: 'Uma das linhas já está explicada em parte por outra conciliação.' })
}

export function refuseTitle(title: StoredEntry, account: string, date: string, byLine: boolean, facts: PlanFacts): void {
  if (title.conciliation_id !== null) throw alreadyDone(title.conciliation_id, facts)
  if (title.has_children) throw fail('conflict.invalid_transition', { motivo: 'Este lançamento foi desmembrado: concilie as parcelas.' })
  refuseTransfer(title, account, byLine)
  if (isSettled(title.status)) {
    if (byLine) return
    throw alreadyDone(null, facts)
  }
  const settled = SETTLED_STATUS[title.kind] as BillStatus
  const refusal = canMove(title.kind, statusOf(title, facts.today) as BillStatus, settled, {
    via: byLine ? 'conciliation' : 'user',
    has_account: account !== '',
    date_in_future: date > facts.today && !byLine,
  })
  if (refusal) throw refuse(refusal.id, refusal.reason)
}

/** The two sides of a transfer are settled by the lines of their own accounts, or by hand together. */
function refuseTransfer(title: StoredEntry, account: string, byLine: boolean): void {
  if (title.transfer_id === null) return
  if (!byLine) throw fail('conflict.invalid_transition', { motivo: 'Este lançamento é parte de uma transferência: mova a situação dele.' })
  if (title.bank_account_id !== account)
    throw fail('conciliation.mismatch', { motivo: 'A linha não é da conta deste lado da transferência.' })
}

/** A line named by allocations pays no more than it has; where differences explain the rest, the group's sum alone decides. */
export function refuseAllocations(input: GroupInput, lines: readonly StoredLine[]): void {
  const byLine = new Map<string, number>()
  for (const { line_id, amount_cents } of input.allocations ?? [])
    if (line_id !== undefined) byLine.set(line_id, (byLine.get(line_id) ?? 0) + amount_cents)
  for (const [id, cents] of byLine) {
    const line = lines.find(each => each.id === id)
    if (!line) throw fail('conciliation.mismatch', { motivo: 'Uma alocação aponta para uma linha fora do grupo.' })
    const whole = Math.abs(line.amount_cents)
    if (cents > whole && !input.differences?.length)
      throw fail('conciliation.mismatch', { motivo: `As alocações passam ${formatCents(cents - whole)} do valor da linha.` })
  }
}

export function refuseSums(explained: number, available: number, lineCount: number, input: GroupInput): void {
  if (explained > available)
    throw fail('conciliation.mismatch', {
      motivo: `As contas passam ${formatCents(explained - available)} do extrato. Deixe a diferença em aberto ou explique-a.`,
    })
  if (explained <= 0) throw fail('conciliation.mismatch', { motivo: 'Nada a conciliar.' })
  const partial = explained < available
  if (partial && (lineCount > 1 || (input.differences?.length ?? 0) > 0))
    throw fail('conciliation.mismatch', { motivo: `Falta explicar ${formatCents(available - explained)}.` })
}
