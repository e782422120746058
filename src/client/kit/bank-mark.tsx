// A bank's mark beside the name of an account.
import { type BankOf, bankTile } from './bank-mark-tile.ts'

export function BankMark(bank: BankOf) {
  const { className, colour, letters } = bankTile(bank)
  return <span className={className} data-bank={colour} data-letters={letters} aria-hidden="true" title={bank.name} />
}
