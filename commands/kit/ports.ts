// What `run` receives: the outside world as a few functions, so that commands stay pure and a test can replace all of it.
import type { Answer, Call, Endpoint } from '#contract/kit/endpoint.ts'
import type { AnyTarget, Confirmation, Destination, RecordName, Step, StepValue } from './command.ts'
import type { DetailOf, IntentName, ReadingName, Readings } from './intents.ts'

export interface Reply<E extends Endpoint> {
  readonly data: Answer<E>
  /** The journal's batch, from `X-Batch-Id`; present on writes. */
  readonly batch_id: string | undefined
}

export type CallInput<E extends Endpoint> = Record<never, never> extends Call<E> ? [input?: Call<E>] : [input: Call<E>]

export interface AskPort {
  /** A dialog whose safe button has the focus; false when the person steps back. */
  confirm(confirmation: Confirmation): Promise<boolean>
  /** One more answer in the middle of a run; undefined when the person steps back. */
  step(step: Step): Promise<StepValue | undefined>
  /** The system's file chooser; empty when the person steps back. */
  files(options: { accept: readonly string[]; multiple?: boolean }): Promise<readonly File[]>
}

export interface SelectionPort {
  target(): AnyTarget
  set(kind: RecordName, ids: readonly string[]): void
  selectAll(): void
  invert(): void
  clear(): void
}

/** The current list's filter text, in the grammar of the filter bar. */
export interface FilterPort {
  text(): string
  set(text: string): void
  focus(): void
}

export interface ClipboardPort {
  write(plain: string, html?: string): Promise<void>
  read(): Promise<string>
}

/** A bulk in several calls, as the person follows it and may stop it between two of them. */
export interface BulkPort {
  /** More than one call is needed: what is done ('Movendo'), and to how many records. */
  begin(doing: string, count: number): void
  /** The server has these records. False when the person has asked to stop: no further call. */
  wrote(ids: readonly string[]): boolean
}

/** The screen itself: surfaces and features answer by name. */
export interface UiPort {
  /** False when nothing on screen answers the intent. */
  do<I extends IntentName>(name: I, ...detail: DetailOf<I>): boolean
  /** What the screen shows now; undefined when nothing on it answers. */
  read<R extends ReadingName>(name: R): Readings[R] | undefined
}

/** Errors travel by throwing; toasts and announcements are the runner's, so there is no port for them. */
export interface Ports {
  call<E extends Endpoint>(row: E, ...input: CallInput<E>): Promise<Reply<E>>
  go(to: Destination, options?: { newTab?: boolean; replace?: boolean }): void
  readonly ask: AskPort
  readonly selection: SelectionPort
  readonly filter: FilterPort
  readonly clipboard: ClipboardPort
  readonly bulk: BulkPort
  readonly ui: UiPort
  /** Undoes the last recorded step of the open company; undefined when there is none. */
  undo(): Promise<string | undefined>
  redo(): Promise<string | undefined>
  /** Milliseconds since the epoch. */
  now(): number
  /** The day it is in São Paulo. */
  today(): string
  newId(): string
}
