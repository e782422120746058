// A person who knows the right answer of every line and takes the shortest way that the screen shows to it.
import type { Line } from '#client/features/workbench/line.ts'
import { DIFFERENCE_ORDER } from '#commands/reconcile.ts'
import type { LineMatch } from '#commands/records.ts'
import type { DifferenceKind } from '#domain/enums.ts'
import { KeyCount } from '#tests/kit/key-count.ts'
import type { LineKind, Truth } from '#tests/kit/statement-mix.ts'
import type { DeskPlayer } from './desk-player.ts'

/** What the difference of a line really is. */
const PARTS: Partial<Record<LineKind, readonly DifferenceKind[]>> = {
  fee: ['fee'],
  late: ['fine', 'interest'],
  discount: ['discount'],
  withheld: ['withholding'],
  half: ['open'],
  'card-batch': ['fee'],
}

/** Two keys for a lot pay from so many lines on; the last ones always go with it. */
const WORTH_A_LOT = 3
/** The form asks for three letters; fewer are not trusted. */
const LETTERS = 3
const DIGITS = 9

export interface KindTally {
  lines: number
  keys: number
  /** Taken with the lot. */
  lot: number
  /** Finished without keys, because no keys lead there. */
  lost: number
}

export interface Solved {
  readonly kinds: ReadonlyMap<LineKind, KindTally>
  /** What the lot would have done wrongly, in words. */
  readonly wrong: readonly string[]
  readonly keys: number
}

export interface Knowledge {
  readonly truth: ReadonlyMap<string, Truth>
  readonly payerOf: ReadonlyMap<string, string | null>
  /** By name. */
  readonly categories: ReadonlyMap<string, string>
}

const same = (one: readonly string[], other: readonly string[]) => one.length === other.length && one.every(id => other.includes(id))

export class Clerk {
  private readonly keys: KeyCount
  private readonly kinds = new Map<LineKind, KindTally>()
  private readonly wrong = new Map<string, string>()

  constructor(
    private readonly player: DeskPlayer,
    private readonly known: Knowledge,
  ) {
    this.keys = new KeyCount(key => player.play(key))
  }

  /** Works the statement off, and tells what it cost. `lose` settles a line that no key can, as a mouse and time would. */
  async solve(lose: (line: Line, truth: Truth) => Promise<void>): Promise<Solved> {
    const { desk } = this.player
    for (const id of this.known.truth.keys()) this.tallyOf(id).lines++
    while (desk.count('PENDING') > 0) {
      this.watch()
      const lot = desk.high().length
      if (lot >= WORTH_A_LOT || (lot > 0 && lot === this.leading().length)) await this.takeLot()
      else await this.settleNext(lose)
    }
    return { kinds: this.kinds, wrong: [...this.wrong.values()], keys: this.keys.count }
  }

  private leading(): Line[] {
    return this.player.desk.ids.flatMap(id => this.player.desk.line(id) ?? [])
  }

  private truthOf(id: string): Truth {
    const truth = this.known.truth.get(id)
    if (!truth) throw new Error(`nobody knows what ${id} is`)
    return truth
  }

  private tallyOf(id: string): KindTally {
    const { kind } = this.truthOf(id)
    const tally = this.kinds.get(kind) ?? { lines: 0, keys: 0, lot: 0, lost: 0 }
    this.kinds.set(kind, tally)
    return tally
  }

  /** Notes what the lot holds that is not so. */
  private watch(): void {
    const { desk } = this.player
    for (const id of desk.high()) {
      const match = this.lotMatch(id)
      if (match && !this.isRight(match, this.truthOf(id)))
        this.wrong.set(id, `${this.truthOf(id).kind}: ${desk.line(id)?.description} → ${JSON.stringify(match)}`)
    }
  }

  private lotMatch(id: string): LineMatch | undefined {
    const line = this.player.desk.line(id)
    return line && this.player.lotMatch(line)
  }

  /** The lines that one row of the lot stands for: those of its title, or both halves of its transfer. */
  private withLine(line: Line | undefined): readonly Line[] {
    const { desk } = this.player
    if (!line) return []
    const certain = desk.certainOf(line)
    const other = certain?.kind === 'transfer' ? desk.line(certain.other.line_id) : undefined
    return other ? [line, other] : desk.groupOf(line)
  }

  private async takeLot(): Promise<void> {
    const { desk } = this.player
    const before = this.keys.count
    await this.keys.press('Shift+A')
    for (const id of [...(desk.checked ?? [])]) if (this.wrong.has(id)) desk.toggle(id)
    const taken = [...(desk.checked ?? [])].flatMap(id => this.withLine(desk.line(id)))
    if (taken.length === 0) throw new Error(`the lot is wrong as a whole: ${[...this.wrong.values()].join()}`)
    await this.keys.press('Enter')
    for (const { id } of taken) {
      this.tallyOf(id).lot++
      this.tallyOf(id).keys += (this.keys.count - before) / taken.length
    }
  }

  private async settleNext(lose: (line: Line, truth: Truth) => Promise<void>): Promise<void> {
    const { desk } = this.player
    const line = desk.current
    if (!line) throw new Error('lines are left, but none is in hand')
    const before = this.keys.count
    const pending = new Set(this.leading().flatMap(each => desk.groupOf(each).map(({ id }) => id)))
    if (!(await this.settle(line))) {
      this.tallyOf(line.id).lost++
      await lose(line, this.truthOf(line.id))
      await this.player.read()
    }
    const left = new Set(this.leading().flatMap(each => desk.groupOf(each).map(({ id }) => id)))
    const done = [...pending].filter(id => !left.has(id))
    if (done.length === 0) throw new Error(`nothing became of ${line.description}`)
    for (const id of done) this.tallyOf(id).keys += (this.keys.count - before) / done.length
  }

  private async settle(line: Line): Promise<boolean> {
    const truth = this.truthOf(line.id)
    if (truth.as === 'entry') return this.settleEntry(line, truth.category)
    if (await this.pressOne(truth)) return true
    if (truth.as === 'transfer') {
      await this.keys.press('t')
      return true
    }
    return (await this.explain(truth)) || (await this.lookFurther(truth))
  }

  /** Enter where it does what is right, else the digit of the suggestion that is. */
  private async pressOne(truth: Truth): Promise<boolean> {
    const key = this.oneKey(truth)
    if (key !== undefined) await this.keys.press(key)
    return key !== undefined
  }

  private oneKey(truth: Truth): string | undefined {
    const { match, choices } = this.player.inHand()
    if (match && this.isRight(match, truth)) return 'Enter'
    const at = choices.slice(0, DIGITS).findIndex(choice => this.isRight(choice, truth))
    return at >= 0 ? String(at + 1) : undefined
  }

  private async settleEntry(line: Line, category: string): Promise<boolean> {
    const truth = this.truthOf(line.id)
    const alike = this.alike(line)
    const oneKey = this.oneKey(truth)
    if (alike.length > (oneKey === undefined ? 1 : 2)) {
      await this.keys.press('Shift+L')
      const { match } = this.player.inHand()
      if (match && this.isRight(match, truth)) {
        await this.keys.press('Enter')
        return true
      }
    } else if (oneKey !== undefined) {
      await this.keys.press(oneKey)
      return true
    }
    await this.keys.press('n')
    const id = this.known.categories.get(category)
    if (id === undefined) throw new Error(`no category is called ${category}`)
    if (this.player.guessed() !== id) await this.keys.type(this.lettersFor(category, id))
    await this.keys.press('Enter')
    return true
  }

  /** The lines that one key marks with this one, where all of them are really the same. */
  private alike(line: Line): readonly Line[] {
    const truth = this.truthOf(line.id)
    const lines = this.player.desk.alikeOf(line)
    const agree = lines.every(({ id }) => {
      const other = this.truthOf(id)
      return other.as === 'entry' && truth.as === 'entry' && other.category === truth.category
    })
    return agree ? lines : [line]
  }

  private lettersFor(category: string, id: string): string {
    const name = category.toLowerCase()
    for (let length = LETTERS; length < name.length; length++)
      if (this.player.offered(name.slice(0, length))[0]?.id === id) return name.slice(0, length)
    return name
  }

  /** The right titles stand there with a difference: it is explained, as proposed or part by part. */
  private async explain(truth: Truth): Promise<boolean> {
    const { choices } = this.player.inHand()
    const at = choices.slice(0, DIGITS).findIndex(choice => this.isTitles(choice, truth))
    if (at < 0) return false
    const choice = choices[at]
    // What is explained otherwise than it is must be opened, not taken.
    const hasParts = choice?.kind === 'titles' && (choice.differences?.length ?? 0) > 0
    if (!hasParts) await this.keys.press(String(at + 1))
    else await this.keys.press('ArrowRight', ...Array.from({ length: at }, () => 'ArrowDown'), 'Control+Enter')
    const { explaining } = this.player.desk
    const wanted = PARTS[truth.kind] ?? []
    const proposed = explaining?.parts.map(({ kind }) => kind) ?? []
    if (!same(proposed, wanted)) for (const kind of wanted) await this.keys.press(String(DIFFERENCE_ORDER.indexOf(kind) + 1))
    await this.keys.press('Enter')
    return true
  }

  /** Into the suggestions, where further titles stand; several of them are marked one by one. */
  private async lookFurther(truth: Truth): Promise<boolean> {
    if (truth.as !== 'titles') return false
    const { desk } = this.player
    await this.keys.press('ArrowRight')
    if (await this.pressOne(truth)) return true
    if (await this.explain(truth)) return true
    const wanted = desk.allChoices.flatMap((choice, at) =>
      choice.kind === 'titles' && choice.candidate.title_ids.every(id => truth.title_ids.includes(id)) ? [{ choice, at }] : [],
    )
    const found = new Set(wanted.flatMap(({ choice }) => choice.candidate.title_ids))
    if (found.size === truth.title_ids.length && truth.line_ids.length === 1) {
      for (const { choice } of wanted) {
        const to = desk.allChoices.findIndex(({ key }) => key === choice.key)
        const by = to - desk.choiceAt
        for (let step = 0; step < Math.abs(by); step++) await this.keys.press(by > 0 ? 'ArrowDown' : 'ArrowUp')
        await this.keys.press('Space')
      }
      const { match } = this.player.inHand()
      if (match && this.isRight(match, truth)) {
        await this.keys.press('Enter')
        return true
      }
    }
    await this.keys.press('Escape')
    return false
  }

  private isTitles(match: LineMatch, truth: Truth): match is Extract<LineMatch, { kind: 'titles' }> {
    if (match.kind !== 'titles' || truth.as !== 'titles' || !same(match.line_ids, truth.line_ids)) return false
    return same(match.title_ids, truth.title_ids)
  }

  private isRight(match: LineMatch, truth: Truth): boolean {
    if (match.kind === 'entry') return truth.as === 'entry' && match.category_id === this.known.categories.get(truth.category)
    if (match.kind === 'transfer') return truth.as === 'transfer' && match.line_id === truth.line_id
    if (match.kind !== 'titles' || truth.as !== 'titles') return false
    if (!this.isTitles(match, truth)) return this.isInterchangeable(match, truth)
    const parts = (match.differences ?? []).map(({ kind }) => kind)
    return match.difference_cents === 0 || (parts.length > 0 && parts.every(kind => PARTS[truth.kind]?.includes(kind)))
  }

  /** Other titles of the same payer with the paid amount: nobody can tell which of them was meant. */
  private isInterchangeable(match: Extract<LineMatch, { kind: 'titles' }>, truth: Extract<Truth, { as: 'titles' }>): boolean {
    const payers = (ids: readonly string[]) => [...new Set(ids.map(id => this.known.payerOf.get(id)))].join()
    return match.difference_cents === 0 && same(match.line_ids, truth.line_ids) && payers(match.title_ids) === payers(truth.title_ids)
  }
}
