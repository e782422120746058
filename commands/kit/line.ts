// One-line commands: 'mover pago', 'venc +30d', 'cat energia' are a command and the answers of its steps, typed in one go.
import { fold } from '#domain/text.ts'
import { type AnyCommand, type AnyTarget, type Choice, formOf, type PartialAnswers, type Step, stepsOf } from './command.ts'
import { createIndex } from './search.ts'

/** Turns typed text into the answers a step could take, best first; the app passes one that knows accounts, contacts and dates. */
export type Resolve = (step: Step, text: string, target: AnyTarget, answers: PartialAnswers) => readonly Choice[]

export interface Line {
  readonly command: AnyCommand
  readonly answers: PartialAnswers
  /** The labels of the answers, in the order of the steps. */
  readonly labels: readonly string[]
  /** Whether every step that must be answered is. */
  readonly complete: boolean
  /** 0 to 1: how much of the command's words was typed. */
  readonly score: number
}

const wordsOf = (text: string): string[] =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
const MAX_WORDS = 12

/** Offers a closed list of choices by what was typed: the digit, the label or a synonym. An empty text offers all. */
export function matchChoices<C extends Choice>(choices: readonly C[], text: string): readonly C[] {
  const typed = text.trim()
  if (typed === '') return choices
  const byDigit = choices.filter(choice => choice.digit === typed)
  if (byDigit.length > 0) return byDigit
  const index = createIndex(
    choices.map(choice => ({ id: String(choice.value), title: choice.label, choice, ...(choice.words ? { words: choice.words } : {}) })),
  )
  return index.search(typed, { now: 0, limit: choices.length }).hits.map(hit => hit.item.choice)
}

/** The answers of a step that carries its own options; without options there is nothing to offer. */
export function resolveOptions(step: Step, text: string, target: AnyTarget, answers: PartialAnswers): readonly Choice[] {
  return matchChoices(step.options?.(target, answers) ?? [], text)
}

// Every typed word must begin a word of the command's title or synonyms; the score is how early and how fully it does.
function headScore(command: AnyCommand, head: readonly string[]): number {
  const names = [command.title, command.short ?? '', ...(command.words ?? [])].map(wordsOf)
  let best = 0
  for (const name of names) {
    let typed = 0
    const hit = head.every(word => {
      const found = name.find(part => part.startsWith(word))
      typed += found === undefined ? 0 : word.length / found.length
      return found !== undefined
    })
    if (hit) best = Math.max(best, (typed / head.length) * (name[0]?.startsWith(head[0] ?? '') ? 1 : 0.8))
  }
  return best
}

interface Answered {
  readonly answers: PartialAnswers
  readonly labels: readonly string[]
  readonly used: number
}

// Gives the first step the longest text it understands and the rest to the steps after it.
function answer(
  steps: readonly Step[],
  words: readonly string[],
  target: AnyTarget,
  resolve: Resolve,
  before: PartialAnswers,
): Answered | undefined {
  if (words.length === 0) return { answers: before, labels: [], used: 0 }
  const [step, ...rest] = steps
  if (step === undefined) return undefined
  for (let taken = words.length; taken > 0; taken--) {
    if (rest.length === 0 && taken < words.length) return undefined
    const choice = resolve(step, words.slice(0, taken).join(' '), target, before).find(one => one.refused === undefined)
    if (choice === undefined) continue
    const after = answer(rest, words.slice(taken), target, resolve, { ...before, [step.name]: choice.value })
    if (after !== undefined) return { answers: after.answers, labels: [choice.label, ...after.labels], used: taken + after.used }
  }
  return step.optional === true ? answer(rest, words, target, resolve, before) : undefined
}

/** The commands a line could mean, best first: those whose name starts the line and whose steps understand all of the rest. */
export function parseLine(query: string, commands: readonly AnyCommand[], target: AnyTarget, resolve: Resolve, limit = 3): readonly Line[] {
  const typed = query.trim().split(/\s+/).slice(0, MAX_WORDS)
  if (typed.length < 2) return []
  const lines: Line[] = []
  for (const command of commands) {
    const steps = stepsOf(command)
    const asked = command.takes === 'none' ? formOf(command) : undefined
    const form = asked?.how === 'form' ? asked : undefined
    if (steps.length === 0 && form === undefined) continue
    for (let split = Math.min(3, typed.length - 1); split > 0; split--) {
      const head = typed.slice(0, split).flatMap(wordsOf)
      if (head.length === 0 || head.some(word => word.length < 2)) continue
      const score = headScore(command, head)
      if (score === 0) continue
      if (form !== undefined) {
        const { given, said, whole } = form.fields.line(typed.slice(split))
        // A name alone is more often a search than a record to be.
        if (said.length > 1)
          lines.push({ command, answers: given as PartialAnswers, labels: said, complete: whole, score: score + split / 10 })
        break
      }
      const answered = answer(steps, typed.slice(split), target, resolve, {})
      if (answered === undefined) continue
      const complete = steps.every(step => step.optional === true || step.name in answered.answers)
      lines.push({ command, answers: answered.answers, labels: answered.labels, complete, score: score + split / 10 })
      break
    }
  }
  return lines.sort((a, b) => b.score - a.score || (a.command.id < b.command.id ? -1 : 1)).slice(0, limit)
}
