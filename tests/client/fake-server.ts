// A server of a few answers in the place of fetch: by method and path, with every request kept for the test to look at.
import { vi } from 'vitest'

export interface SentRequest {
  at: string
  body: unknown
  headers: Headers
}

export interface FakeAnswer {
  status?: number
  body: unknown
  headers?: Record<string, string>
}

type Answerer = FakeAnswer | ((request: SentRequest) => FakeAnswer | Promise<FakeAnswer>)

export interface FakeServer {
  readonly sent: SentRequest[]
  /** how many requests went to an address: 'POST /v1/refresh-token' */
  count(at: string): number
  /** the bodies sent to an address, in order */
  bodies(at: string): unknown[]
  answer(at: string, answerer: Answerer): void
}

export const refusal = (status: number, id: string, message: string, more: object = {}): FakeAnswer => ({
  status,
  body: { id, message, request_id: 'req-1', ...more },
})

/** Takes the place of fetch until `vi.unstubAllGlobals`; an address without an answer is 404. */
export function fakeServer(answers: Record<string, Answerer>): FakeServer {
  const known = new Map(Object.entries(answers))
  const sent: SentRequest[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const at = `${init.method ?? 'GET'} ${String(url).split('?')[0]}`
    const request: SentRequest = {
      at,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body,
    }
    sent.push(request)
    const found = known.get(at) ?? refusal(404, 'resource.not_found', 'Não encontrado')
    const { status = 200, body, headers = {} } = typeof found === 'function' ? await found(request) : found
    return new Response(JSON.stringify(body), { status, headers })
  })
  return {
    sent,
    count: at => sent.filter(request => request.at === at).length,
    bodies: at => sent.filter(request => request.at === at).map(request => request.body),
    answer: (at, answerer) => known.set(at, answerer),
  }
}
