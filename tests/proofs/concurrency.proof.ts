// B1 to B4 and B7: of those who do the same exactly one wins, nothing is lost, bulks are whole, a closed period stays closed, nobody reads half.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { type Books, books } from '#tests/kit/books.ts'
import { type TestAnswer, type TestServer, testServer } from '#tests/kit/server.ts'
import { figure, times } from './kit/figure.ts'

const { bankAccounts, bills, entries, transfers } = contract

let server: TestServer
let b: Books
beforeAll(async () => {
  server = await testServer()
  b = await books(server)
})
afterAll(() => server?.close())

const long = { timeout: 3_600_000 }
const ok = (answer: TestAnswer) => answer.status < 300
const idOf = (answer: TestAnswer) => (answer.data as { id?: string }).id
/** What so many may ask in that time is not limited, and a lock waited for too long is retried by a person, not by the proof. */
const breathe = (people = 2) => server.clock.advance(600 + people * 200)

/** Two people, an office, and a crowd; each set meets so many times. */
const CROWDS = [
  { people: 2, rounds: times(2, 500) },
  { people: 10, rounds: times(1, 1_000) },
  { people: 50, rounds: times(1, 100) },
]

test('B1: of two, ten and fifty who conciliate the same line one does', long, async () => {
  for (const { people, rounds } of CROWDS)
    for (let round = 0; round < rounds; round += 1) {
      breathe(people)
      const [line, titles] = [await b.line(-10_000), await b.bills(people)]
      breathe(people)
      const answers = await Promise.all(
        titles.map(bill =>
          server.call(b.owner, bills.conciliate, { params: b.c, body: { bill_ids: [bill.id], bank_statement_entry_ids: [line] } }),
        ),
      )
      expect(answers.filter(ok)).toHaveLength(1)
      for (const answer of answers.filter(each => !ok(each)))
        expect([answer.status, idOf(answer)]).toEqual([409, 'conciliation.already_done'])
    }
  const doubles =
    await server.sql(`select l.id from statement_entries l join entries e on e.company_id = l.company_id and e.conciliation_id = l.conciliation_id
    where l.deleted_at is null and e.deleted_at is null and e.difference_kind is null group by l.id having count(*) > 1`)
  expect(doubles).toEqual([])
  figure({
    promise: 'B1',
    what: 'mesma linha por 2, 10 e 50 ao mesmo tempo',
    ours: `1 vencedor em cada uma de ${CROWDS.reduce((sum, { rounds }) => sum + rounds, 0)} rodadas`,
    floor: '0 duplas',
  })
})

test('B2: of two who change the same version one is told', long, async () => {
  const bill = await b.bill()
  const pairs = times(12, 10_000)
  let { version } = bill
  for (let pair = 0; pair < pairs; pair += 1) {
    breathe()
    const change = (who: string) =>
      server.call(b.owner, bills.update, { params: { ...b.c, id: bill.id }, body: { additional_information: `${who}${pair}`, version } })
    const answers = await Promise.all([change('a'), change('b')])
    const [winner, ...others] = answers.filter(ok)
    expect(others).toEqual([])
    expect(idOf(answers.find(each => !ok(each)) as TestAnswer)).toBe('conflict.stale_version')
    const stored = await b.billOf(bill.id)
    expect(winner?.data).toMatchObject({ additional_information: stored.additional_information })
    version = stored.version
  }
  figure({ promise: 'B2', what: 'pares de alterações da mesma versão', ours: `0 perdidas em ${pairs}`, floor: '0' })
})

test('B3: a bulk changes all or nothing, and opposite orders never block each other', long, async () => {
  const ids = (await b.bills(12)).map(bill => bill.id)
  const calls = times(9, 500)
  for (let call = 0; call < calls; call += 1) {
    breathe()
    const at = [0, ids.length >> 1, ids.length][call % 3] as number
    const poisoned = [...ids.slice(0, at), randomUUID(), ...ids.slice(at)]
    const answer = await server.call(b.owner, bills.updateMany, { params: b.c, body: { ids: poisoned, additional_information: 'veneno' } })
    expect([answer.status, idOf(answer)]).toEqual([422, 'bulk.rejected'])
  }
  expect((await b.stored('entries', ids)).filter(row => row.additional_information === 'veneno')).toEqual([])
  const races = times(8, 500)
  for (let race = 0; race < races; race += 1) {
    breathe()
    const bulk = (order: readonly string[]) =>
      server.call(b.owner, bills.updateMany, { params: b.c, body: { ids: order, additional_information: `r${race}` } })
    const answers = await Promise.all([bulk(ids), bulk([...ids].reverse())])
    expect(answers.map(answer => answer.status)).toEqual([200, 200])
  }
  figure({ promise: 'B3', what: 'lotes', ours: `0 linhas de ${calls} envenenados, 0 impasses em ${races} cruzados`, floor: '0' })
})

test('B4: nothing is written into a period after it closed', long, async () => {
  const races = times(6, 2_000)
  let refused = 0
  for (let race = 0; race < races; race += 1) {
    breathe()
    const due_date = `2025-0${1 + (race % 9)}-10`
    const range = { start_date: `${due_date.slice(0, 8)}01`, end_date: `${due_date.slice(0, 8)}28` }
    const create = () => server.call(b.owner, bills.create, { params: b.c, body: { amount_cents: 1, due_date, competence_date: due_date } })
    const [closing, ...written] = await Promise.all([
      server.call(b.owner, entries.closeDateRange, { params: b.c, body: range }),
      create(),
      create(),
      create(),
    ])
    expect(closing.status, JSON.stringify(closing.data)).toBeLessThan(300)
    for (const answer of written.filter(each => !ok(each))) expect(idOf(answer)).toBe('period.closed')
    refused += written.filter(each => !ok(each)).length
    const [row] = await server.sql<{ counted: number; there: number }>(
      `select r.open_entries_count as counted, (select count(*)::int from entries e where e.company_id = r.company_id and e.deleted_at is null and not e.has_children
          and e.status not in ('PAID', 'RECEIVED') and e.date between r.start_date and r.end_date) as there
        from date_ranges r where r.id = $1`,
      [idOf(closing)],
    )
    expect(row?.there).toBe(row?.counted)
    await server.as(b.owner).ok(entries.openDateRange, { params: { ...b.c, id: idOf(closing) ?? '' } })
  }
  figure({
    promise: 'B4',
    what: 'fechar contra escrever',
    ours: `0 escritas tardias em ${races} corridas (${refused} recusadas)`,
    floor: '0',
  })
})

test('B7: every history of changes and transfers is one that happened in some order', long, async () => {
  const own = await books(server)
  const [me, c] = [server.as(own.owner), own.c]
  const group = (await own.bills(8)).map(({ id }) => id)
  const until = performance.now() + times(1_000, 60_000)
  /** Texts that grow at their end, one after the other: what was acknowledged of each, and what was read of it. */
  const registers: { id: string; appended: string[]; seen: string[] }[] = []
  const begin = async () => void registers.push({ id: (await own.bill({ additional_information: '' })).id, appended: [], seen: [] })
  await begin()
  const money = new Set<number>()
  let halves = 0
  /** Adds its own word to the end of what it read, if nobody was faster. */
  const append = async (who: number, n: number) => {
    const register = registers.at(-1)
    if (!register) return
    const { additional_information: text, version } = await own.billOf(register.id)
    register.seen.push(text ?? '')
    if ((text ?? '').length > 1_500) return begin()
    const word = `${who}.${n};`
    const body = { additional_information: `${text ?? ''}${word}`, version }
    const answer = await server.call(own.owner, bills.update, { params: { ...c, id: register.id }, body })
    if (ok(answer)) register.appended.push(word)
    else expect(idOf(answer)).toBe('conflict.stale_version')
  }
  const rename = (who: number, n: number) =>
    server.call(own.owner, bills.updateMany, { params: c, body: { ids: group, additional_information: `${who}.${n}` } })
  const transfer = (who: number) => {
    const [from_bank_account_id, to_bank_account_id] = who % 2 ? [own.account, own.otherAccount] : [own.otherAccount, own.account]
    return me.ok(transfers.create, { params: c, body: { date: '2026-03-11', amount_cents: 700, from_bank_account_id, to_bank_account_id } })
  }
  const read = async () => {
    const listed = await me.ok(bills.list, { params: c })
    if (new Set(listed.filter(({ id }) => group.includes(id)).map(each => each.additional_information)).size > 1) halves += 1
    money.add((await me.ok(bankAccounts.balance, { params: c, query: { date: '2026-03-11' } })).total_cents)
  }
  const acts = [append, append, rename, transfer, read, read, append, read]
  await Promise.all(
    Array.from({ length: times(8, 16) }, async (_, who) => {
      for (let n = 0; performance.now() < until; n += 1) {
        breathe()
        await acts[who % acts.length]?.(who, n)
      }
    }),
  )
  for (const { id, appended, seen } of registers) {
    const last = (await own.billOf(id)).additional_information ?? ''
    // Each acknowledged word is there once and nothing else is; whatever anybody read is a beginning of the whole.
    expect([...last.matchAll(/[^;]+;/g)].map(([word]) => word).sort()).toEqual([...appended].sort())
    expect(seen.filter(text => !last.startsWith(text))).toEqual([])
  }
  const counted = (of: 'appended' | 'seen') => registers.reduce((sum, register) => sum + register[of].length, 0)
  expect(counted('appended')).toBeGreaterThan(0)
  expect(halves).toBe(0)
  expect([...money]).toHaveLength(1)
  figure({
    promise: 'B7',
    what: 'acréscimos, lotes e transferências lidos enquanto mudam',
    ours: `${counted('appended')} acréscimos, 0 perdidos; ${counted('seen')} leituras, 0 pela metade; soma sempre a mesma`,
    floor: '0; 0; a mesma',
  })
})
