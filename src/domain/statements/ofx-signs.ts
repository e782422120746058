// Corrects the signs of OFX statements whose bank does not write them from the account holder's side, and doubts those that contradict.
import { counted } from '../text.ts'
import { quoted } from './bank-text.ts'
import type { StatementAccount, StatementRow } from './statement-file.ts'

const flip = (cents: number): number => (cents === 0 ? 0 : -cents)

/** Types that say which way the money goes; all others (OTHER, XFER, ATM, POS…) take the sign of the amount. */
const OUTGOING: ReadonlySet<string> = new Set(['DEBIT', 'FEE', 'SRVCHG', 'CHECK', 'PAYMENT', 'DIRECTDEBIT'])
const INCOMING: ReadonlySet<string> = new Set(['CREDIT', 'DEP', 'DIRECTDEP', 'INT', 'DIV'])
const typeOf = (row: StatementRow): string => row.type?.toUpperCase() ?? ''

/**
 * Changes the account in place when its DEBIT and CREDIT types contradict every sign of the file, and returns the warnings to show.
 * Cards with positive purchases and negative payments are inverted, balance included; files that write all amounts without sign take it
 * from the type. One honest DEBIT is enough to leave the others as written, those that say DEBIT and bear no minus being doubted.
 */
export const setSigns = (account: StatementAccount): string[] => {
  const rows = account.rows.filter(row => !row.ignorable)
  const debits = rows.filter(row => typeOf(row) === 'DEBIT')
  const credits = rows.filter(row => typeOf(row) === 'CREDIT')
  const negatives = rows.filter(row => row.amount_cents < 0)
  const honest = debits.some(row => row.amount_cents < 0)
  if (honest || debits.length === 0) return honest ? doubtContradictions(rows) : []
  const negativeCredits = credits.some(row => row.amount_cents < 0)
  const positiveCredits = credits.some(row => row.amount_cents > 0)
  if (account.kind === 'CREDIT_CARD' && !positiveCredits && (negativeCredits || negatives.length === 0)) {
    for (const row of account.rows) row.amount_cents = flip(row.amount_cents)
    if (account.ledger_balance_cents !== undefined) account.ledger_balance_cents = flip(account.ledger_balance_cents)
    return ['O cartão traz as compras com sinal positivo: os sinais foram invertidos.']
  }
  if (negatives.length > 0) return []
  for (const row of rows) signByType(row)
  return ['O banco não escreve o sinal dos valores: ele foi tirado do tipo de cada lançamento.']
}

const signByType = (row: StatementRow): void => {
  if (OUTGOING.has(typeOf(row))) row.amount_cents = flip(row.amount_cents)
  else if (!INCOMING.has(typeOf(row))) row.doubt = `O valor não tem sinal e o tipo ${quoted(typeOf(row))} não diz se entra ou sai.`
}

const doubtContradictions = (rows: readonly StatementRow[]): string[] => {
  const wrong = rows.filter(row => typeOf(row) === 'DEBIT' && row.amount_cents > 0)
  for (const row of wrong) row.doubt = 'O tipo é DEBIT e o valor é positivo: confira se entra ou sai.'
  const [first] = wrong
  if (!first) return []
  return [
    `${counted(wrong.length, ['lançamento diz', 'lançamentos dizem'])} DEBIT com valor positivo (o primeiro na linha ${first.line}): decida se entram.`,
  ]
}
