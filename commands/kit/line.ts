// The answers a closed question offers, by what was typed: the digit, the label or a synonym.
import type { AnyTarget, Choice, PartialAnswers, Step } from './command.ts'
import { createIndex } from './search.ts'

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
