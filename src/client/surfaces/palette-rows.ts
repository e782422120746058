// The rows of the palette for a query: commands, screens, sources and one-line commands, ranked and grouped, at most 8 each and 50 in all.
import type { IconName } from '#client/kit/icon.tsx'
import { type AnyCommand, type AnyTarget, describeCount, type PartialAnswers, stepsOf } from '#commands/kit/command.ts'
import { available, type Context, nounsOf, remarkOn } from '#commands/kit/gate.ts'
import type { Registry } from '#commands/kit/registry.ts'
import { createIndex, type Findable, frecency, type Hit, type SearchIndex, type Usage } from '#commands/kit/search.ts'
import type { Opening } from '#commands/kit/sentence.ts'
import { type Facts, keysWhen } from '#commands/kit/when.ts'
import { formatCents } from '#domain/money.ts'
import { fold } from '#domain/text.ts'
import type { FoundItems, PaletteItem, PaletteSource } from './palette-source.ts'
import { type Act, isDoubtful } from './sentences.ts'

export const ROWS_PER_GROUP = 8
export const ROWS_IN_ALL = 50
const RECENT = 5

export interface PaletteRow {
  /** Unique among all rows: what cmdk holds as value. */
  readonly value: string
  /** What frecency and learned picks are kept by. */
  readonly usage: string
  readonly title: string
  readonly icon?: IconName | undefined
  readonly subtitle?: string | undefined
  readonly right?: string | undefined
  readonly keys: readonly string[]
  readonly refused?: string | undefined
  readonly dimmed?: boolean | undefined
  /** One letter away from what was typed. */
  readonly near?: boolean | undefined
  readonly command?: AnyCommand | undefined
  readonly answers?: PartialAnswers | undefined
  readonly item?: PaletteItem | undefined
  /** What a sentence would do. */
  readonly act?: Act | undefined
}

export interface PaletteGroup {
  readonly id: string
  /** The source it comes from, when it does not come from the commands. */
  readonly source?: string
  readonly title: string
  /** At the right of the heading: the sum of the selection. */
  readonly aside?: string | undefined
  readonly rows: readonly PaletteRow[]
  readonly total: number
  /** Found by a letter more or less, or only within words: what others found comes before it. */
  readonly guessed?: boolean
  /** None of its rows holds all the words. */
  readonly loose?: boolean
  readonly elsewhere?: boolean
  /** What was taken to be meant where a letter differs: 'relatorios' of 'realtorios'. */
  readonly read?: string | undefined
  /** How well its best row fits; among equals the commands stand first. */
  readonly score?: number
}

interface CommandEntry extends Findable {
  readonly row: PaletteRow
  readonly bucket: 'selection' | 'go' | 'action' | 'manual'
  readonly context: number
}

const MOST_OPTIONS = 10

/** Everything the commands offer in one context, folded once when the palette opens. */
export interface CommandRows {
  readonly entries: readonly CommandEntry[]
  readonly index: SearchIndex<CommandEntry>
  /** Whether a title, or another name, begins with these words: 'contas '. */
  begins(text: string): boolean
}

/** Whether it was made for this area, or for the layer that has the focus. */
function isAtHome(command: AnyCommand, { area, layer }: Facts): boolean {
  const clauses = [keysWhen(command) ?? []].flat()
  return clauses.some(clause => {
    const areas = [clause.area ?? [], clause.screen ?? []].flat()
    const layers = [clause.layer ?? []].flat()
    return areas.some(name => name === area || name.startsWith(`${area}.`)) || (layers.length === 1 && layers[0] === layer)
  })
}

/** What only tells stands below what does; with a company open, what is of the whole office below its like in the company. */
function liftOf(command: AnyCommand, facts: Facts): number {
  if (command.tells) return -0.75
  if (isAtHome(command, facts)) return 0.5
  const clauses = [command.when ?? []].flat()
  return facts.company && clauses.length > 0 && clauses.every(({ office }) => office === true) ? -0.25 : 0
}

/** 'excluir esta', 'pagar as contas selecionadas', 'apagar tudo': words that point at what is in hand. */
const POINTING = 'esta estas este estes essa essas esse esses selecionada selecionadas selecionado selecionados'.split(' ')
/** Of several. */
const ALL = ['tudo', 'todas', 'todos']

function entriesOf(command: AnyCommand, context: Context, registry: Registry): CommandEntry[] {
  const gate = available(command, context)
  if (gate.state === 'hidden' || command.unlisted === true) return []
  const refused = gate.state === 'disabled' ? gate.reason : undefined
  const bucket = command.tells ? 'manual' : command.goes === true ? 'go' : command.takes !== 'none' ? 'selection' : 'action'
  const lift = refused !== undefined ? -0.5 : bucket === 'selection' ? 1 : liftOf(command, context.facts)
  const keys = registry.chordsHere(command, context.facts).slice(0, 1)
  const subtitle = remarkOn(gate, context) ?? command.hint
  const words = [...(command.words ?? []), ...(command.short ? [command.short] : []), ...(command.hint ? [command.hint] : [])]
  const row: PaletteRow = {
    value: `command:${command.id}`,
    usage: command.id,
    title: command.title,
    icon: command.icon,
    subtitle,
    keys,
    refused,
    command,
  }
  const guarded = command.destroys === true
  const beside =
    command.takes === 'none' || command.of === undefined
      ? []
      : [...nounsOf(command.of), ...POINTING, ...(context.target.count > 1 ? ALL : [])]
  const own: CommandEntry = { id: command.id, title: command.title, words, beside, guarded, row, bucket, context: lift }
  // A command whose one step is a short closed list also shows each answer: 'Mover situação para Pago', m 6.
  const [step, ...further] = stepsOf(command)
  if (refused !== undefined || gate.state !== 'ready' || step?.options === undefined || step.optional === true || further.length > 0)
    return [own]
  const options = step.options(gate.target, {})
  if (options.length > MOST_OPTIONS) return [own]
  const answers = options.map((choice): CommandEntry => {
    const id = `${command.id}=${String(choice.value)}`
    const title = `${command.title} para ${choice.label}`
    const chord = keys[0] !== undefined && choice.digit !== undefined ? [`${keys[0]} ${choice.digit}`] : []
    const answered = { [step.name]: choice.value }
    const chosen: PaletteRow = {
      ...row,
      value: `command:${id}`,
      usage: id,
      title,
      icon: choice.icon ?? command.icon,
      subtitle: choice.refused ?? choice.hint,
      refused: choice.refused,
      keys: chord,
      answers: answered,
    }
    return {
      id,
      title,
      guarded,
      ...(choice.words ? { words: choice.words } : {}),
      row: chosen,
      bucket,
      context: choice.refused === undefined ? lift : -0.5,
    }
  })
  return [own, ...answers]
}

interface Kept {
  readonly registry: Registry
  readonly context: Context
  readonly rows: CommandRows
}
let kept: Kept | undefined

const isSameTarget = (one: AnyTarget, other: AnyTarget): boolean =>
  one === other || (one.count === 0 && other.count === 0 && one.company === other.company)
const isSameContext = (one: Context, other: Context): boolean =>
  one.can === other.can &&
  isSameTarget(one.target, other.target) &&
  [...new Set([...Object.keys(one.facts), ...Object.keys(other.facts)] as (keyof Facts)[])].every(
    name => one.facts[name] === other.facts[name],
  )

/** Made once for as long as nothing that they depend on changes: ahead of the palette, where there was time. */
export function commandRows(registry: Registry, context: Context): CommandRows {
  if (kept?.registry !== registry || !isSameContext(kept.context, context))
    kept = { registry, context, rows: makeCommandRows(registry, context) }
  return kept.rows
}

function makeCommandRows(registry: Registry, context: Context): CommandRows {
  const entries = registry.commands.flatMap(command => entriesOf(command, context, registry))
  return {
    entries,
    index: createIndex(entries, { speaks: true }),
    begins(text) {
      const start = fold(text)
      return entries.some(({ title, words = [] }) => [title, ...words].some(name => fold(name).startsWith(start)))
    },
  }
}

export function itemRow(source: string, item: PaletteItem): PaletteRow {
  const { id, title, icon, subtitle, value, keys = [], refused, dimmed } = item
  return { value: `${source}:${id}`, usage: id, title, icon, subtitle: refused ?? subtitle, right: value, keys, refused, dimmed, item }
}

export function selectionTitle(target: AnyTarget): { title: string; aside: string | undefined } {
  if (target.count === 0) return { title: 'Ações', aside: undefined }
  return {
    title: `Ações para ${describeCount(target)}`,
    aside: target.sum_cents === undefined ? undefined : formatCents(Math.abs(target.sum_cents)),
  }
}

export interface RowsInput {
  readonly query: string
  readonly mode: string | undefined
  readonly context: Context
  readonly commands: CommandRows
  readonly usage: Usage
  readonly now: number
  /** What the query says as a sentence, best first. */
  readonly acts?: readonly Act[]
}

export function actRow({ command, target, given, title, detail, refused, ...rest }: Act, at = 0): PaletteRow {
  return {
    value: `line:${command.id}:${target.count === 1 ? target.ids[0] : at}`,
    usage: command.id,
    title: command.destroys ? `${title}…` : title,
    icon: command.icon,
    subtitle: refused ?? (rest.name === title ? detail : [rest.name, detail].filter(Boolean).join(', ')),
    right: rest.amount_cents === undefined ? undefined : formatCents(rest.amount_cents),
    keys: [],
    refused,
    command,
    answers: given,
    act: { command, target, given, title, detail, refused, ...rest },
  }
}

/** Asks what the words after the command's name did not say. */
export const openingRow = ({ command, rest }: Opening): PaletteRow => ({
  value: `opening:${command.id}`,
  usage: command.id,
  title: `${command.title}…`,
  icon: command.icon,
  subtitle: `‘${rest}’ não foi encontrado`,
  keys: [],
  command,
})

const cut = (id: string, title: string, rows: readonly PaletteRow[], total = rows.length, aside?: string): PaletteGroup[] =>
  rows.length === 0 ? [] : [{ id, title, rows: rows.slice(0, ROWS_PER_GROUP), total, ...(aside === undefined ? {} : { aside }) }]

/** The groups made of commands alone; sources answer in their own time and are added by the palette. */
export function commandGroups({ query, mode, context, commands, usage, now, acts = [] }: RowsInput): readonly PaletteGroup[] {
  const only = mode === '.' ? ['selection'] : mode === '>' ? ['selection', 'action'] : undefined
  const { title, aside } = selectionTitle(context.target)
  if (query.trim() === '') return emptyGroups({ commands, usage, now, only, title, aside })
  const { hits, near, weak, read, loose } = commands.index.search(query, {
    now,
    usage,
    limit: ROWS_IN_ALL,
    context: entry => entry.context,
  })
  const kept = hits.filter(({ item, faint }) => (only === undefined || only.includes(item.bucket)) && (near || weak || !faint))
  const [first, ...others] = kept
  const learned = first !== undefined && first.score >= 10 ? [first.item.row] : []
  const rest = (learned.length > 0 ? others : kept)
    .filter((hit): hit is Hit<CommandEntry> => hit !== undefined)
    .map(hit => ({ ...hit, row: { ...hit.item.row, near } }))
  const isLoss = ({ command }: PaletteRow) => command?.destroys === true
  const bucket = (name: CommandEntry['bucket']) =>
    rest.filter(({ item, row }) => item.bucket === name && !(near && isLoss(row))).map(({ row }) => row)
  const lineRows = acts.filter(({ command }) => command.destroys !== true).map(actRow)
  const losses = acts.filter(({ command }) => command.destroys === true).map(actRow)
  const destroying = near && losses.length === 0 ? rest.map(({ row }) => row).filter(isLoss) : losses
  const spoken = new Set(lineRows.map(row => row.command?.id))
  const selection = bucket('selection').filter(row => !(spoken.has(row.command?.id) && row.answers !== undefined))
  const heading = lineRows.length > 0 && context.target.count > 0 ? 'Outras ações da seleção' : title
  const found = [
    ...cut('selection', heading, selection, selection.length, lineRows.length > 0 ? undefined : aside),
    ...cut('go', 'Ir para', bucket('go')),
    ...cut('action', 'Ações', bucket('action')),
    ...cut('manual', 'Manual', bucket('manual')),
  ]
  // The group of the best row first; among equals the selection, then the places.
  const scores = new Map(rest.map(({ row, score }) => [row.value, score]))
  const scoreOf = ({ rows: [best] }: PaletteGroup) => scores.get(best?.value ?? '') ?? 0
  return [
    ...cut('line', isDoubtful(acts) ? 'Qual delas?' : 'O que vai acontecer', lineRows).map(asGuessed),
    ...cut('learned', 'Frequente', learned),
    ...found.map(group => ({ ...group, guessed: near || weak, loose, read, score: scoreOf(group) })),
    ...cut('destroys', 'Apagam alguma coisa', destroying, destroying.length, 'nunca vêm escolhidas; pedem confirmação').map(group =>
      losses.length === 0 ? { ...group, guessed: true } : asGuessed(group),
    ),
  ]
}

/** A group of sentences that were only understood with a letter changed. */
function asGuessed(group: PaletteGroup): PaletteGroup {
  const guess = group.rows.find(({ act }) => act?.read !== undefined)?.act?.read
  return guess === undefined ? group : { ...group, guessed: true, read: guess, score: 1 }
}

const NAMED_FROM = 3

/** The row that Enter takes as long as nobody moved: the first that is there, or was named, if it takes something away. Of several things a sentence may mean, none. */
export function firstInHand(rows: readonly PaletteRow[], query: string): PaletteRow | undefined {
  const acts = rows.flatMap(({ act }) => (act && act.command.destroys !== true ? [act] : []))
  if (isDoubtful(acts)) return undefined
  const isNamed = (row: PaletteRow) =>
    row.act === undefined && row.near !== true && query.split(/\s+/).some(word => word.length >= NAMED_FROM)
  return rows.find(row => (row.command?.destroys === true ? isNamed(row) : true))
}

/** Whether all there is takes something away: then a person goes to it by the arrows or the mouse. */
export const onlyLosses = (rows: readonly PaletteRow[]): boolean =>
  rows.length > 0 && rows.every(({ command }) => command?.destroys === true)

/** To a newcomer: what was made for this place before the rest, and of it what has a button. */
const worthOf = ({ context, row: { command } }: CommandEntry): number => 2 * context + (command?.places === undefined ? 0 : 0.5)

interface EmptyInput {
  readonly commands: CommandRows
  readonly usage: Usage
  readonly now: number
  readonly only: readonly string[] | undefined
  readonly title: string
  readonly aside: string | undefined
}

// Nothing typed: the actions of the selection, five recent places, five recent commands; on a first visit, the first places, and the
// commands that were made for where the person is and have a button.
function emptyGroups({ commands, usage, now, only, title, aside }: EmptyInput): readonly PaletteGroup[] {
  const plain = commands.entries.filter(entry => entry.row.answers === undefined)
  const of = (bucket: CommandEntry['bucket']) => plain.filter(entry => entry.bucket === bucket)
  const recent = (entries: readonly CommandEntry[], first = entries) => {
    const used = entries.filter(entry => frecency(usage.uses[entry.id], now) > 0)
    used.sort((a, b) => (usage.uses[b.id]?.[0] ?? 0) - (usage.uses[a.id]?.[0] ?? 0))
    return { used: used.length > 0, rows: (used.length > 0 ? used : first).slice(0, RECENT).map(entry => entry.row) }
  }
  const ready = of('selection').filter(entry => entry.row.refused === undefined)
  const selection = (only !== undefined ? [...ready, ...of('selection').filter(entry => entry.row.refused !== undefined)] : ready).map(
    entry => entry.row,
  )
  if (only !== undefined) {
    const actions = only.includes('action') ? of('action').map(entry => entry.row) : []
    const all = (id: string, name: string, rows: readonly PaletteRow[], beside?: string) =>
      rows.length === 0
        ? []
        : [
            {
              id,
              title: name,
              rows: rows.slice(0, ROWS_IN_ALL / 2),
              total: rows.length,
              ...(beside === undefined ? {} : { aside: beside }),
            },
          ]
    return [...all('selection', title, selection, aside), ...all('action', 'Ações', actions)]
  }
  const places = recent(of('go'))
  const offered = of('action')
  const actions = recent(
    offered,
    offered.toSorted((a, b) => worthOf(b) - worthOf(a)),
  )
  return [
    ...cut('selection', title, selection, selection.length, aside),
    ...cut('go', places.used ? 'Recentes' : 'Ir para', places.rows),
    ...cut('action', actions.used ? 'Comandos recentes' : 'Ações', actions.rows),
  ]
}

/** Of what a server found by the beginnings of words. */
const WORD_START_SCORE = 0.495

/** One group, or one per heading of its items. */
export function sourceGroups(source: PaletteSource, found: FoundItems, all: boolean): readonly PaletteGroup[] {
  const items = found.items.slice(0, all ? ROWS_IN_ALL : ROWS_PER_GROUP)
  const headings = [...new Set(items.map(item => item.group))]
  return headings.map(heading => {
    const rows = items.filter(item => item.group === heading).map(item => itemRow(source.id, item))
    const group = { source: source.id, rows, guessed: found.guessed === true, read: found.read, score: found.score ?? WORD_START_SCORE }
    if (heading === undefined) return { ...group, id: source.id, title: source.title, total: found.total }
    const elsewhere = rows.some(({ item }) => item?.elsewhere === true)
    return { ...group, id: `${source.id} ${heading}`, title: heading, total: rows.length, elsewhere }
  })
}

/** What stands whatever the rest is: what will happen and what is learned first, what takes away below what is found, other companies below that; guesses last. */
const PLACES: Readonly<Record<string, number>> = { line: -2, learned: -1, destroys: 1.5 }
const FOUND = 1
const ELSEWHERE = 1.75
const GUESSED = 2
const GUESSED_LOSS = 3
function placeOf({ id, guessed, elsewhere, rows: [first] }: PaletteGroup): number {
  if (elsewhere === true) return ELSEWHERE
  // What a sentence takes away is of this company, however it was written.
  if (guessed !== true || (id === 'destroys' && first?.act !== undefined)) return PLACES[id] ?? FOUND
  return id === 'destroys' ? GUESSED_LOSS : GUESSED
}

/** What is shown in the place of what was typed, when nothing holds that. */
export function readInstead(groups: readonly PaletteGroup[]): string | undefined {
  const [first] = groups
  return first?.read
}

/** The groups without those that only hold what was typed with a letter changed. */
export const asTyped = (groups: readonly PaletteGroup[]): readonly PaletteGroup[] => groups.filter(({ read }) => read === undefined)

/** The first rows, in their groups. */
export function upTo(most: number, groups: readonly PaletteGroup[]): readonly PaletteGroup[] {
  let left = most
  return groups.flatMap(group => {
    const rows = group.rows.slice(0, left)
    left -= rows.length
    return rows.length === 0 ? [] : [{ ...group, rows }]
  })
}

/** The groups in the order of their best rows, as many as fit into the fifty rows the document may hold; what was only guessed at comes last. */
export function withinLimit(groups: readonly PaletteGroup[]): readonly PaletteGroup[] {
  const ordered = groups.toSorted((a, b) => placeOf(a) - placeOf(b) || (b.score ?? 0) - (a.score ?? 0))
  return upTo(ROWS_IN_ALL, ordered)
}
