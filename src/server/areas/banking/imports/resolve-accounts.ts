// Where each account of a file goes: by its own number, by what a person chose before, or by what the person says now.
import { knownBank } from '#domain/banks.ts'
import { compeCode } from '#domain/statements/statement-file.ts'
import { balanceProblems, closingOf } from '#domain/statements/totals.ts'
import type { Db } from '#server/db/query.ts'
import type { FileAccount, ReadAnswer } from '#server/parsers/statement-reader.ts'
import { type ActiveAccount, activeAccounts, balanceBefore, rememberedAccount } from './known-rows.ts'
import { accountKey, matchAccount, type WrittenAccount } from './match-account.ts'
import type { ImportAccount } from './rows.ts'

type ReadFile = Extract<ReadAnswer, { kind: 'read' }>

export interface Resolved {
  accounts: ImportAccount[]
  /** The one account of the file is nobody's: the person has to say. */
  needs_account: boolean
  warnings: string[]
}

interface Group {
  indexes: number[]
  written: WrittenAccount
  key: string | undefined
}

export async function resolveAccounts(db: Db, companyId: string, file: ReadFile, given: string | null): Promise<Resolved> {
  const own = await activeAccounts(db, companyId)
  const groups = groupsOf(file)
  const found: (string | undefined)[] = []
  for (const { written, key } of groups) {
    found.push(matchAccount(written, own) ?? (key === undefined ? undefined : await rememberedAccount(db, companyId, key)))
  }
  const warnings: string[] = []
  const only = groups.length === 1 ? groups[0] : undefined
  if (only && given !== null) {
    if (found[0] !== undefined && found[0] !== given) {
      warnings.push(`O arquivo parece ser da conta ${nameOf(own, found[0])}, e não da escolhida.`)
    }
    const bank = compeCode(only.written.bank_code ?? undefined)
    const chosen = own.find(({ id }) => id === given)
    if (found[0] === undefined && only.written.account === null && bank && chosen && chosen.routing_number !== bank)
      warnings.push(`O arquivo é de outro banco (${knownBank(bank) ?? bank}): a conta escolhida é ${nameOf(own, given)}.`)
    // Nobody has said yet that this number is that account: it may as well be another company's.
    if (found[0] === undefined && only.written.account !== null && chosen?.account_number)
      warnings.push(
        `O arquivo é da conta ${only.written.account}, e a escolhida é ${nameOf(own, given)}: confira se o extrato é desta empresa.`,
      )
    found[0] = given
  }
  const unknown = found.flatMap((id, index) => (id === undefined ? [index] : []))
  if (given !== null && unknown.length === 1 && !found.includes(given)) found[unknown[0] ?? 0] = given
  const accounts = merged(groups.map((group, index) => share(file, group, found[index])))
  // A table's own balances are followed row by row when it is read: where that failed, its end would only say the same again.
  warnings.push(...(await checkBalances(db, companyId, accounts, file.format === 'CSV' && file.warnings.length > 0)))
  return { accounts, needs_account: only !== undefined && found[0] === undefined, warnings }
}

/** Statements of one account in several pieces are one. */
function groupsOf(file: ReadFile): Group[] {
  const groups = new Map<string, Group>()
  file.accounts.forEach((account, index) => {
    const written = writtenOf(file, account)
    const key = accountKey(written)
    const group = groups.get(written.external_id ?? key ?? '')
    if (group) group.indexes.push(index)
    else groups.set(written.external_id ?? key ?? '', { indexes: [index], written, key })
  })
  return [...groups.values()]
}

function writtenOf(file: ReadFile, account: FileAccount): WrittenAccount {
  const bank = [account.bank_code, file.institution_id].find(code => compeCode(code ?? undefined) !== undefined)
  return { external_id: account.external_id, bank_code: bank ?? account.bank_code, branch: account.branch, account: account.account }
}

/** What the file says of its first account, for the person who has to choose one. */
export function describeAccount(file: ReadFile) {
  const account = file.accounts[0]
  const written = account && writtenOf(file, account)
  return {
    routing_number: compeCode(written?.bank_code ?? undefined) ?? null,
    institution_name: file.institution_name,
    branch_number: written?.branch ?? null,
    account_number: written?.account ?? null,
  }
}

const extreme = (days: readonly (string | null)[], last: boolean): string | null => {
  const known = days.filter(day => day !== null).sort()
  return (last ? known.at(-1) : known[0]) ?? null
}

function share(file: ReadFile, { indexes, written, key }: Group, id: string | undefined): ImportAccount {
  const pieces = indexes.flatMap(index => file.accounts[index] ?? [])
  const ledger = pieces
    .filter(piece => piece.ledger_balance_cents !== null)
    .sort((a, b) => ((a.ledger_day ?? '') < (b.ledger_day ?? '') ? -1 : 1))
    .at(-1)
  return {
    indexes,
    bank_account_id: id ?? null,
    key: key ?? null,
    reason:
      id === undefined ? `A conta ${written.account ?? 'sem número'} não está cadastrada: cadastre-a e envie o arquivo de novo.` : null,
    start_date: extreme(
      pieces.map(piece => piece.start),
      false,
    ),
    end_date: extreme(
      pieces.map(piece => piece.end),
      true,
    ),
    first_day: extreme(
      pieces.map(piece => piece.first_day),
      false,
    ),
    last_day: extreme(
      pieces.map(piece => piece.last_day),
      true,
    ),
    ledger_balance_cents: ledger?.ledger_balance_cents ?? null,
    ledger_date: ledger ? (ledger.ledger_day ?? extreme([ledger.end, ledger.last_day], true)) : null,
    ...totalsOf(pieces),
  }
}

/** What the balances of several pieces would lead to is left open: nobody knows which follows which. */
function totalsOf(pieces: readonly FileAccount[]): Pick<ImportAccount, 'totals' | 'moved_cents'> {
  const only = pieces.length === 1 ? pieces[0]?.totals : undefined
  const sum = (field: 'count' | 'in_cents' | 'out_cents') => pieces.reduce((total, { totals }) => total + totals[field], 0)
  return {
    moved_cents: only?.moved_cents ?? null,
    totals: {
      count: sum('count'),
      in_cents: sum('in_cents'),
      out_cents: sum('out_cents'),
      opening_cents: only?.opening_cents ?? null,
      closing_cents: null,
    },
  }
}

/** Fills in where the rows lead, and gives a sentence for every balance that differs. */
async function checkBalances(db: Db, companyId: string, accounts: readonly ImportAccount[], isEndTold: boolean): Promise<string[]> {
  const problems: string[] = []
  for (const account of accounts) {
    const { bank_account_id, first_day, moved_cents, totals } = account
    if (bank_account_id === null || first_day === null || moved_cents === null) continue
    const known = await balanceBefore(db, companyId, bank_account_id, first_day)
    const balances = {
      opening_cents: totals.opening_cents,
      known_opening_cents: known,
      moved_cents,
      stated_cents: account.ledger_balance_cents,
      stated_day: account.ledger_date,
    }
    totals.opening_cents ??= known
    totals.closing_cents = closingOf(balances)
    problems.push(...balanceProblems(isEndTold ? { ...balances, stated_cents: null } : balances))
  }
  return problems
}

/** Two spellings of one account are decided together, or each would add what the other has. */
function merged(shares: readonly ImportAccount[]): ImportAccount[] {
  const byAccount = new Map<string, ImportAccount>()
  const result: ImportAccount[] = []
  for (const each of shares) {
    const first = each.bank_account_id === null ? undefined : byAccount.get(each.bank_account_id)
    if (!first) {
      result.push(each)
      if (each.bank_account_id !== null) byAccount.set(each.bank_account_id, each)
      continue
    }
    first.indexes.push(...each.indexes)
    first.start_date = extreme([first.start_date, each.start_date], false)
    first.end_date = extreme([first.end_date, each.end_date], true)
    first.first_day = extreme([first.first_day, each.first_day], false)
    first.last_day = extreme([first.last_day, each.last_day], true)
    if ((each.ledger_date ?? '') > (first.ledger_date ?? '')) {
      first.ledger_balance_cents = each.ledger_balance_cents
      first.ledger_date = each.ledger_date
    }
    first.moved_cents = null
    first.totals.opening_cents = null
    for (const field of ['count', 'in_cents', 'out_cents'] as const) first.totals[field] += each.totals[field]
  }
  return result
}

function nameOf(own: readonly ActiveAccount[], id: string): string {
  const account = own.find(each => each.id === id)
  return [account?.institution_name, account?.account_number].filter(Boolean).join(' ')
}
