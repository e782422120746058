// The one gate of every surface: permission, then `when`, then arity, then `refuse`. A key can never run what a menu would not show.
import { formatCount } from '#domain/text.ts'
import { type AnyCommand, type AnyTarget, narrow, type PartialAnswers, type Reason, type RecordName, reasonFor } from './command.ts'
import { type Facts, matches } from './when.ts'

export type Need = NonNullable<NonNullable<AnyCommand['calls']>[number]['spec']['needs']>

export interface Context {
  readonly facts: Facts
  readonly target: AnyTarget
  /** Whether the person's rights in the open company hold this one ('bills:u'). */
  can(need: Need): boolean
  /** This device has no network. */
  readonly offline?: boolean
}

/** Money is not asked for where no answer can come. */
export const movesMoney = ({ calls = [] }: Pick<AnyCommand, 'calls'>): boolean => calls.some(({ spec: { rate } }) => rate === 'money')

export const OFFLINE_REASON = 'você está sem conexão'

export type Availability =
  /** `without` names what stays out of a bulk run: '9 de 12: 3 já conciliados'. */
  | { readonly state: 'ready'; readonly target: AnyTarget; readonly without?: string | undefined }
  | { readonly state: 'disabled'; readonly reason: string }
  | { readonly state: 'hidden'; readonly because: 'permission' | 'when' }

const ONE: Readonly<Record<string, string>> = {
  bill: 'uma conta',
  receivable: 'uma conta',
  entry: 'um lançamento',
  transfer: 'uma transferência',
  statement_line: 'uma linha',
  contact: 'um contato',
  category: 'uma categoria',
  account: 'uma conta bancária',
  company: 'uma empresa',
  notification: 'uma notificação',
  rule: 'uma regra',
  import: 'uma importação',
  batch: 'uma alteração',
  invoice: 'uma nota',
  product: 'um produto',
  service: 'um serviço',
  chart_account: 'uma conta contábil',
  mapping: 'um de-para',
  layout: 'um layout',
  handover: 'uma entrega',
  tax: 'um imposto',
  document: 'um documento',
  payment_order: 'uma ordem de pagamento',
  pix_key: 'uma chave Pix',
  stark_account: 'uma conta Stark Bank',
  receipt: 'um comprovante',
  connection: 'uma conexão',
  queue_company: 'uma empresa',
  replay_line: 'uma linha',
  replay_done: 'uma empresa',
  office_company: 'uma empresa',
  office_user: 'uma pessoa',
  office_order: 'uma ordem',
  received_note: 'uma nota',
  question: 'uma pergunta',
  user: 'uma pessoa',
  role: 'um cargo',
  api_key: 'uma chave',
  webhook: 'um webhook',
  webhook_delivery: 'um aviso',
  session: 'uma sessão',
}
const oneOf = (kind: RecordName | undefined): string => ONE[kind ?? ''] ?? 'um item'

/** What the records of a kind are called, one and several: 'conta', 'contas'. */
export function nounsOf(kind: RecordName): readonly [one: string, many: string] {
  const one = oneOf(kind).replace(/^uma? /, '')
  const [first = '', ...rest] = one.split(' ')
  return [one, [first.endsWith('ão') ? `${first.slice(0, -2)}ões` : `${first}s`, ...rest].join(' ')]
}

/** How many rows each reason holds, by its singular form. */
type LeftOut = ReadonlyMap<string, { readonly reason: Reason; readonly count: number }>

/** '9 de 12: 3 já conciliadas'; the reasons in order of how many rows they hold. */
function describeLeftOut(total: number, reasons: LeftOut): string {
  const left = [...reasons].sort((a, b) => b[1].count - a[1].count || (a[0] < b[0] ? -1 : 1))
  const out = left.reduce((sum, [, { count }]) => sum + count, 0)
  const said = left.map(([, { reason, count }]) => `${formatCount(count)} ${reasonFor(reason, count)}`)
  return `${formatCount(total - out)} de ${formatCount(total)}: ${said.join(', ')}`
}

export interface Sifted {
  readonly target: AnyTarget
  /** Ids that stay out, each with its reason. */
  readonly out: ReadonlyMap<string, string>
  /** '9 de 12: 3 já conciliadas', when some stay out. */
  readonly without: string | undefined
  /** Why, when none can be taken. */
  readonly none: string | undefined
}

const whole = (target: AnyTarget): Sifted => ({ target, out: new Map(), without: undefined, none: undefined })

/** The rows a command can take with these answers, and why the others stay out. */
export function sift(command: AnyCommand, target: AnyTarget, answers: PartialAnswers): Sifted {
  if (command.except === undefined || target.records.length === 0) return whole(target)
  const reasons = new Map<string, { reason: Reason; count: number }>()
  const out = new Map<string, string>()
  for (const record of target.records) {
    const reason = command.except(record, answers)
    if (reason === undefined) continue
    const key = reasonFor(reason, 1)
    reasons.set(key, { reason, count: (reasons.get(key)?.count ?? 0) + 1 })
    out.set((record as { id: string }).id, key)
  }
  if (out.size === 0) return whole(target)
  if (out.size === target.records.length && target.count === target.records.length)
    return { ...whole(target), none: [...reasons.values()].map(({ reason, count }) => reasonFor(reason, count)).join(', ') }
  const kept = narrow(target, new Set(target.ids.filter(id => !out.has(id))))
  return { target: kept, out, without: describeLeftOut(target.count, reasons), none: undefined }
}

// Toolbars, menus and keys ask again and again about the same selection; targets are never changed in place.
const siftedWithout = new WeakMap<AnyTarget, Map<AnyCommand, Sifted>>()

/** Whether the command can take at least one row: of a hundred thousand the first often answers. */
const takesSome = new WeakMap<AnyTarget, Map<AnyCommand, boolean>>()

function canTakeSome(command: AnyCommand, target: AnyTarget): boolean {
  const known = takesSome.get(target) ?? new Map<AnyCommand, boolean>()
  takesSome.set(target, known)
  const found = known.get(command) ?? target.records.some(record => command.except?.(record, {}) === undefined)
  known.set(command, found)
  return found
}

function siftOnce(command: AnyCommand, target: AnyTarget): Sifted {
  const known = siftedWithout.get(target) ?? new Map<AnyCommand, Sifted>()
  siftedWithout.set(target, known)
  const found = known.get(command) ?? sift(command, target, {})
  known.set(command, found)
  return found
}

/** Whether the person has not the right to something it calls. */
export const lacksRight = ({ calls = [] }: Pick<AnyCommand, 'calls'>, can: Context['can']): boolean =>
  calls.some(({ spec: { needs } }) => needs !== undefined && !can(needs))

/** Why a command does not exist here at all, or undefined when it does: the cheap half of the gate. */
export function absentBecause(command: AnyCommand, { facts, target, can }: Context): 'permission' | 'when' | undefined {
  if (lacksRight(command, can)) return 'permission'
  if (!matches(command.when, facts)) return 'when'
  const foreign = command.takes !== 'none' && command.of !== undefined && target.kind !== undefined && target.kind !== command.of
  return foreign ? 'when' : undefined
}

/** Whether a command exists here, and if it cannot run now, why (pt-BR). */
export function available(command: AnyCommand, context: Context): Availability {
  const because = absentBecause(command, context)
  if (because !== undefined) return { state: 'hidden', because }
  const { target } = context
  if (command.takes !== 'none' && target.count === 0)
    return { state: 'disabled', reason: target.coming ? 'a lista ainda está carregando' : `selecione ${oneOf(command.of)}` }
  if (command.takes === 'one' && target.count > 1) return { state: 'disabled', reason: `${oneOf(command.of)} por vez` }
  if (context.offline === true && movesMoney(command)) return { state: 'disabled', reason: OFFLINE_REASON }
  const reason = command.refuse?.(target)
  if (reason !== undefined) return { state: 'disabled', reason }
  if (command.takes === 'none' || command.except === undefined) return { state: 'ready', target }
  const none = target.records.length > 0 && !canTakeSome(command, target) ? siftOnce(command, target).none : undefined
  if (none !== undefined) return { state: 'disabled', reason: none }
  // What stays out is only counted for who asks.
  return {
    state: 'ready',
    get target() {
      return siftOnce(command, target).target
    },
    get without() {
      return siftOnce(command, target).without
    },
  }
}

/** Of more rows only the command itself says what stays out, when it is run. */
const MOST_COUNTED = 5000

/** What a row or menu entry says of a command: why it cannot run, or what stays out. */
export function remarkOn(gate: Availability, { target }: Context): string | undefined {
  if (gate.state === 'disabled') return gate.reason
  return gate.state === 'ready' && target.count <= MOST_COUNTED ? gate.without : undefined
}
