// F9: a statement file that was damaged on its way never gives a wrong sum without a word: it is refused, asked about, or told line by line.
import { expect, test } from 'vitest'
import { balanceProblems } from '#domain/statements/totals.ts'
import { StatementReader } from '#server/parsers/statement-reader.ts'
import { figure, isFull, times } from './kit/figure.ts'
import { MUTATIONS } from './kit/mutations.ts'
import { bytesOf, type Random, randomOf, type Shape, shapesOf } from './kit/statement-shapes.ts'

interface Seen {
  /** Cents that would come in and go out by themselves; undefined where the file is refused or a person is asked first. */
  sums: { in: number; out: number } | undefined
  /** Everything a person is told of the file, and of its lines. */
  told: readonly string[]
}

interface PlannedRow {
  amount_cents: number
  choice: 'ADD' | 'SKIP'
  reason: string | null
}

/** What a person would see of the file, were it the next one of its account. */
function seen(bytes: Uint8Array, shape: Shape): Seen {
  const reader = new StatementReader()
  const answer = reader.read({ bytes })
  if (answer.kind !== 'read') return { sums: undefined, told: [answer.reason] }
  const targets = [{ indexes: answer.accounts.map((_, index) => index), bank_account_id: 'a', stored: '[]' }]
  const plan = reader.plan({ targets, closed: [], now: 0 })
  const rows = plan.slices.flatMap(slice => JSON.parse(slice) as PlannedRow[])
  const sums = { in: 0, out: 0 }
  for (const { choice, amount_cents } of rows) if (choice === 'ADD') sums[amount_cents > 0 ? 'in' : 'out'] += amount_cents
  const told = [...answer.warnings, ...plan.error_rows.map(({ reason }) => reason), ...rows.flatMap(({ reason }) => reason ?? [])]
  for (const { totals, ledger_balance_cents, ledger_day, start } of answer.accounts) {
    const { opening_cents, moved_cents } = totals
    const stated = { stated_cents: ledger_balance_cents, stated_day: ledger_day }
    if (shape.isBalanced && start !== null)
      told.push(...balanceProblems({ opening_cents, known_opening_cents: shape.opening_cents, moved_cents, ...stated }))
  }
  if (answer.accounts.length > 1) told.push('O arquivo traz mais de uma conta.')
  if (shape.isBalanced && answer.accounts[0]?.ledger_balance_cents === null) told.push('O arquivo não traz saldo.')
  return { sums, told }
}

const sumsOf = (amounts: readonly number[]) => ({
  in: amounts.filter(cents => cents > 0).reduce((sum, cents) => sum + cents, 0),
  out: amounts.filter(cents => cents < 0).reduce((sum, cents) => sum + cents, 0),
})
const same = (a: { in: number; out: number }, b: { in: number; out: number }): boolean => a.in === b.in && a.out === b.out

/** A table that ends early between two lines is a whole table of fewer days. */
const isBeginning = (sums: { in: number; out: number }, { name, amounts }: Shape): boolean =>
  name.startsWith('CSV') && amounts.some((_, count) => same(sums, sumsOf(amounts.slice(0, count))))

const SENTENCE = /^[\p{Lu}“\d][^\n]{8,400}[.?]$/u
const FOREIGN = /undefined|NaN|\[object|Error:|Infinity|\bnull\b|[\ufffd]/

/** What is wrong with how a damaged file was taken; undefined when nothing is. */
function fault(bytes: Uint8Array, shape: Shape, usual: readonly string[]): string | undefined {
  const { sums, told } = seen(bytes, shape)
  const wordless = told.find(text => !SENTENCE.test(text))
  if (wordless !== undefined) return `says “${wordless}”`
  const foreign = told.find(text => FOREIGN.test(text.replace(/“[^”]*”/g, '')))
  if (foreign !== undefined) return `says “${foreign}”`
  if (sums === undefined || same(sums, sumsOf(shape.amounts))) return undefined
  if (told.some(text => !usual.includes(text)) || isBeginning(sums, shape)) return undefined
  return `gives ${JSON.stringify(sums)} instead of ${JSON.stringify(sumsOf(shape.amounts))} and says nothing`
}

const damaged = (shape: Shape, random: Random): { bytes: Uint8Array; how: string } | undefined => {
  const mutation = MUTATIONS[random(MUTATIONS.length)]
  const bytes = mutation?.make(bytesOf(shape), shape, random)
  return bytes && { bytes, how: mutation?.name ?? '' }
}

test('F9: whole files give their sums, whatever they are written in', () => {
  for (let seed = 1; seed <= times(2, 500); seed++)
    for (const shape of shapesOf(randomOf(seed))) {
      const { sums, told } = seen(bytesOf(shape), shape)
      expect({ shape: shape.name, sums, told }).toEqual({ shape: shape.name, sums: sumsOf(shape.amounts), told: [] })
    }
})

test('F9: damaged files never give a wrong sum without a word', () => {
  const wanted = times(300, 120_000)
  const wrong: string[] = []
  let done = 0
  for (let seed = 1; done < wanted; seed++) {
    const random = randomOf(seed)
    for (const shape of shapesOf(random)) {
      const made = damaged(shape, random)
      if (!made) continue
      done++
      const found = fault(made.bytes, shape, [])
      if (found) wrong.push(`seed ${seed}, ${shape.name}, ${made.how}: ${found}`)
    }
  }
  figure({
    promise: 'F9',
    what: 'arquivos de extrato danificados com soma errada e sem aviso',
    ours: `${wrong.length} de ${done}`,
    floor: '0',
  })
  expect(wrong).toEqual([])
})

test('F9: files cut at every tenth byte never give a wrong sum without a word', () => {
  const wrong: string[] = []
  let done = 0
  for (let seed = 1; seed <= times(1, 40); seed++)
    for (const shape of shapesOf(randomOf(seed))) {
      const bytes = bytesOf(shape)
      for (let length = 0; length < bytes.length; length += isFull ? 10 : 70) {
        done++
        const found = fault(bytes.subarray(0, length), shape, [])
        if (found) wrong.push(`seed ${seed}, ${shape.name}, cut at ${length}: ${found}`)
      }
    }
  figure({
    promise: 'F9',
    what: 'arquivos de extrato cortados com soma errada e sem aviso',
    ours: `${wrong.length} de ${done}`,
    floor: '0',
  })
  expect(wrong).toEqual([])
})
