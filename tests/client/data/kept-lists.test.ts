// Lists kept on the device: what opens at once, and everything that is not believed.
import 'fake-indexeddb/auto'
import { webcrypto } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { tellChange } from '#client/data/changes.ts'
import { dropKeptLists, KEPT_LISTS } from '#client/data/kept-place.ts'
import { type ListRequest, type OpenList, openList } from '#client/data/lists.ts'
import { forgetSession } from '#client/data/session.ts'
import { storeTokens } from '#client/data/tokens.ts'
import { bills } from '#contract/bills.ts'
import type { ColumnarAnswer } from '#contract/kit/columns.ts'
import { refusal } from '../fake-server.ts'
import { columnsOf, type Row } from '../ledger/rows.ts'

const request: ListRequest = { row: bills.list, params: { c: 'k' }, query: { date_type: 'due_date' }, kept: true }
const rowsOf = (count: number, amount_cents = 1): Row[] => Array.from({ length: count }, (_, at) => ({ id: `r${at}`, amount_cents }))

type Answered = ColumnarAnswer | { status: number; body: unknown } | 'offline'

const asked: (string | null)[] = []
let lists: OpenList[] = []
let answering: (query: URLSearchParams) => Answered | Promise<Answered>

function signIn(user: string, session = 's1'): void {
  const payload = btoa(JSON.stringify({ sub: user, sid: session })).replaceAll('=', '')
  storeTokens({ accessToken: `h.${payload}.s`, refreshToken: 'r' })
}

/** Opens the list as a page would, and keeps everything it is told. */
function open(more: Partial<ListRequest> = {}, drawn?: () => Promise<void>) {
  const heard: string[] = []
  const rows = new Map<string, unknown>()
  const put = (answer: ColumnarAnswer) =>
    (answer.columns.id as string[]).forEach((id, at) => {
      if (answer.columns.deleted?.[at]) rows.delete(id)
      else rows.set(id, answer.columns.amount_cents?.[at])
    })
  const list = openList(
    { ...request, ...more },
    {
      whole(answer, partial) {
        heard.push(`${partial ? 'first' : 'whole'} ${answer.count}`)
        if (!partial) rows.clear()
        put(answer)
      },
      delta(answer) {
        heard.push(`delta ${answer.count}`)
        put(answer)
      },
      dropped() {
        heard.push('dropped')
        rows.clear()
      },
      failed: () => void heard.push('failed'),
      busy: () => {},
      ...(drawn ? { drawn } : {}),
    },
  )
  lists.push(list)
  return { heard, rows, list }
}

const until = (check: () => void) => vi.waitFor(check, { timeout: 5000, interval: 5 })

async function inStore<T>(name: string, mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(KEPT_LISTS)
  await until(() => expect(opening.readyState).toBe('done'))
  const database = opening.result
  try {
    const request = ask(database.transaction(name, mode).objectStore(name))
    await until(() => expect(request.readyState).toBe('done'))
    return request.result
  } finally {
    database.close()
  }
}
const keptCount = () => inStore('uses', 'readonly', store => store.count())

/** The first opening: nothing is kept yet, and then it is. */
async function keepOne(count = 450, cursor = 'c1'): Promise<void> {
  answering = query => columnsOf(rowsOf(query.has('limit') ? Math.min(200, count) : count), cursor)
  const { heard, list } = open()
  await until(() => expect(heard.at(-1)).toBe(`whole ${count}`))
  await until(async () => expect(await keptCount()).toBe(1))
  list.close()
  asked.length = 0
}

beforeEach(() => {
  vi.stubGlobal('crypto', webcrypto)
  asked.length = 0
  vi.stubGlobal('fetch', async (url: string) => {
    const query = new URLSearchParams(String(url).split('?')[1])
    asked.push(query.has('since') ? `since ${query.get('since')}` : query.has('limit') ? 'first' : 'whole')
    const given = await answering(query)
    if (given === 'offline') throw new TypeError('failed to fetch')
    return 'status' in given ? new Response(JSON.stringify(given.body), { status: given.status }) : new Response(JSON.stringify(given))
  })
  signIn('ana')
})
afterEach(async () => {
  for (const list of lists) list.close()
  lists = []
  vi.useRealTimers()
  forgetSession()
  await new Promise(done => setTimeout(done, 20))
  vi.unstubAllGlobals()
})

describe('a list kept on the device', () => {
  it('opens with its first rows before the server answers, asks what changed, and is whole with it', async () => {
    await keepOne()
    let answer: (given: ColumnarAnswer) => void = () => {}
    answering = () => new Promise(done => (answer = done))
    const { heard, rows } = open()
    await until(() => expect(heard).toEqual(['first 200']))
    expect(asked).toEqual(['since c1'])
    answer({ ...columnsOf([{ id: 'r3', amount_cents: 9 }], 'c2'), full: false })
    await until(() => expect(heard).toEqual(['first 200', 'whole 450', 'delta 1']))
    expect([rows.size, rows.get('r3'), rows.get('r4')]).toEqual([450, 9, 1])
  })
  it('reads its other rows only when the first ones are drawn', async () => {
    await keepOne()
    answering = () => columnsOf([], 'c2', false)
    let tell: () => void = () => {}
    const { heard } = open({}, () => new Promise(done => (tell = done)))
    await until(() => expect(heard).toEqual(['first 200']))
    const read = vi.spyOn(crypto.subtle, 'decrypt')
    await new Promise(done => setTimeout(done, 50))
    expect(heard).toEqual(['first 200'])
    expect(read).not.toHaveBeenCalled()
    tell()
    await until(() => expect(heard).toEqual(['first 200', 'whole 450']))
    expect(read).toHaveBeenCalledOnce()
  })
  it('left while its first rows are being drawn, it complains of nothing', async () => {
    await keepOne()
    let refuse: (error: unknown) => void = () => {}
    answering = () => new Promise((_, no) => (refuse = no))
    const complaints: unknown[] = []
    const hear = (error: unknown) => void complaints.push(error)
    process.on('unhandledRejection', hear)
    const { heard, list } = open({}, () => new Promise(() => {}))
    await until(() => expect(heard).toEqual(['first 200']))
    list.close()
    refuse(new DOMException('signal is aborted without reason', 'AbortError'))
    await new Promise(done => setTimeout(done, 50))
    process.off('unhandledRejection', hear)
    expect(complaints).toEqual([])
    expect(heard).toEqual(['first 200'])
  })
  it('of a few rows opens whole at once', async () => {
    await keepOne(12)
    answering = () => ({ ...columnsOf([], 'c2'), full: false })
    const { heard } = open()
    await until(() => expect(heard).toEqual(['first 12', 'whole 12']))
    expect(asked).toEqual(['since c1'])
  })
  it('lies there sealed: neither its rows nor its address can be read', async () => {
    answering = () => columnsOf([{ id: 'r0', additional_information: 'Aluguel da Rua Secreta' }], 'c1')
    open()
    await until(async () => expect(await keptCount()).toBe(1))
    const sealed = await inStore('sealed', 'readonly', store => store.getAll())
    const names = await inStore('sealed', 'readonly', store => store.getAllKeys())
    const text = `${names.join()} ${sealed.map(({ bytes }) => new TextDecoder('latin1').decode(bytes)).join()}`
    expect(text).not.toMatch(/Secreta|bills|due_date/)
    const { key } = await inStore('keys', 'readonly', store => store.get('own'))
    expect(key.extractable).toBe(false)
  })
})

describe('what is not believed, and read anew', () => {
  const whole = () => {
    answering = query => columnsOf(rowsOf(query.has('limit') ? 200 : 450, 7), 'c9')
  }
  const readAnew = async () => {
    const { heard, rows } = open()
    await until(() => expect(heard.at(-1)).toBe('whole 450'))
    expect(rows.get('r0')).toBe(7)
    return heard
  }
  it('a cursor that the server no longer knows: its whole answer takes the place of what was shown', async () => {
    await keepOne()
    answering = () => columnsOf(rowsOf(449, 7), 'c9')
    const { heard, rows } = open()
    await until(() => expect(heard).toEqual(['first 200', 'whole 449']))
    expect([rows.size, rows.get('r0')]).toEqual([449, 7])
    expect(asked).toEqual(['since c1'])
  })
  it('of yesterday', async () => {
    await keepOne()
    whole()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 })
    expect(await readAnew()).toEqual(['first 200', 'whole 450'])
    expect(asked).toEqual(['first', 'whole'])
  })
  it('of another person, and of another session of the same one', async () => {
    for (const [user, session] of [
      ['bia', 's1'],
      ['ana', 's2'],
    ] as const) {
      signIn('ana')
      await keepOne()
      signIn(user, session)
      whole()
      await readAnew()
      expect(asked).toEqual(['first', 'whole'])
    }
  })
  it('of another build of the product', async () => {
    await keepOne()
    const script = document.createElement('script')
    script.type = 'module'
    script.setAttribute('src', '/assets/other.js')
    document.head.append(script)
    try {
      whole()
      await readAnew()
      expect(asked).toEqual(['first', 'whole'])
    } finally {
      script.remove()
    }
  })
  it.each([
    ['cut off', (bytes: Uint8Array) => bytes.slice(0, bytes.length / 2)],
    ['changed by one bit', (bytes: Uint8Array) => bytes.map((byte, at) => (at === 40 ? byte ^ 1 : byte))],
    ['empty', () => new Uint8Array(0)],
  ])('first rows that are %s', async (_, harm) => {
    await keepOne()
    await harmed(/\.first$/, harm)
    whole()
    expect(await readAnew()).toEqual(['first 200', 'whole 450'])
    expect(asked).toEqual(['first', 'whole'])
  })
  it('rows that are cut off, or those of another reading, behind first rows that are right', async () => {
    for (const harm of [(bytes: Uint8Array) => bytes.slice(0, 100), undefined]) {
      signIn('ana', harm ? 's1' : 's2')
      await keepOne()
      if (harm) await harmed(/\.whole /, harm)
      else await renamed(/\.whole /)
      answering = query =>
        query.has('since') ? { ...columnsOf([], 'c2'), full: false } : columnsOf(rowsOf(query.has('limit') ? 200 : 450, 7), 'c9')
      const heard = await readAnew()
      expect(heard).toEqual(['first 200', 'first 200', 'whole 450'])
    }
  })
  it('a list that the server refuses now: its rows are taken back', async () => {
    await keepOne()
    answering = () => refusal(403, 'permission.denied', 'Sem permissão') as never
    const { heard, rows } = open()
    await until(() => expect(heard).toEqual(['first 200', 'dropped', 'failed']))
    expect(rows.size).toBe(0)
    await until(async () => expect(await keptCount()).toBe(0))
  })
  it('after the session ended: nothing is left to open', async () => {
    await keepOne()
    forgetSession()
    signIn('ana', 'the next session')
    whole()
    expect(await readAnew()).toEqual(['first 200', 'whole 450'])
    expect(asked).toEqual(['first', 'whole'])
  })
  it('a device without room or without storage: the list opens as ever', async () => {
    const put = IDBObjectStore.prototype.put
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, value, key) {
      if (this.name === 'sealed') throw new DOMException('full', 'QuotaExceededError')
      return put.call(this, value, key)
    }
    try {
      whole()
      await readAnew()
    } finally {
      IDBObjectStore.prototype.put = put
    }
    vi.stubGlobal('indexedDB', undefined)
    await readAnew()
    dropKeptLists()
  })
})

describe('a list that changes while it opens', () => {
  it('is whole, once, with the change', async () => {
    await keepOne()
    let first: (given: ColumnarAnswer) => void = () => {}
    let asks = 0
    answering = () => {
      asks += 1
      if (asks === 1) return new Promise(done => (first = done))
      return { ...columnsOf([{ id: 'r450', amount_cents: 5 }], 'c3'), full: false }
    }
    const { heard, rows } = open()
    await until(() => expect(heard).toEqual(['first 200']))
    tellChange({ tags: ['bills'], company_id: 'k' })
    await new Promise(done => setTimeout(done, 60))
    first({ ...columnsOf([], 'c2'), full: false })
    await until(() => expect(heard).toEqual(['first 200', 'whole 450', 'delta 1']))
    expect(asked).toEqual(['since c1', 'since c2'])
    expect(rows.size).toBe(451)
  })
  it('is told nothing any more once it is closed', async () => {
    await keepOne()
    let answer: (given: ColumnarAnswer) => void = () => {}
    answering = () => new Promise(done => (answer = done))
    const { heard, list } = open()
    await until(() => expect(heard).toEqual(['first 200']))
    list.close()
    answer({ ...columnsOf([], 'c2'), full: false })
    await new Promise(done => setTimeout(done, 30))
    expect(heard).toEqual(['first 200'])
  })
})

async function harmed(which: RegExp, harm: (bytes: Uint8Array) => Uint8Array): Promise<void> {
  const names = (await inStore('sealed', 'readonly', store => store.getAllKeys())) as string[]
  const name = names.find(each => which.test(each)) ?? ''
  const { nonce, bytes } = await inStore('sealed', 'readonly', store => store.get(name))
  await inStore('sealed', 'readwrite', store => store.put({ nonce, bytes: harm(new Uint8Array(bytes)).slice().buffer }, name))
}

async function renamed(which: RegExp): Promise<void> {
  const names = (await inStore('sealed', 'readonly', store => store.getAllKeys())) as string[]
  const name = names.find(each => which.test(each)) ?? ''
  const first = await inStore('sealed', 'readonly', store => store.get(name.replace(/whole .*/, 'first')))
  await inStore('sealed', 'readwrite', store => store.put(first, name))
}
