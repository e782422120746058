// The workbench without a browser: its own desk, commands and keymap, with the product's server behind them. A key does what it does on screen.
import { matchOf } from '#client/features/workbench/choices.ts'
import { Desk } from '#client/features/workbench/desk.ts'
import { type DeskMoves, deskMoves } from '#client/features/workbench/desk-moves.ts'
import { type Proposal, withProposals } from '#client/features/workbench/difference.ts'
import { guess, kindsOf } from '#client/features/workbench/entry-guess.ts'
import { type Line, linesOf } from '#client/features/workbench/line.ts'
import { type CategoryRecord, categoryItems } from '#client/kit/picker/category-items.ts'
import { type ComboItem, filterItems } from '#client/kit/picker/filter-items.ts'
import { allCommands } from '#commands/index.ts'
import type { AnyCommand, CompanyRef, Records } from '#commands/kit/command.ts'
import { absentBecause, available, type Context } from '#commands/kit/gate.ts'
import { chordOf, isPrintable, type KeyPress } from '#commands/kit/keys.ts'
import { createMatcher } from '#commands/kit/matcher.ts'
import type { Ports } from '#commands/kit/ports.ts'
import { buildRegistry } from '#commands/kit/registry.ts'
import { keysWhen, type Layer, matches, pickedCount } from '#commands/kit/when.ts'
import { creating } from '#commands/reconcile.ts'
import type { LineMatch } from '#commands/records.ts'
import { contract } from '#contract/index.ts'
import type { ColumnarAnswer } from '#contract/kit/columns.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import type { LineSuggestion } from '#contract/reconciliation.ts'
import type { BenchCall, BenchServer, BenchUser } from './server.ts'

const registry = buildRegistry(allCommands)

/** What a page of lines holds on a usual screen. */
const PAGE = 14

export interface PlayedCompany {
  readonly id: string
  readonly owner: BenchUser
  readonly accountIds: readonly string[]
  readonly categories: readonly CategoryRecord[]
  readonly today: string
}

export class DeskPlayer {
  readonly desk: Desk
  /** How long the calls of all keys took together, ms. */
  waited = 0
  private readonly ref: CompanyRef
  private readonly matcher = createMatcher(registry.trie)
  private readonly moves: DeskMoves
  /** What is typed into the first field of the form in the place of the suggestions. */
  private typed = ''
  private running: Promise<void>[] = []

  constructor(
    private readonly server: BenchServer,
    private readonly company: PlayedCompany,
  ) {
    this.ref = { id: company.id, name: 'Empresa' } as CompanyRef
    this.desk = new Desk(company.id, { now: () => Date.now(), later: run => run(), fade_ms: () => 0 })
    this.desk.allow({ transfers: true, ignoring: true })
    const nothing = () => {}
    this.moves = deskMoves(this.desk, {
      accountIds: company.accountIds,
      today: company.today,
      page: () => PAGE,
      focusSearch: nothing,
      focusFinder: nothing,
      say: nothing,
      show: nothing,
    })
  }

  /** What the lists and the suggestions say now, as the page asks for them after every change. */
  async read(): Promise<void> {
    const { desk, company } = this
    const asked = Date.now()
    for (const id of company.accountIds) {
      const params = { c: company.id, id }
      const text = await this.ask(contract.bankStatements.entries, { params, query: { status: 'PENDING' }, columns: true })
      desk.replace(id, linesOf(JSON.parse(text) as ColumnarAnswer).lines)
    }
    const text = await this.ask(contract.reconciliation.suggestions, { params: { c: company.id } })
    desk.suggest(JSON.parse(text) as LineSuggestion[], asked)
    desk.ready()
  }

  /** Plays one key; throws where it does nothing. */
  async play(name: string): Promise<void> {
    const stroke = chordOf(pressOf(name), 'other')
    if (stroke === undefined) throw new Error(`no key is called ${name}`)
    if (stroke === 'esc') this.escape()
    else if (this.desk.sheet === 'create' && (isPrintable(stroke) || stroke === 'enter')) await this.fill(stroke)
    else await this.runKey(stroke)
    while (this.running.length > 0) await this.running.shift()
    await this.look()
  }

  /** What Enter and the digits would do now. */
  inHand(): { match: LineMatch | undefined; choices: readonly LineMatch[] } {
    const [record] = this.desk.target(this.ref).records as readonly Partial<Records['statement_line']>[]
    return { match: record?.match, choices: record?.choices ?? [] }
  }

  /** What the lot would do with a line. */
  lotMatch(line: Line): LineMatch | undefined {
    const certain = this.desk.certainOf(line)
    return certain && matchOf(certain, [line.id])
  }

  /** The categories that the open form offers for what is typed. */
  offered(text: string): readonly ComboItem[] {
    const { current } = this.desk
    return current ? filterItems(categoryItems(this.company.categories, kindsOf(current)), text) : []
  }

  /** The category that the form of a new entry would begin with. */
  guessed(): string | null {
    const { current } = this.desk
    return current ? guess(this.desk, current, NO_CONTACTS).category_id : null
  }

  private get layer(): Layer {
    return this.desk.explaining ? 'editor' : this.desk.sheet ? 'form' : 'workbench'
  }

  private contextOn(layer: Layer): Context {
    const { desk, ref } = this
    const facts = {
      area: 'conciliation',
      screen: 'conciliation',
      layer,
      picked: pickedCount(desk.picked),
      company: true,
      office: true,
    } as const
    return { facts, target: desk.target(ref), can: () => true }
  }

  private async runKey(stroke: string): Promise<void> {
    const context = this.contextOn(this.layer)
    const match = this.matcher.press(
      stroke,
      0,
      ({ command }) => absentBecause(command, context) === undefined && matches(keysWhen(command), context.facts),
    )
    if (match.kind !== 'run') throw new Error(`${stroke} does nothing here`)
    await this.run(match.binding.command)
  }

  private async run(command: AnyCommand, layer = this.layer): Promise<void> {
    const found = available(command, this.contextOn(layer))
    if (found.state !== 'ready') throw new Error(`${command.id}: ${found.state === 'disabled' ? found.reason : found.because}`)
    await command.run(this.ports, found.target as never, {} as never)
  }

  private async fill(stroke: string): Promise<void> {
    const { desk } = this
    if (stroke !== 'enter') {
      this.typed += stroke
      return
    }
    const line = desk.current
    if (!line) throw new Error('a form without a line')
    const begun = guess(desk, line, NO_CONTACTS)
    const category_id = this.typed === '' ? begun.category_id : (this.offered(this.typed)[0]?.id ?? null)
    this.typed = ''
    const entry = { ...(category_id ? { category_id } : {}), ...(begun.contact_id ? { contact_id: begun.contact_id } : {}) }
    // As the form does, in the name of the workbench behind it.
    await this.run(creating(entry), 'workbench')
  }

  private escape(): void {
    const { desk } = this
    this.typed = ''
    if (desk.explaining) desk.setExplaining(undefined)
    else if (desk.sheet) desk.openSheet(undefined)
    else if (!desk.leaveChoices()) desk.clearMarks()
  }

  /** What the page asks for by itself: what explains a difference, and further candidates while one looks for them. */
  private async look(): Promise<void> {
    const { desk, company } = this
    const { explaining } = desk
    if (explaining && explaining.proposals === undefined) {
      const body = { bank_statement_entry_ids: [...explaining.line_ids], title_ids: [...explaining.candidate.title_ids] }
      const text = await this.ask(contract.reconciliation.differences, { params: { c: company.id }, body })
      desk.setExplaining(withProposals(explaining, JSON.parse(text) as Proposal[]))
    }
    const [line] = desk.joint
    if (!line || desk.checked || desk.sheet || desk.explaining || !(desk.pane === 'choices' || desk.marks.size > 1)) return
    const text = await this.ask(contract.reconciliation.candidates, { params: { c: company.id, id: line.id } })
    desk.setWide(line.id, (JSON.parse(text) as LineSuggestion).candidates)
  }

  private async ask(row: Endpoint, call: BenchCall): Promise<string> {
    return (await this.server.call(this.company.owner, row, call)).text
  }

  private readonly ports = {
    call: async (row: Endpoint, { params, query, body }: BenchCall = {}) => {
      const begun = performance.now()
      const { text, batchId } = await this.server.call(this.company.owner, row, {
        ...(params && { params }),
        ...(query && { query }),
        body,
      })
      this.waited += performance.now() - begun
      return { data: JSON.parse(text), batch_id: batchId ?? undefined }
    },
    ask: {
      step: async () => this.company.accountIds.find(id => id !== this.desk.current?.bank_account_id),
    },
    ui: {
      do: (name: string, detail?: unknown) => this.answer(name, detail as never),
      read: () => undefined,
    },
  } as unknown as Ports

  /** What the screen does when a command asks it to. */
  private answer(name: string, detail: never): boolean {
    const { desk } = this
    const answers: Record<string, (detail: never) => unknown> = {
      ...this.moves,
      'workbench.explain': place => desk.explain(place),
      'workbench.run': id => this.running.push(this.run(registry.find(id) as AnyCommand)),
      'difference.toggle': kind => desk.togglePart(kind),
      'lines.leave': change => desk.leave(change),
      'lines.settled': change => {
        desk.settled(change)
        this.running.push(this.read())
      },
      'lines.failed': ({ error }: { error: unknown }) => {
        throw error
      },
    }
    answers[name]?.(detail)
    return answers[name] !== undefined
  }
}

/** The form finds a contact by the name that is suggested; the statement's truth is about categories. */
const NO_CONTACTS = { contacts: [] }

const KEY_NAMES: Readonly<Record<string, string>> = { Space: ' ' }

/** 'Shift+A' as the event that a keyboard sends. */
function pressOf(name: string): KeyPress {
  const parts = name.split('+')
  const key = parts.pop() ?? ''
  return { key: KEY_NAMES[key] ?? key, shiftKey: parts.includes('Shift'), ctrlKey: parts.includes('Control') }
}
