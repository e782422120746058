// H3: an answer that is not what the contract says hurts one panel. Every screen is opened with one of its answers changed at random: the page
// stands, what was wrong is said by its path, and never by its value.
import type { Page, Route } from '@playwright/test'
import { contract } from '#contract/index.ts'
import { type ColumnarAnswer, checkColumns } from '#contract/kit/columns.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { readOpen } from '#contract/kit/open-words.ts'
import { figure, times } from '#tests/proofs/kit/figure.ts'
import { type Random, randomOf } from '#tests/proofs/kit/statement-shapes.ts'
import { ADDRESSES } from './addresses.ts'
import { expect, test } from './fixtures.ts'
import { settle } from './photograph.ts'

const rows = Object.values(contract).flatMap(resource => Object.values(resource) as Endpoint[])
const patterns = rows.map(row => ({ row, path: new RegExp(`^${row.path.replace(/\{\w+\}/g, '[^/]+')}/?$`) }))

const rowOf = (route: Route): Endpoint | undefined => {
  const { pathname } = new URL(route.request().url())
  return patterns.find(({ row, path }) => row.method === route.request().method() && path.test(pathname))?.row
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/** Stands in what was changed: nobody may read it where an answer is refused. */
const VALUE = 'segredo-que-ninguem-mostra'
const REGISTERS: ReadonlySet<string> = new Set(['bankAccounts.list', 'categories.list', 'contacts.list'])
const REFUSAL = { id: 'server.failed', message: 'Algo deu errado do nosso lado.' }
const WRONG: readonly Json[] = [null, true, -1.5, VALUE, [], {}, [VALUE], { [VALUE]: VALUE }]

interface Place {
  holder: Json[] | { [name: string]: Json }
  key: string
}

function* placesIn(value: Json): Generator<Place> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    yield { holder: value, key }
    yield* placesIn(inner)
  }
}

/** The answer with one value of another type, or without it; one that is empty becomes something else altogether. */
function mutated(answer: Json, random: Random): Json {
  const changed = structuredClone(answer)
  const places = [...placesIn(changed)]
  const wrong = WRONG[random(WRONG.length)] ?? null
  const place = places[random(places.length)]
  if (!place) return wrong
  if (random(4) === 0) delete (place.holder as Record<string, Json>)[place.key]
  else (place.holder as Record<string, Json>)[place.key] = wrong
  return changed
}

/** Whether the client must refuse it: an enum's new value or a longer text is none of its business. */
function isRefused({ spec }: Endpoint, answer: Json, columnar: boolean): boolean {
  if (!columnar || !spec.columns) return !readOpen(spec.returns, answer).success
  try {
    checkColumns(spec.columns, answer as unknown as ColumnarAnswer)
    return false
  } catch {
    return true
  }
}

interface Told {
  row: Endpoint
  url: string
  answer: Json
  columnar: boolean
}

/** What a screen asks for when it opens, and what it is told. */
async function answersOf(page: Page, address: string): Promise<Told[]> {
  const told = new Map<string, Told>()
  await page.route('**/v1/**', async route => {
    const row = rowOf(route)
    if (row?.method !== 'GET' || row.spec.file) return route.fallback()
    const response = await route.fetch()
    const headers = response.headers()
    if (response.ok() && /json/.test(headers['content-type'] ?? ''))
      told.set(row.id, {
        row,
        url: route.request().url(),
        answer: (await response.json()) as Json,
        columnar: /columns/.test((await route.request().headerValue('accept')) ?? ''),
      })
    return route.fulfill({ response })
  })
  await open(page, address)
  await page.unrouteAll({ behavior: 'wait' })
  return [...told.values()]
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  // Playwright's own 'networkidle' never comes for one page of some hundred.
  await settle(page)
}

/** Told softly where it waits for ever or is empty; gives what it shows. */
async function standing(page: Page, address: string, what: string): Promise<string> {
  await open(page, address).catch(error => expect.soft(error.message, what).toBe(''))
  const text = await page.locator('body').innerText()
  expect.soft(text.replace(/\s/g, '').length, what).toBeGreaterThan(40)
  return text
}

test('an answer changed at random hurts one panel, which says where and not what', async ({ page, openCompany }) => {
  const rounds = times(8, 500)
  test.setTimeout(60_000 + rounds * 20_000)
  const random = randomOf(20_261_123)
  const { id } = await openCompany('Padaria', 'bills')
  const known = new Map<string, Told[]>()
  let refused = 0
  for (let round = 0; round < rounds; round += 1) {
    const path = ADDRESSES[random(ADDRESSES.length)] ?? ''
    const address = path.replace('$companyId', id)
    const told = known.get(address) ?? (await answersOf(page, address))
    known.set(address, told)
    const one = told[random(told.length)]
    if (!one) continue
    const answer = mutated(one.answer, random)
    await page.route('**/v1/**', route => (rowOf(route)?.id === one.row.id ? route.fulfill({ json: answer }) : route.fallback()))
    const what = `${path}, ${one.row.id}: ${JSON.stringify(answer).slice(0, 300)}`
    const text = await standing(page, address, what)
    // The frame reads what may still be undone for itself, and does without it: only the history shows that list.
    const isShown = one.row.id !== 'batches.list' || path.endsWith('/history')
    if (isShown && isRefused(one.row, answer, one.columnar)) {
      refused += 1
      expect.soft(text, what).toContain(`${one.row.id}:`)
      expect.soft(text, what).not.toContain(VALUE)
    }
    await page.unrouteAll({ behavior: 'wait' })
  }
  figure({
    promise: 'H3',
    what: 'respostas mudadas ao acaso, em todas as telas',
    ours: `${rounds}, ${refused} recusadas: 0 páginas vazias, 0 valores mostrados`,
    floor: '0 páginas vazias, a mensagem do esquema, nenhum valor',
  })
})

test.describe('a reading that fails', () => {
  test.use({ expectedErrors: /the server responded with a status of 500/ })

  test('leaves nothing of any screen waiting for ever, each refused in turn', async ({ page, openCompany }) => {
    const walked = times(1, ADDRESSES.length)
    test.setTimeout(60_000 + walked * 120_000)
    const { id } = await openCompany('Padaria', 'bills')
    /** The readings of the frame, which every screen has: refused on the first two, but for the registers, which screens use each in its way. */
    let everywhere: Set<string> | undefined
    let refusals = 0
    for (const [at, path] of ADDRESSES.slice(0, walked).entries()) {
      const address = path.replace('$companyId', id)
      const told = await answersOf(page, address)
      everywhere = new Set(told.map(({ row }) => row.id).filter(row => everywhere?.has(row) ?? true))
      for (const { row } of told) {
        if (at > 1 && everywhere.has(row.id) && !REGISTERS.has(row.id)) continue
        await page.route('**/v1/**', route =>
          rowOf(route)?.id === row.id ? route.fulfill({ status: 500, json: REFUSAL }) : route.fallback(),
        )
        await standing(page, address, `${path}, ${row.id}`)
        refusals += 1
        await page.unrouteAll({ behavior: 'wait' })
      }
    }
    figure({
      promise: 'H3',
      what: `leituras recusadas uma a uma em ${walked} telas`,
      ours: `${refusals}: 0 páginas vazias, 0 que esperam`,
      floor: '0 páginas vazias',
    })
  })
})

/** A word no build knows, wherever the contract has a closed set. */
const NEW_WORD = 'PALAVRA_NOVA'

function withNewWords({ spec }: Endpoint, answer: Json): Json {
  const changed = structuredClone(answer)
  for (const { holder, key } of placesIn(changed)) {
    const at = holder as Record<string, Json>
    const value = at[key]
    if (typeof value !== 'string') continue
    at[key] = NEW_WORD
    if (!readOpen(spec.returns, changed).success) at[key] = value
  }
  // A free text takes any word, too: it keeps its own.
  const words = new Set(spec.returns.safeParse(changed).error?.issues.map(({ path }) => path.join('.')) ?? [])
  const kept = structuredClone(answer)
  for (const path of words) {
    const steps = path.split('.')
    const last = steps.pop() ?? ''
    const holder = steps.reduce<Json>((inner, step) => (inner as Record<string, Json>)[step] ?? null, kept) as Record<string, Json>
    holder[last] = NEW_WORD
  }
  return kept
}

test('H7: words that a newer server has learnt stand on every screen as the text they are', async ({ page, openCompany }) => {
  const walked = times(2, ADDRESSES.length)
  test.setTimeout(60_000 + walked * 20_000)
  const { id } = await openCompany('Padaria', 'bills')
  let shown = 0
  let put = 0
  for (const path of ADDRESSES.slice(0, walked)) {
    const address = path.replace('$companyId', id)
    const known = new Map(
      (await answersOf(page, address)).filter(one => !one.columnar).map(one => [one.row.id, withNewWords(one.row, one.answer)]),
    )
    put += JSON.stringify([...known.values()]).split(NEW_WORD).length - 1
    await page.route('**/v1/**', route => {
      const answer = known.get(rowOf(route)?.id ?? '')
      return answer === undefined ? route.fallback() : route.fulfill({ json: answer })
    })
    await open(page, address)
    const text = await page.locator('body').innerText()
    expect.soft(text.replace(/\s/g, '').length, path).toBeGreaterThan(40)
    for (const row of known.keys()) expect.soft(text, path).not.toContain(`${row}:`)
    if (text.includes(NEW_WORD)) shown += 1
    await page.unrouteAll({ behavior: 'wait' })
  }
  figure({
    promise: 'H7',
    what: `${put} palavras novas de listas fechadas nas respostas de ${walked} telas`,
    ours: `0 telas quebradas, mostradas como texto em ${shown}`,
    floor: '0',
  })
})
