// What commands ask of the screen, by name: intents are done by whatever is mounted, readings are answered by it. Commands stay free of React.

/** Each intent, and the detail it is done with. Filled by declaration merging in commands/intents.ts, and so closed. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging in commands/intents.ts
export interface Intents {}
export type IntentName = keyof Intents

/** What the screen can be asked, and what it answers. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging in commands/intents.ts
export interface Readings {}
export type ReadingName = keyof Readings

/** The argument after the name: none, one that may be left out, or one that must be given. */
export type DetailOf<I extends IntentName> = I extends IntentName
  ? Intents[I] extends undefined
    ? []
    : undefined extends Intents[I]
      ? [detail?: Intents[I]]
      : [detail: Intents[I]]
  : never

/** Intents that need no detail: what a key alone can do. */
export type BareIntent = { [I in IntentName]: undefined extends Intents[I] ? I : never }[IntentName]
