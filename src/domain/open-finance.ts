// Open finance connections: who must act on a status, when to ask the bank again, and how its answer becomes a statement.
import { type BankNames, everydayName } from './banks.ts'
import { formatDay } from './days.ts'
import type { ConnectionStatus, ExecutionStatus } from './enums.ts'
import { EXECUTION_STATUS_LABELS } from './labels.ts'
import type { StatementAccount, StatementFile } from './statements/statement-file.ts'

/** What a connection waits for: the bank, a person, the next try, or nothing. */
export type ConnectionPhase = 'working' | 'person' | 'retry' | 'done'

export const PHASE_OF: Record<ConnectionStatus, ConnectionPhase> = {
  UPDATING: 'working',
  MERGING: 'working',
  // The person acts in the bank's own app and nobody tells us, so we keep asking the bank.
  WAITING_USER_ACTION: 'working',
  WAITING_USER_INPUT: 'person',
  LOGIN_ERROR: 'person',
  OUTDATED: 'retry',
  UPDATED: 'done',
}

/** What the person must give: the bank's code, an authorisation in the bank's app, or the credentials again. */
export const ASKS_FOR: Partial<Record<ConnectionStatus, 'code' | 'authorization' | 'credentials'>> = {
  WAITING_USER_INPUT: 'code',
  WAITING_USER_ACTION: 'authorization',
  LOGIN_ERROR: 'credentials',
}

export interface ConnectionState {
  status: ConnectionStatus
  execution_status: ExecutionStatus
}

/** A pt-BR sentence that says how the connection stands and what helps. */
export function connectionMessage({ status, execution_status, ...bank }: ConnectionState & BankNames): string {
  const institution = everydayName(bank)
  const reason = EXECUTION_STATUS_LABELS[execution_status].toLowerCase()
  switch (status) {
    case 'UPDATED':
      return execution_status === 'PARTIAL_SUCCESS'
        ? `${institution} respondeu só em parte: tentaremos de novo.`
        : `${institution} está em dia.`
    case 'UPDATING':
    case 'MERGING':
      return `${institution}: ${reason}.`
    case 'WAITING_USER_INPUT':
      return `${institution} pediu um código: digite-o para continuar.`
    case 'WAITING_USER_ACTION':
      return `Autorize o acesso no aplicativo de ${institution}.`
    case 'LOGIN_ERROR':
      return `${institution} recusou o acesso (${reason}): conecte de novo.`
    case 'OUTDATED':
      return `${institution} não respondeu (${reason}): tentaremos de novo.`
  }
}

export const POLL_SECONDS = 1
export const SYNC_EVERY_SECONDS = 12 * 3600
/** An execution that has not ended by then is given up. */
export const GIVE_UP_SECONDS = 600

const SOON_SECONDS = [60, 300, 1800]
/** Seconds until the next try after a temporary failure (the first is attempt 0): soon, then as often as every sync. */
export const retryAfter = (attempt: number): number => SOON_SECONDS[attempt] ?? SYNC_EVERY_SECONDS
/** The failure, counted so, after which a person is told: it was no short one. */
export const TOLD_ATTEMPT = SOON_SECONDS.length

/** The first sync covers a year; later ones cover what a bank may still change or deliver late. */
export const FIRST_DAYS = 365
export const LATER_DAYS = 30

export interface ProvidedTransaction {
  id: string
  /** 'yyyy-MM-dd'. */
  day: string
  /** Signed cents. */
  amount_cents: number
  description: string
  category_id?: string
  category?: string
  /** Not final: it may change, vanish or get another id. */
  pending: boolean
}

export interface ProvidedAccount {
  /** The provider's own id of the account. */
  id: string
  kind: 'CHECKING' | 'SAVINGS'
  routing_number: string
  branch_number: string | null
  account_number: string | null
  balance_cents: number
  balance_day: string
}

/** A bank's answer in the form every statement has. Movements that are not final wait for the next sync. */
export function statementOf(
  institution: string,
  answers: readonly { account: ProvidedAccount; transactions: readonly ProvidedTransaction[] }[],
): StatementFile {
  return { format: 'OPEN_FINANCE', institution_name: institution, accounts: answers.map(accountOf), warnings: [] }
}

function accountOf({
  account,
  transactions,
}: {
  account: ProvidedAccount
  transactions: readonly ProvidedTransaction[]
}): StatementAccount {
  const final = transactions.filter(each => !each.pending)
  return {
    kind: 'BANK',
    external_id: account.id,
    bank_code: account.routing_number,
    ...(account.branch_number === null ? {} : { branch: account.branch_number }),
    ...(account.account_number === null ? {} : { account: account.account_number }),
    ledger_balance_cents: account.balance_cents,
    ledger_day: account.balance_day,
    rows: final.map((each, index) => ({
      day: each.day,
      amount_cents: each.amount_cents,
      memo: each.description,
      fitid: each.id,
      ...(each.category_id === undefined ? {} : { external_category_id: each.category_id }),
      ...(each.category === undefined ? {} : { external_category: each.category }),
      ignorable: each.amount_cents === 0,
      line: index + 1,
    })),
    errors: [],
  }
}

/** The name of its import. */
export const syncName = (institution: string, day: string): string =>
  `Open finance ${institution} ${formatDay(day).replaceAll('/', '-')}.json`
