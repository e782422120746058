// What a person can do at the reconciliation workbench. Lines leave at once; the calls run behind, three at a time.
import { bills } from '#contract/bills.ts'
import { receivables } from '#contract/receivables.ts'
import { reconciliation, rules } from '#contract/reconciliation.ts'
import { transfers } from '#contract/transfers.ts'
import type { DifferenceKind } from '#domain/enums.ts'
import { DIFFERENCE_KIND_LABELS } from '#domain/labels.ts'
import { formatCents } from '#domain/money.ts'
import { counted, formatCount } from '#domain/text.ts'
import type { DeskMove } from './intents.ts'
import { type AnyCommand, type AnyTarget, companyIn, defineCommand, type Outcome, type Reason } from './kit/command.ts'
import type { Chord } from './kit/keys.ts'
import { createLanes } from './kit/lanes.ts'
import type { Ports } from './kit/ports.ts'
import { uiMove } from './kit/ui-move.ts'
import { entriesMade, type Line, linesThat, linhas, notPending } from './lines.ts'
import type { LineMatch } from './records.ts'
import { pathTo } from './screens.ts'

export const LINE_SORTS = ['date', 'amount', 'confidence'] as const
export type LineSort = (typeof LINE_SORTS)[number]
export const LINE_GROUPINGS = ['none', 'payer', 'suggestion'] as const
export type LineGrouping = (typeof LINE_GROUPINGS)[number]
/** How the lines stand in their list. */
export interface LineArrangement {
  readonly sort: LineSort
  readonly grouping: LineGrouping
}

const MOST_AT_ONCE = 3
const lanes = createLanes(MOST_AT_ONCE)
/** The list is ahead of the server: what counts lines there waits for the answers under way. */
export const answersWritten = (): Promise<void> => lanes.idle()

const here = { area: 'conciliation', layer: 'workbench', company: true } as const
/** While a difference is being explained. */
const explaining = { area: 'conciliation', layer: 'editor', company: true } as const

type TitlesMatch = Extract<LineMatch, { kind: 'titles' }>

/** What a write does to the lines on screen before the server has answered: detail of 'lines.leave', 'lines.settled' and 'lines.failed'. */
export interface LineChange {
  readonly ids: readonly string[]
  /** Titles that other lines may no longer propose. */
  readonly title_ids: readonly string[]
  readonly to: Line['status']
  /** The lines stay where they are, with what is left of them. */
  readonly partial: boolean
  /** What a person said by hand that the lines are. */
  readonly by_hand?: NewEntry
}

const explainedInPart = (line: Line): Reason | undefined =>
  line.remaining_cents !== undefined && line.remaining_cents !== line.amount_cents
    ? ['já explicada em parte', 'já explicadas em parte']
    : undefined

/** Takes the lines off the list at once, sends in a free lane, and puts them back when the server refuses. */
async function behind(
  ports: Ports,
  change: Partial<LineChange> & Pick<LineChange, 'ids'>,
  label: string,
  send: () => Promise<{ batch_id: string | undefined }>,
): Promise<Outcome> {
  const whole: LineChange = { title_ids: [], to: 'CONCILIATED', partial: false, ...change }
  ports.ui.do('lines.leave', whole)
  try {
    const { batch_id } = await lanes.run(send)
    ports.ui.do('lines.settled', whole)
    return { label, undo: batch_id ? [batch_id] : [] }
  } catch (error) {
    ports.ui.do('lines.failed', { ...whole, error })
    throw error
  }
}

const titleIds = ({ title_kind, title_ids }: TitlesMatch) =>
  title_kind === 'BILL' ? { bill_ids: [...title_ids] } : { receivable_ids: [...title_ids] }

const partsOf = (match: TitlesMatch) => ({
  bank_statement_entry_ids: [...match.line_ids],
  ...(match.differences?.length ? { differences: match.differences.map(part => ({ ...part })) } : {}),
})

/** One group by the call of its kind; several by the one call that takes them all or none. */
function conciliate(ports: Ports, target: AnyTarget, matches: readonly TitlesMatch[]): Promise<Outcome> {
  const params = { c: companyIn(target).id }
  const ids = matches.flatMap(match => match.line_ids)
  const [only] = matches
  const change = { ids, title_ids: matches.flatMap(match => match.title_ids), partial: matches.length === 1 && only?.partial === true }
  return behind(ports, change, linesThat(ids.length, 'conciliada', 'conciliadas'), () => {
    if (matches.length > 1 || only === undefined)
      return ports.call(reconciliation.conciliate, {
        params,
        body: { groups: matches.map(match => ({ ...titleIds(match), ...partsOf(match) })) },
      })
    const body = { ...titleIds(only), ...partsOf(only) }
    return only.title_kind === 'BILL'
      ? ports.call(bills.conciliate, { params, body: body as { bill_ids: string[] } })
      : ports.call(receivables.conciliate, { params, body: body as { receivable_ids: string[] } })
  })
}

export interface NewEntry {
  readonly category_id?: string | null
  readonly contact_id?: string | null
  readonly additional_information?: string
}

/** One entry for all the lines of the target, or each line with its own. */
function createEntries(
  ports: Ports,
  target: AnyTarget,
  entry: NewEntry | readonly (NewEntry & { readonly id: string })[],
  by_hand?: NewEntry,
): Promise<Outcome> {
  const items = isList(entry) ? entry : target.ids.map(id => ({ id, ...entry }))
  const change = { ids: items.map(({ id }) => id), ...(by_hand ? { by_hand } : {}) }
  return behind(ports, change, entriesMade(items.length), () =>
    ports.call(reconciliation.createEntries, { params: { c: companyIn(target).id }, body: { items: [...items] } }),
  )
}

const isList = <Item>(one: object | readonly Item[]): one is readonly Item[] => Array.isArray(one)

type OtherHalf = Omit<Extract<LineMatch, { kind: 'transfer' }>, 'kind'>

function transferOf(line: Line, other: OtherHalf) {
  const out = line.amount_cents < 0
  return {
    date: line.date,
    amount_cents: Math.abs(line.amount_cents),
    additional_information: line.description,
    from_bank_account_id: out ? line.bank_account_id : other.bank_account_id,
    to_bank_account_id: out ? other.bank_account_id : line.bank_account_id,
    bank_statement_entry_ids: other.line_id === undefined ? [line.id] : [line.id, other.line_id],
  }
}

function transfer(ports: Ports, target: AnyTarget, line: Line, other: OtherHalf): Promise<Outcome> {
  const body = transferOf(line, other)
  return behind(ports, { ids: body.bank_statement_entry_ids }, 'Transferência criada e conciliada', () =>
    ports.call(transfers.create, { params: { c: companyIn(target).id }, body }),
  )
}

/** Several in one call, all or none. */
function transferAll(ports: Ports, target: AnyTarget, pairs: readonly (readonly [Line, OtherHalf])[]): Promise<Outcome> {
  const all = pairs.map(([line, other]) => transferOf(line, other))
  const ids = all.flatMap(({ bank_statement_entry_ids }) => bank_statement_entry_ids)
  return behind(ports, { ids }, counted(all.length, ['transferência criada e conciliada', 'transferências criadas e conciliadas']), () =>
    ports.call(transfers.createMany, { params: { c: companyIn(target).id }, body: { transfers: all } }),
  )
}

function ignore(ports: Ports, target: AnyTarget, ids: readonly string[]): Promise<Outcome> {
  return behind(ports, { ids, to: 'IGNORED' }, linesThat(ids.length, 'ignorada', 'ignoradas'), () =>
    ports.call(reconciliation.ignore, { params: { c: companyIn(target).id }, body: { ids: [...ids], ignored: true } }),
  )
}

const entryOf = ({ category_id, contact_id }: Pick<Extract<LineMatch, { kind: 'entry' }>, 'category_id' | 'contact_id'>): NewEntry => ({
  ...(category_id ? { category_id } : {}),
  ...(contact_id ? { contact_id } : {}),
})

export interface LinePart extends NewEntry {
  readonly amount_cents: number
}

function splitLine(ports: Ports, target: AnyTarget, parts: readonly LinePart[]): Promise<Outcome> {
  return behind(ports, { ids: target.ids.slice(0, 1) }, `Linha dividida em ${parts.length}`, () =>
    ports.call(reconciliation.split, {
      params: { c: companyIn(target).id, id: target.ids[0] ?? '' },
      body: { parts: parts.map(part => ({ ...part })) },
    }),
  )
}

/** As lines like it were divided before. */
const divide = (ports: Ports, target: AnyTarget, parts: Extract<LineMatch, { kind: 'split' }>['parts']): Promise<Outcome> =>
  splitLine(
    ports,
    target,
    parts.map(part => ({ amount_cents: part.amount_cents, ...entryOf(part) })),
  )

/** All that the lot holds, each kind in one call; what one of them refuses comes back, and the others stand. */
async function settleLot(ports: Ports, target: AnyTarget, lines: readonly Line[]): Promise<Outcome> {
  const titles = lines.flatMap(({ match }) => (match?.kind === 'titles' ? [match] : []))
  const entries = lines.flatMap(({ id, match }) => (match?.kind === 'entry' ? [{ id, ...entryOf(match) }] : []))
  const pairs = lines.flatMap(line => (line.match?.kind === 'transfer' ? [[line, line.match] as const] : []))
  const left = lines.flatMap(({ id, match }) => (match?.kind === 'ignore' ? [id] : []))
  const parts = [
    ...(titles.length > 0 ? [() => conciliate(ports, target, titles)] : []),
    ...(entries.length > 0 ? [() => createEntries(ports, target, entries)] : []),
    ...(pairs.length > 0 ? [() => transferAll(ports, target, pairs)] : []),
    ...(left.length > 0 ? [() => ignore(ports, target, left)] : []),
  ]
  const [only] = parts
  if (only && parts.length === 1) return only()
  const done = await Promise.allSettled(parts.map(settle => settle()))
  const outcomes = done.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []))
  const refused = done.find(one => one.status === 'rejected')
  if (refused && outcomes.length === 0) throw refused.reason
  const undo = outcomes.flatMap(({ undo }) => undo ?? [])
  if (refused) return { say: 'Parte do lote voltou, com o motivo em cada linha', undo }
  const counts = [entries.length, left.length, ...titles.map(({ line_ids }) => line_ids.length), ...pairs.map(pairSize)]
  return {
    label: linesThat(
      counts.reduce((sum, count) => sum + count, 0),
      'resolvida',
      'resolvidas',
    ),
    undo,
  }
}

const pairSize = ([, { line_id }]: readonly [Line, OtherHalf]): number => (line_id === undefined ? 1 : 2)

/** Does what a choice stands for; one that leaves a difference is explained first. */
function take(ports: Ports, target: AnyTarget, match: LineMatch, place: number): Promise<Outcome> | undefined {
  if (match.kind === 'entry') return createEntries(ports, target, entryOf(match))
  if (match.kind === 'split') return divide(ports, target, match.parts)
  // Of their own permission, so commands of their own.
  if (match.kind === 'ignore') return void ports.ui.do('workbench.run', 'reconcile.ignore')
  if (match.kind === 'transfer') return void ports.ui.do('workbench.run', 'reconcile.transfer')
  if (match.difference_cents !== 0 && !match.differences?.length && match.partial !== true)
    return void ports.ui.do('workbench.explain', place)
  return conciliate(ports, target, [match])
}

export interface NewRule {
  readonly contains: string
  readonly direction: 'DEBIT' | 'CREDIT'
  readonly bank_account_id?: string
  readonly category_id: string | null
  readonly contact_id: string | null
}

async function createRule(ports: Ports, target: AnyTarget, rule: NewRule): Promise<Outcome> {
  const { batch_id } = await ports.call(rules.create, { params: { c: companyIn(target).id }, body: rule })
  return { say: `Regra “${rule.contains}” criada`, undo: batch_id ? [batch_id] : [] }
}

const settling = [
  bills.conciliate,
  receivables.conciliate,
  reconciliation.conciliate,
  reconciliation.createEntries,
  reconciliation.split,
] as const

const move = <const Id extends DeskMove>(id: Id, title: string, keys: readonly Chord[], more: Partial<AnyCommand> = {}) =>
  uiMove(`reconcile.${id}`, title, `workbench.${id}`, { keys, when: here, ...more })

/** Of the suggestions that one key takes. */
export const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const

const digits = DIGITS.map(digit =>
  defineCommand({
    id: `reconcile.accept-${digit}`,
    title: `Aceitar a sugestão ${digit}`,
    of: 'statement_line',
    takes: 'some',
    keys: [String(digit)],
    when: here,
    calls: settling,
    except: notPending,
    refuse: target => (target.records[0]?.choices?.[digit - 1] === undefined ? `não há sugestão ${digit}` : undefined),
    run: async (ports, target) => {
      const match = target.records[0]?.choices?.[digit - 1]
      return match === undefined ? undefined : await take(ports, target, match, digit - 1)
    },
  }),
)

const lineCommands = [
  defineCommand({
    id: 'reconcile.accept',
    title: 'Conciliar',
    short: 'conciliar',
    icon: 'link-2',
    of: 'statement_line',
    takes: 'some',
    keys: ['enter', 'c'],
    places: ['conciliation.toolbar', 'statement_line.row'],
    hint: 'aceita a sugestão certa; sem certeza, abre a escolha',
    words: ['aceitar', 'confirmar'],
    when: here,
    calls: settling,
    may: [transfers.createMany, reconciliation.ignore],
    except: notPending,
    run: async (ports, target) => {
      const lines = (target.records as readonly Line[]).filter(line => line.match !== undefined)
      const first = lines[0]?.match
      if (first === undefined) return void ports.ui.do('workbench.choose')
      return lines.length > 1 ? await settleLot(ports, target, lines) : await take(ports, target, first, -1)
    },
  }),
  defineCommand({
    id: 'reconcile.certain',
    title: 'Confirmar o que o banco já confirma',
    short: 'confirmar certas',
    icon: 'circle-check',
    takes: 'none',
    words: ['aceitar tudo', 'conciliar tudo', 'bater com o banco', 'confirmar todas'],
    when: { area: 'dashboard', company: true },
    calls: [reconciliation.certain, reconciliation.conciliate],
    run: async (ports, target) => {
      const params = { c: companyIn(target).id }
      const { data } = await ports.call(reconciliation.certain, { params })
      if (data.groups.length === 0) return { say: 'O banco não confirma nenhuma conta agora' }
      const { batch_id } = await ports.call(reconciliation.conciliate, { params, body: { groups: data.groups } })
      return { say: counted(data.titles_count, ['conta confirmada', 'contas confirmadas']), undo: batch_id ? [batch_id] : [] }
    },
  }),
  ...digits,
  move('difference', 'Conciliar com diferença', ['mod+enter'], {
    short: 'com diferença',
    icon: 'percent',
    words: ['juros', 'multa', 'desconto'],
  }),
  move('review', 'Revisar tudo o que é certo', ['shift+a'], {
    short: 'revisar certas',
    icon: 'list-checks',
    words: ['confiança alta', 'altas', 'lote', 'aceitar todas', 'conciliar em lote'],
  }),
  move('alike', 'Marcar todas como esta', ['shift+l'], { short: 'todas como esta', icon: 'copy-check', words: ['iguais', 'parecidas'] }),
  move('apart', 'Separar as linhas do grupo', ['shift+g'], { short: 'separar', icon: 'unlink', words: ['desagrupar'] }),
  move('search', 'Buscar outra conta', ['h'], {
    short: 'buscar outra',
    icon: 'search',
    words: ['procurar conta', 'procurar título', 'achar conta'],
  }),
  defineCommand({
    id: 'reconcile.combine',
    title: 'Achar combinação',
    short: 'combinação',
    icon: 'layers',
    of: 'statement_line',
    takes: 'some',
    words: ['soma', 'várias contas', 'conjunto'],
    when: here,
    calls: [reconciliation.combinations],
    except: notPending,
    run: async (ports, target) => {
      const { data } = await ports.call(reconciliation.combinations, {
        params: { c: companyIn(target).id },
        body: { bank_statement_entry_ids: [...target.ids] },
      })
      ports.ui.do('workbench.combinations', { ids: target.ids, sets: data.sets })
      if (data.sets.length > 0) return undefined
      const { exhausted, fitting, searched } = data
      return exhausted
        ? {
            say: 'Nenhuma combinação encontrada até onde se procurou',
            detail: `Das ${formatCount(fitting)} contas menores que o valor, foram combinadas as de cada contato e as ${formatCount(searched)} mais próximas.`,
          }
        : {
            say:
              fitting === 0
                ? 'Nenhuma conta aberta é menor que este valor'
                : fitting === 1
                  ? 'Só uma conta aberta é menor que este valor'
                  : `Nenhuma combinação das ${formatCount(fitting)} contas abertas tem esta soma`,
          }
    },
  }),
  move('create', 'Criar conta a partir da linha', ['n'], {
    short: 'criar conta',
    words: ['criar lançamento', 'nova despesa', 'nova receita'],
    icon: 'plus',
    of: 'statement_line',
    takes: 'some',
    places: ['conciliation.toolbar', 'statement_line.row'],
    calls: [reconciliation.createEntries],
    except: record => notPending(record as Line) ?? explainedInPart(record as Line),
  }),
  defineCommand({
    id: 'reconcile.transfer',
    title: 'Transferência entre contas',
    short: 'transferência',
    icon: 'arrow-left-right',
    of: 'statement_line',
    takes: 'one',
    keys: ['t'],
    places: ['conciliation.toolbar', 'statement_line.row'],
    words: ['entre contas próprias'],
    when: here,
    calls: [transfers.create],
    except: line => notPending(line) ?? explainedInPart(line),
    run: async (ports, target) => {
      const [line] = target.records
      if (line.transfer) return transfer(ports, target, line, line.transfer)
      if (line.match?.kind === 'transfer') return transfer(ports, target, line, line.match)
      const account = await ports.ask.step({
        name: 'account',
        kind: 'account',
        title: line.amount_cents < 0 ? 'Para qual conta?' : 'De qual conta?',
        scope: 'active',
      })
      if (typeof account !== 'string') return undefined
      if (account === line.bank_account_id) return { say: 'Escolha outra conta: esta é a da própria linha' }
      return transfer(ports, target, line, { bank_account_id: account })
    },
  }),
  move('split', 'Dividir a linha', ['s'], {
    short: 'dividir',
    icon: 'split',
    words: ['ratear'],
    of: 'statement_line',
    takes: 'one',
    places: ['conciliation.toolbar', 'statement_line.row'],
    calls: [reconciliation.split],
    except: record => notPending(record as Line) ?? explainedInPart(record as Line),
  }),
  defineCommand({
    id: 'reconcile.categorise',
    title: 'Categorizar linhas',
    short: 'categoria',
    icon: 'tag',
    of: 'statement_line',
    takes: 'some',
    keys: ['l'],
    places: ['statement_line.row'],
    words: ['classificar', 'cat', 'categoria'],
    when: here,
    calls: [reconciliation.categorise],
    asks: [{ name: 'category_id', kind: 'category', title: 'Categoria' }],
    except: notPending,
    run: async (ports, target, { category_id }) => {
      const { batch_id } = await ports.call(reconciliation.categorise, {
        params: { c: companyIn(target).id },
        body: { ids: [...target.ids], category_id },
      })
      return { say: linesThat(target.count, 'categorizada', 'categorizadas'), undo: batch_id ? [batch_id] : [] }
    },
  }),
  move('rule', 'Sempre categorizar assim', ['r'], {
    short: 'regra',
    icon: 'zap',
    of: 'statement_line',
    takes: 'one',
    places: ['conciliation.toolbar', 'statement_line.row'],
    words: ['regra', 'automático'],
    calls: [rules.create],
  }),
  defineCommand({
    id: 'reconcile.offered-rule',
    title: 'Criar a regra oferecida',
    short: 'criar a regra',
    icon: 'zap',
    takes: 'none',
    keys: ['shift+r'],
    words: ['sempre assim'],
    when: here,
    calls: [rules.create],
    run: async (ports, target) => {
      const rule = ports.ui.read('workbench.offer')
      if (rule === undefined) return { say: 'Nenhuma regra é oferecida agora' }
      const outcome = await createRule(ports, target, rule)
      ports.ui.do('workbench.offer-closed')
      return outcome
    },
  }),
  defineCommand({
    id: 'reconcile.ignore',
    title: 'Ignorar linhas',
    short: 'ignorar',
    icon: 'ban',
    of: 'statement_line',
    takes: 'some',
    keys: ['i'],
    places: ['conciliation.toolbar', 'statement_line.row'],
    words: ['pular', 'descartar', 'deixar de fora'],
    when: here,
    calls: [reconciliation.ignore],
    except: notPending,
    run: (ports, target) => ignore(ports, target, target.ids),
  }),
  defineCommand({
    id: 'reconcile.forget',
    title: 'Não é assim: esquecer o que foi aprendido',
    short: 'não é assim',
    icon: 'x',
    of: 'statement_line',
    takes: 'one',
    keys: ['shift+f'],
    places: ['statement_line.row'],
    words: ['memória', 'aprendizado', 'corrigir'],
    when: here,
    calls: [reconciliation.forget],
    refuse: target => (target.records[0]?.learned === undefined ? 'nada foi aprendido de linhas como esta' : undefined),
    run: async (ports, target) => {
      const [line] = target.records
      if (line.learned === undefined) return undefined
      const { answer, category_id, contact_id, bank_account_id } = line.learned
      const { batch_id } = await ports.call(reconciliation.forget, {
        params: { c: companyIn(target).id },
        body: { bank_statement_entry_id: line.id, answer, category_id, contact_id, bank_account_id },
      })
      return { say: 'Esquecido: conta o que for respondido daqui em diante', undo: batch_id ? [batch_id] : [] }
    },
  }),
  defineCommand({
    id: 'reconcile.undo',
    title: 'Desfazer conciliação',
    short: 'desfazer conciliação',
    icon: 'unlink',
    of: 'statement_line',
    takes: 'some',
    keys: ['shift+c'],
    places: ['conciliated.toolbar', 'statement_line.row'],
    words: ['desconciliar', 'desvincular'],
    when: here,
    calls: [reconciliation.unconciliate],
    except: line => (line.status === 'CONCILIATED' ? undefined : 'não conciliada'),
    run: (ports, target) =>
      behind(ports, { ids: target.ids, to: 'PENDING' }, `Conciliação de ${linhas(target.count)} desfeita`, () =>
        ports.call(reconciliation.unconciliate, {
          params: { c: companyIn(target).id },
          body: { bank_statement_entry_ids: [...target.ids] },
        }),
      ),
  }),
  defineCommand({
    id: 'reconcile.restore',
    title: 'Deixar de ignorar',
    short: 'trazer de volta',
    icon: 'rotate-ccw',
    of: 'statement_line',
    takes: 'some',
    places: ['ignored.toolbar', 'statement_line.row'],
    words: ['restaurar'],
    when: here,
    calls: [reconciliation.ignore],
    except: line => (line.status === 'IGNORED' ? undefined : 'não ignorada'),
    run: (ports, target) =>
      behind(ports, { ids: target.ids, to: 'PENDING' }, linesThat(target.count, 'de volta às pendentes', 'de volta às pendentes'), () =>
        ports.call(reconciliation.ignore, { params: { c: companyIn(target).id }, body: { ids: [...target.ids], ignored: false } }),
      ),
  }),
  defineCommand({
    id: 'reconcile.open',
    title: 'Abrir a conta',
    short: 'abrir',
    icon: 'external-link',
    of: 'statement_line',
    takes: 'one',
    keys: ['o'],
    places: ['conciliated.toolbar', 'statement_line.row'],
    when: here,
    refuse: target => (target.records[0]?.open_title === undefined ? 'não há conta para abrir' : undefined),
    run: async (_, target) => {
      const title = target.records[0].open_title
      if (title === undefined) return undefined
      const companyId = companyIn(target).id
      return {
        go:
          title.kind === 'BILL'
            ? pathTo('bills.detail', { companyId, billId: title.id })
            : pathTo('receivables.detail', { companyId, receivableId: title.id }),
      }
    },
  }),
]

const ARRANGEMENTS: readonly (readonly [id: string, title: string, change: Partial<LineArrangement>])[] = [
  ['sort-date', 'Ordenar as linhas por data', { sort: 'date' }],
  ['sort-amount', 'Ordenar as linhas por valor', { sort: 'amount' }],
  ['sort-confidence', 'Ordenar as linhas por confiança', { sort: 'confidence' }],
  ['group-none', 'Linhas sem grupos', { grouping: 'none' }],
  ['group-payer', 'Agrupar as linhas por pagador', { grouping: 'payer' }],
  ['group-suggestion', 'Agrupar as linhas pelo que é sugerido', { grouping: 'suggestion' }],
]

const arranging = ARRANGEMENTS.map(([id, title, change]) =>
  defineCommand({
    id: `reconcile.${id}`,
    title,
    takes: 'none',
    when: here,
    run: async ports => {
      ports.ui.do('workbench.arrange', change)
    },
  }),
)

const moves = [
  move('find', 'Buscar nas linhas do extrato', [], { short: 'buscar linhas', icon: 'search', words: ['procurar', 'filtrar'] }),
  move('sort', 'Mudar a ordem das linhas', ['shift+s'], { short: 'ordenar', icon: 'arrow-down-up' }),
  move('group', 'Mudar os grupos das linhas', ['shift+p'], { short: 'agrupar', icon: 'layers' }),
  move('mark-group', 'Marcar o grupo de linhas', ['shift+x'], { short: 'marcar o grupo', icon: 'list-checks' }),
  move('down', 'Próxima linha', ['j', 'down', '+'], { short: 'linha' }),
  move('up', 'Linha anterior', ['k', 'up', '-']),
  move('first', 'Primeira linha', ['home', 'mod+home', 'mod+up', 'g g']),
  move('last', 'Última linha', ['end', 'mod+end', 'mod+down']),
  move('page-down', 'Uma tela abaixo', ['pagedown']),
  move('page-up', 'Uma tela acima', ['pageup']),
  move('toggle', 'Marcar', ['space', 'x'], { short: 'marcar' }),
  move('extend-down', 'Estender a marca para baixo', ['shift+down', 'shift+j']),
  move('extend-up', 'Estender a marca para cima', ['shift+up', 'shift+k']),
  move('select-all', 'Marcar todas as linhas', ['mod+a']),
  move('enter', 'Entrar nas sugestões', ['right'], { short: 'sugestões' }),
  move('leave', 'Voltar às linhas', ['left']),
  move('account-next', 'Próxima conta bancária', ['shift+right'], {
    icon: 'chevron-right',
    words: ['outra conta bancária', 'trocar de conta'],
  }),
  move('account-previous', 'Conta bancária anterior', ['shift+left'], { icon: 'chevron-left' }),
  move('tab-next', 'Próxima aba', [']']),
  move('tab-previous', 'Aba anterior', ['[']),
]

/** In the order of their digits. */
export const DIFFERENCE_ORDER: readonly DifferenceKind[] = ['interest', 'fine', 'discount', 'fee', 'withholding', 'open']

const differenceCommands = [
  ...DIFFERENCE_ORDER.map((kind, at) =>
    defineCommand({
      id: `difference.${kind}`,
      title: `Diferença: ${DIFFERENCE_KIND_LABELS[kind].toLowerCase()}`,
      short: DIFFERENCE_KIND_LABELS[kind].toLowerCase(),
      takes: 'none',
      keys: [String(at + 1)],
      when: explaining,
      run: async ports => {
        ports.ui.do('difference.toggle', kind)
      },
    }),
  ),
  defineCommand({
    id: 'difference.settle',
    title: 'Conciliar com a diferença explicada',
    short: 'conciliar',
    icon: 'link-2',
    of: 'statement_line',
    takes: 'some',
    keys: ['mod+enter', 'enter'],
    when: explaining,
    calls: [bills.conciliate, receivables.conciliate, reconciliation.conciliate],
    run: async (ports, target) => {
      const { match, missing_cents } = (target.records[0] ?? {}) as Partial<Line>
      if (match?.kind === 'titles' && missing_cents === 0) return conciliate(ports, target, [match])
      return { say: `Falta explicar ${formatCents(Math.abs(missing_cents ?? 0))}` }
    },
  }),
]

export const reconcileCommands = [...lineCommands, ...moves, ...arranging, ...differenceCommands]

// Commands whose answers a form of the workbench has already taken: they run through the same gate, and have no key of their own.

const answered = (
  id: string,
  title: string,
  calls: NonNullable<AnyCommand['calls']>,
  run: (ports: Ports, target: AnyTarget) => Promise<Outcome>,
): AnyCommand => ({ id, title, of: 'statement_line', takes: 'some', calls, run })

export const creating = (entry: NewEntry): AnyCommand =>
  answered('reconcile.create-save', 'Criar conta a partir da linha', [reconciliation.createEntries], (ports, target) =>
    createEntries(ports, target, entry, entry),
  )

export const splitting = (parts: readonly LinePart[]): AnyCommand =>
  answered('reconcile.split-save', 'Dividir a linha', [reconciliation.split], (ports, target) => splitLine(ports, target, parts))

export const ruling = (rule: NewRule): AnyCommand =>
  answered('reconcile.rule-save', 'Sempre categorizar assim', [rules.create], (ports, target) => createRule(ports, target, rule))
