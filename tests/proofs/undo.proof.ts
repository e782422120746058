// B6: whatever was written, in whatever order it is taken back, the company's rows say again what they said, or undo is refused and changes nothing.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { type Books, books } from '#tests/kit/books.ts'
import { type TestAnswer, type TestServer, testServer } from '#tests/kit/server.ts'
import { type CompanyState, type CompanyWatch, differences, hashOf, touched, watchCompanies } from './kit/company-state.ts'
import { figure, seeded, times } from './kit/figure.ts'
import { type Choice, RandomWrites } from './kit/random-writes.ts'

let server: TestServer
let watch: CompanyWatch
beforeAll(async () => {
  server = await testServer()
  watch = await watchCompanies(server)
})
afterAll(() => server?.close())

/** A write that left a batch, as two looks at the rows tell it. */
interface Done {
  id: string
  /** Of the program's writes. */
  number: number
  name: string
  before: CompanyState
  after: CompanyState
  rows: ReadonlySet<string>
  made: ReadonlySet<string>
  /** Once undone: the batch that did it, and who had written each row last before. */
  undone?: { id: string; last: ReadonlyMap<string, string | undefined> }
}

interface Refusal {
  answer: TestAnswer
  was: CompanyState
  is: CompanyState
  /** No later write stands on its rows. */
  free: boolean
  /** What its rows would have said again. */
  wanted: CompanyState
  /** Rows that it would have taken away. */
  made: ReadonlySet<string>
}

/** Beside what the server says: which write stands on which row, and so which undo may follow. */
class Program {
  /** Standing writes, the last done last. */
  readonly standing: Done[] = []
  readonly undone: Done[] = []
  readonly counted = { writes: 0, undone: 0, redone: 0, blocked: 0, again: 0 }
  private readonly writers = new Map<string, string[]>()
  readonly start: CompanyState

  constructor(
    private readonly b: Books,
    private now: CompanyState,
    private readonly done: Map<string, number>,
  ) {
    this.start = now
  }

  private last(name: string): string | undefined {
    return this.writers.get(name)?.at(-1)
  }

  private undoCall(id: string): Promise<TestAnswer> {
    return server.call(this.b.owner, contract.batches.undo, { params: { ...this.b.c, id } })
  }

  /** Looks at the rows again: what was and what is. */
  private async look(): Promise<[CompanyState, CompanyState]> {
    const was = this.now
    this.now = await watch.state(this.b.company.id)
    return [was, this.now]
  }

  async write(op: number, choice: Choice): Promise<void> {
    const writes = new RandomWrites(server, this.b, name => this.start.has(name) && hashOf(this.start, name) === null)
    const names = Object.keys(writes.all)
    const name = names[op % names.length] ?? ''
    const wanted = await writes.all[name]?.(choice)
    if (!wanted) return
    const answer = await server.call(this.b.owner, ...wanted)
    const [before, after] = await this.look()
    const rows = new Set(touched(before, after))
    const id = answer.headers['x-batch-id']
    expect(answer.status, `${name} ${JSON.stringify(answer.data)}`).toBeLessThan(500)
    // Refused, or nothing to change: no row moved, no batch.
    if (answer.status >= 300 || id === undefined) return expect([...rows], `${name} ${answer.status}`).toEqual([])
    const made = new Set([...rows].filter(each => !before.has(each)))
    this.standing.push({ id, number: this.counted.writes, name, before, after, rows, made })
    for (const row of rows) this.writers.set(row, [...(this.writers.get(row) ?? []), id])
    this.counted.writes += 1
    this.done.set(name, (this.done.get(name) ?? 0) + 1)
  }

  /** True when it was taken back, false when it was refused as it should be. */
  async undo(done: Done): Promise<boolean> {
    const free = [...done.rows].every(row => this.last(row) === done.id)
    const answer = await this.undoCall(done.id)
    const [was, is] = await this.look()
    if (answer.status !== 200) return this.refused(`undo ${done.name}`, { answer, was, is, free, wanted: done.before, made: done.made })
    await this.expectMoved(`undo ${done.name}`, free, was, is, done.rows, done.before)
    expect(await watch.pointingAt(this.b.company.id, done.made), `undo ${done.name} left what points at it`).toEqual([])
    for (const row of done.rows) this.writers.get(row)?.pop()
    done.undone = { id: answer.headers['x-batch-id'] ?? '', last: new Map([...done.rows].map(row => [row, this.last(row)])) }
    this.standing.splice(this.standing.indexOf(done), 1)
    this.undone.push(done)
    this.counted.undone += 1
    return true
  }

  async redo(done: Done): Promise<void> {
    const { id = '', last } = done.undone ?? {}
    const free = [...done.rows].every(row => this.last(row) === last?.get(row))
    const answer = await this.undoCall(id)
    const [was, is] = await this.look()
    if (answer.status !== 200)
      return void (await this.refused(`redo ${done.name}`, { answer, was, is, free, wanted: done.after, made: new Set() }))
    await this.expectMoved(`redo ${done.name}`, free, was, is, done.rows, done.after)
    for (const row of done.rows) this.writers.get(row)?.push(done.id)
    this.undone.splice(this.undone.indexOf(done), 1)
    this.standing.push(done)
    this.counted.redone += 1
  }

  /** Undone already: the answer is the same, and nothing happens. */
  async again(done: Done): Promise<void> {
    const answer = await this.undoCall(done.id)
    const [was, is] = await this.look()
    expect([answer.status, answer.headers['x-batch-id'], touched(was, is)], `again ${done.name}`).toEqual([200, undefined, []])
    this.counted.again += 1
  }

  /** Its rows say what they said then, and point at nothing that has gone since; no other row was touched. */
  private async expectMoved(
    what: string,
    free: boolean,
    was: CompanyState,
    is: CompanyState,
    rows: ReadonlySet<string>,
    then: CompanyState,
  ): Promise<void> {
    expect(free, `${what} went over a later write`).toBe(true)
    expect(
      touched(was, is).filter(row => !rows.has(row)),
      `${what} moved others`,
    ).toEqual([])
    expect(
      [...rows].filter(row => hashOf(is, row) !== hashOf(then, row)),
      `${what} did not restore`,
    ).toEqual([])
    const gone = await watch.pointedAt(this.b.company.id, rows)
    expect(
      gone.filter(name => hashOf(then, name) !== null),
      `${what} brought back what points at nothing`,
    ).toEqual([])
  }

  /** Nothing moved, and there was a reason. */
  private async refused(what: string, { answer, was, is, free, wanted, made }: Refusal): Promise<false> {
    const id = (answer.data as { id?: string }).id
    expect(touched(was, is), `${what} was refused and moved rows`).toEqual([])
    expect(['undo.blocked', 'period.closed', 'conflict.already_exists'], `${what} ${JSON.stringify(answer.data)}`).toContain(id)
    expect(answer.status).toBe(409)
    if (id === 'period.closed') {
      const closed = await server.sql`select 1 from date_ranges where company_id = ${this.b.company.id} and status = 'CLOSED'`
      expect(closed.length, `${what} without a closed period`).toBeGreaterThan(0)
    } else if (id === 'conflict.already_exists') {
      const taken = await server.sql`select 1 from associates gone
        join associates one on one.company_id = gone.company_id and one.document_number = gone.document_number and one.deleted_at is null
        where gone.company_id = ${this.b.company.id} and gone.deleted_at is not null`
      expect(taken.length, `${what} though nobody took its place`).toBeGreaterThan(0)
    } else if (free) {
      const gone = [...wanted.keys()].filter(name => hashOf(wanted, name) !== null && hashOf(is, name) === null && !made.has(name))
      expect((await watch.pointingAt(this.b.company.id, made)).length + gone.length, `${what} was blocked by nothing`).toBeGreaterThan(0)
    }
    this.counted.blocked += 1
    return false
  }

  /**
   * Newest first; one of a period that was closed again waits until the closing is taken back. What hangs on something that an undo took away
   * comes back once that is redone.
   */
  async unwind(): Promise<void> {
    let redone = false
    while (this.standing.length > 0) {
      const before = this.standing.length
      for (const done of this.standing.toSorted((a, b) => b.number - a.number)) await this.undo(done)
      if (this.standing.length < before) continue
      expect(redone, `cannot be undone: ${this.standing.map(done => done.name)}`).toBe(false)
      redone = true
      for (const done of this.undone.toSorted((a, b) => a.number - b.number)) await this.redo(done)
    }
    expect(differences(this.start, this.now)).toEqual([])
  }
}

async function aCompany(): Promise<Books> {
  const b = await books(server)
  await b.bills(3)
  await b.receivable()
  for (const cents of [-1000, -2500, -1005, -10_000, 700]) await b.line(cents, { description: 'PIX' })
  const transfer = { date: '2026-03-05', amount_cents: 5, from_bank_account_id: b.account, to_bank_account_id: b.otherAccount }
  await server.as(b.owner).ok(contract.transfers.create, { params: b.c, body: transfer })
  await server.as(b.owner).ok(contract.rules.create, { params: b.c, body: { contains: 'pix', category_id: b.category } })
  await b.close('2025-12-01', '2025-12-31')
  return b
}

/** Few rows and kinds of write to choose from in one program, so that writes meet. */
const KINDS_AT_ONCE = 14
const choice = { pick: fc.nat(5), more: fc.nat(23) }
const action = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('write' as const), op: fc.nat(KINDS_AT_ONCE - 1), ...choice }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('undo', 'undo', 'redo', 'again'), op: fc.nat(10_000), ...choice }) },
)
/** Leaves no trace, so many programs share a company; a fresh one now and then keeps the deleted rows few. */
const PROGRAMS_PER_COMPANY = 20

test('B6: undo restores, in any order it is allowed in, and else changes nothing', { timeout: 24 * 3_600_000 }, async () => {
  const programs = times(12, 10_000)
  const done = new Map<string, number>()
  const sums = { writes: 0, undone: 0, redone: 0, blocked: 0, again: 0 }
  let run = 0
  let clean = true
  let b: Books | undefined
  await fc.assert(
    fc.asyncProperty(fc.nat(10_000), fc.array(action, { minLength: 5, maxLength: 14 }), async (from, actions) => {
      server.clock.advance(60_000)
      if (run % PROGRAMS_PER_COMPANY === 0 || !b || !clean) b = await aCompany()
      run += 1
      clean = false
      const program = new Program(b, await watch.state(b.company.id), done)
      for (const { kind, op, pick, more } of actions) {
        const [standing, undone] = [program.standing[op % program.standing.length], program.undone[op % program.undone.length]]
        if (kind === 'write') await program.write(from + op, { pick, more })
        else if (kind === 'undo' && standing) await program.undo(standing)
        else if (kind === 'redo' && undone) await program.redo(undone)
        else if (kind === 'again' && undone) await program.again(undone)
      }
      await program.unwind()
      for (const [name, count] of Object.entries(program.counted)) sums[name as keyof typeof sums] += count
      // One that failed has left its traces.
      clean = true
    }),
    seeded(programs),
  )
  expect(sums.blocked).toBeGreaterThan(0)
  figure({
    promise: 'B6',
    what: 'programas de fazer e desfazer',
    ours: `0 diferenças em ${programs} (${sums.writes} escritas de ${done.size} tipos, ${sums.undone} desfeitas, ${sums.redone} refeitas, ${sums.blocked} recusadas sem efeito)`,
    floor: '0 em 10.000',
  })
})
