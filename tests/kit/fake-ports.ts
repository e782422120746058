// Ports for tests: they record everything a command does, and a call outside the command's own `calls` fails the test.
import type { AnyCommand, AnyTarget, Confirmation, Destination, PartialAnswers, StepValue } from '#commands/kit/command.ts'
import { noTarget } from '#commands/kit/command.ts'
import type { IntentName, Readings } from '#commands/kit/intents.ts'
import type { Ports, Reply } from '#commands/kit/ports.ts'
import type { Answer, Endpoint } from '#contract/kit/endpoint.ts'

export interface FakeCall {
  readonly endpoint: string
  readonly input: unknown
}

export interface FakePorts extends Ports {
  readonly calls: FakeCall[]
  readonly went: Destination[]
  readonly confirmed: Confirmation[]
  readonly copied: string[]
  readonly done: { action: IntentName; detail: unknown }[]
  readonly undone: string[]
  /** How a bulk of several calls was announced, and how many records each of its calls wrote. */
  readonly bulks: { doing: string; count: number; wrote: number[] }[]
}

export interface FakeOptions {
  /** Endpoints that the command may call; any other throws. Without it every call is refused. */
  readonly allow?: readonly Endpoint[] | undefined
  /** Answers by endpoint id; a function receives the input. Throw in it to simulate a failure. */
  readonly answers?: Readonly<Record<string, unknown>>
  readonly confirm?: boolean
  readonly step?: StepValue
  /** What the person picks in the file chooser. */
  readonly files?: readonly File[]
  readonly target?: AnyTarget
  readonly today?: string
  readonly now?: number
  /** The person stops a bulk after this many calls. */
  readonly stopAfter?: number
  /** What the screen answers when it is read. */
  readonly shows?: Partial<Readings>
}

export function fakePorts({
  allow = [],
  answers = {},
  confirm = true,
  step,
  files = [],
  target = noTarget(),
  today = '2026-11-11',
  now = Date.UTC(2026, 10, 11, 15),
  stopAfter = Number.POSITIVE_INFINITY,
  shows = {},
}: FakeOptions = {}): FakePorts {
  const calls: FakeCall[] = []
  const went: Destination[] = []
  const confirmed: Confirmation[] = []
  const copied: string[] = []
  const done: { action: IntentName; detail: unknown }[] = []
  const undone: string[] = []
  const bulks: { doing: string; count: number; wrote: number[] }[] = []
  let ids = 0
  let batches = 0
  let filter = ''
  return {
    calls,
    went,
    confirmed,
    copied,
    done,
    undone,
    bulks,
    async call<E extends Endpoint>(row: E, ...[input]: readonly unknown[]): Promise<Reply<E>> {
      if (!allow.some(one => one.id === row.id)) throw new Error(`the command called ${row.id || row.at}, which is not in its calls`)
      calls.push({ endpoint: row.id, input })
      const answer = answers[row.id]
      const data = (typeof answer === 'function' ? answer(input) : answer) as Answer<E>
      return { data, batch_id: row.method === 'GET' ? undefined : `batch-${++batches}` }
    },
    go: to => void went.push(to),
    ask: {
      async confirm(confirmation) {
        confirmed.push(confirmation)
        return confirm
      },
      step: async () => step,
      files: async () => files,
    },
    selection: { target: () => target, set: () => {}, selectAll: () => {}, invert: () => {}, clear: () => {} },
    filter: {
      text: () => filter,
      set: text => {
        filter = text
      },
      focus: () => {},
    },
    clipboard: {
      write: async plain => void copied.push(plain),
      read: async () => copied.at(-1) ?? '',
    },
    bulk: {
      begin: (doing, count) => void bulks.push({ doing, count, wrote: [] }),
      wrote: ids => (bulks.at(-1)?.wrote.push(ids.length) ?? 0) < stopAfter,
    },
    ui: {
      do(action, ...[detail]) {
        done.push({ action, detail })
        return true
      },
      read: name => shows[name],
    },
    async undo() {
      undone.push('undo')
      return 'desfeito'
    },
    async redo() {
      undone.push('redo')
      return 'refeito'
    },
    now: () => now,
    today: () => today,
    newId: () => `id-${++ids}`,
  }
}

/** All that a run of it may call. */
export const callsOf = ({ calls = [], may = [] }: AnyCommand): readonly Endpoint[] => [...calls, ...may]

/** Runs one command as the runner would, allowing exactly its own calls. */
export async function runCommand(
  command: AnyCommand,
  target: AnyTarget,
  answers: PartialAnswers = {},
  options: Omit<FakeOptions, 'allow' | 'target'> & { reply?: FakeOptions['answers'] } = {},
) {
  const { reply, ...rest } = options
  const ports = fakePorts({ ...rest, ...(reply ? { answers: reply } : {}), allow: callsOf(command), target })
  const outcome = (await command.run(ports, target, answers)) ?? {}
  return { ports, outcome }
}
