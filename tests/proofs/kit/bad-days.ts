// What a party outside does on its bad days, drawn by seed, and the count of a campaign: what was asked, done to us, moved, lost, done twice.
import type { ServerResponse } from 'node:http'
import fc from 'fast-check'
import { templateOf } from '#tests/kit/party-calls.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE

/** In the place of an answer. */
const ANSWERS = {
  'sem resposta': { status: 0, body: '', headers: {} },
  '500': { status: 500, body: '{"errors":[]}', headers: {} },
  '502 com página': { status: 502, body: '<h1>Bad gateway</h1>', headers: {} },
  'resposta cortada': { status: 200, body: '{"id":"5', headers: {} },
  '429': { status: 429, body: '', headers: { 'retry-after': '30' } },
  '401': { status: 401, body: '{"errors":[]}', headers: {} },
} as const
type Kind = keyof typeof ANSWERS
const isRefusal = (kind: Kind): boolean => kind === '429' || kind === '401'

/** `taken`: the party did what was asked before. */
export interface BadDay {
  kind: Kind
  where: number
  taken: boolean
}

export const badDays = (most: number): fc.Arbitrary<BadDay[]> =>
  fc.array(
    fc
      .record({ kind: fc.constantFrom(...(Object.keys(ANSWERS) as Kind[])), where: fc.nat(), taken: fc.boolean() })
      .map(day => ({ ...day, taken: day.taken && !isRefusal(day.kind) })),
    { maxLength: most },
  )

export const wordOf = ({ kind, taken }: Pick<BadDay, 'kind' | 'taken'>): string => (taken ? `${kind} depois de aceito` : kind)

export function spoilt(day: BadDay, response: ServerResponse): void {
  const { status, body, headers } = ANSWERS[day.kind]
  if (status === 0) response.socket?.destroy()
  else response.writeHead(status, headers).end(body)
}

/** As the servers take it that are told of their faults call by call. */
export type CallFault = { status: number; body?: string; headers?: Record<string, string> } | 'reset' | 'done, then reset'

export function faultsOf(days: readonly BadDay[], calls: readonly string[]): Map<string, CallFault[]> {
  const byCall = new Map<string, CallFault[]>()
  for (const { kind, where, taken } of days) {
    const call = calls[where % calls.length] ?? ''
    const { status, body, headers } = ANSWERS[kind]
    const fault = taken ? 'done, then reset' : status === 0 ? 'reset' : { status, body, headers: { ...headers } }
    byCall.set(call, [...(byCall.get(call) ?? []), fault])
  }
  return byCall
}

export function wordOfFault(fault: CallFault | 'done, then silence' | 'half, then silence'): string {
  if (typeof fault === 'string') return wordOf({ kind: 'sem resposta', taken: fault !== 'reset' })
  if (fault.status === 200) return 'resposta cortada'
  return fault.status === 502 ? '502 com página' : String(fault.status)
}

/** One party over all its days. */
export class Campaign {
  private readonly made = new Set<string>()
  private readonly faults = new Map<string, number>()
  private held = { lostCents: 0, twice: 0 }
  moved = 0
  lostCents = 0
  twice = 0
  unknown = 0

  constructor(
    private readonly party: string,
    private readonly needed: readonly string[],
    private readonly nouns = { moved: 'movimentos', lost: 'centavos perdidos', twice: 'pagos duas vezes' },
  ) {}

  /** Throws for a call that the list of needed ones does not know. */
  called(call: string): void {
    const template = templateOf(this.needed, call)
    if (template === undefined) throw new Error(`${call} stands in no list of what is needed of ${this.party}`)
    this.made.add(template)
  }

  /** A fault that the product met. */
  met(kind: string): void {
    this.faults.set(kind, (this.faults.get(kind) ?? 0) + 1)
  }

  /** Throws for what was lost or done twice since it was asked last. */
  hold(): void {
    const { lostCents, twice, held } = this
    this.held = { lostCents, twice }
    if (lostCents !== held.lostCents || twice !== held.twice)
      throw new Error(`${this.party}: ${lostCents - held.lostCents} lost, ${twice - held.twice} twice`)
  }

  /** Needed calls that no day made. */
  get missing(): string[] {
    return this.needed.filter(call => !this.made.has(call))
  }

  told(): { what: string; ours: string; floor: string } {
    const kinds = [...this.faults].sort(([a], [b]) => (a < b ? -1 : 1)).map(([kind, count]) => `${count} ${kind}`)
    const total = [...this.faults.values()].reduce((sum, count) => sum + count, 0)
    const { moved, lost, twice } = this.nouns
    const silent = this.unknown === 0 ? [] : [`${this.unknown} sem resposta e ditos assim`]
    return {
      what: `${this.party}: ${this.made.size} de ${this.needed.length} chamadas`,
      ours: [
        `${total} falhas (${kinds.join(', ')})`,
        `${this.moved} ${moved}`,
        `${this.lostCents} ${lost}`,
        `${this.twice} ${twice}`,
        ...silent,
      ].join(', '),
      floor: `0 ${lost}, 0 ${twice}`,
    }
  }
}
