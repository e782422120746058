// Corrects the signs of OFX statements whose bank does not write them from the account holder's side.
import type { StatementAccount, StatementRow } from './statement-file.ts'

const flip = (cents: number): number => (cents === 0 ? 0 : -cents)

/**
 * Changes the account in place when its DEBIT and CREDIT types contradict every sign of the file, and returns the warnings to show.
 * Cards with positive purchases and negative payments are inverted, balance included; files that write all amounts without sign take it
 * from the type. One honest DEBIT is enough to leave everything as written.
 */
export const setSigns = (account: StatementAccount): string[] => {
  let debits = 0
  let positiveCredits = 0
  let negativeCredits = 0
  let negatives = 0
  for (const row of account.rows) {
    if (row.ignorable) continue
    const type = row.type?.toUpperCase()
    if (row.amount_cents < 0) negatives++
    if (type === 'DEBIT') {
      if (row.amount_cents < 0) return []
      debits++
    } else if (type === 'CREDIT') {
      if (row.amount_cents < 0) negativeCredits++
      else positiveCredits++
    }
  }
  if (debits === 0) return []
  const card = account.kind === 'CREDIT_CARD'
  if (card && positiveCredits === 0 && (negativeCredits > 0 || negatives === 0)) {
    for (const row of account.rows) row.amount_cents = flip(row.amount_cents)
    if (account.ledger_balance_cents !== undefined) account.ledger_balance_cents = flip(account.ledger_balance_cents)
    return ['O cartão traz as compras com sinal positivo: os sinais foram invertidos.']
  }
  if (negatives === 0) {
    for (const row of account.rows) if (isDebit(row)) row.amount_cents = flip(row.amount_cents)
    return ['O banco não escreve o sinal dos valores: ele foi tirado do tipo de cada lançamento.']
  }
  return []
}

const isDebit = (row: StatementRow): boolean => row.type?.toUpperCase() === 'DEBIT'
