// Which of the company's accounts a statement is of, by the bank, branch and number the file writes in its own way.
import { compeCode } from '#domain/statements/statement-file.ts'

export interface WrittenAccount {
  /** The open finance provider's id; a file names none. */
  external_id: string | null
  bank_code: string | null
  branch: string | null
  account: string | null
}

export interface OwnAccount {
  id: string
  external_id: string | null
  routing_number: string
  branch_number: string | null
  account_number: string | null
}

const marks = (text: string | null): string => (text ?? '').replace(/[^0-9a-z]/gi, '').toUpperCase()
const bare = (text: string | null): string => marks(text).replace(/^0+(?=.)/, '')

/** Letters and digits without the check digit, when one is written apart ('45871-3'). */
const withoutDigit = (text: string | null): string => bare((text ?? '').replace(/-[0-9xX]\s*$/, ''))

const SHORTEST = 3

/** 3 the same number, 2 the branch written before it, 1 one side without check digit, 0 another account. */
function likeness(written: WrittenAccount, own: OwnAccount): number {
  const file = bare(written.account)
  const mine = bare(own.account_number)
  if (file.length < SHORTEST || mine.length < SHORTEST) return 0
  if (written.branch !== null && own.branch_number !== null && !sameBranch(written.branch, own.branch_number)) return 0
  if (file === mine) return 3
  const branch = withoutDigit(own.branch_number)
  if (branch !== '' && file.startsWith(branch) && bare(file.slice(branch.length)) === mine) return 2
  const shorter = withoutDigit(own.account_number) === file || withoutDigit(written.account) === mine
  return shorter ? 1 : 0
}

const sameBranch = (a: string, b: string): boolean => bare(a) === bare(b) || withoutDigit(a) === bare(b) || bare(a) === withoutDigit(b)

/** The account the provider's id was linked to, else the one that is most alike, or undefined when none is or two are equally so. */
export function matchAccount(written: WrittenAccount, accounts: readonly OwnAccount[]): string | undefined {
  const linked = written.external_id === null ? undefined : accounts.find(own => own.external_id === written.external_id)
  if (linked) return linked.id
  const bank = compeCode(written.bank_code ?? undefined)
  let best = 0
  let found: string[] = []
  for (const own of accounts) {
    if (bank !== undefined && own.routing_number !== bank) continue
    const score = likeness(written, own)
    // Without a bank only the whole number is proof enough.
    if (score === 0 || (bank === undefined && score < 3)) continue
    if (score > best) found = []
    if (score >= best) found.push(own.id)
    best = Math.max(best, score)
  }
  return found.length === 1 ? found[0] : undefined
}

/** A key of the account as this bank's files write it, to be remembered; undefined when the file names none. */
export function accountKey(written: WrittenAccount): string | undefined {
  const account = bare(written.account)
  if (account.length < SHORTEST) return undefined
  return `${compeCode(written.bank_code ?? undefined) ?? bare(written.bank_code)}|${bare(written.branch)}|${account}`
}
