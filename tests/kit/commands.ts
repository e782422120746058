// Commands in a test: one by its id, the records to try it on, and what came of it.
import { type AnyCommand, type AnyTarget, noTarget, type PartialAnswers, type RecordName, targetOn } from '#commands/kit/command.ts'
import { callsOf, type FakeOptions, fakePorts } from './fake-ports.ts'

export const COMPANY = { id: 'k', name: 'Padaria Sol Nascente' }

export const namedIn =
  (commands: readonly AnyCommand[]) =>
  (id: string): AnyCommand => {
    const found = commands.find(command => command.id === id)
    if (!found) throw new Error(`no command ${id}`)
    return found
  }

/** Marked records of one company. */
export const targetOf = <R extends { id: string }>(kind: RecordName, ...records: readonly R[]): AnyTarget =>
  targetOn(kind, records, { company: COMPANY, from: 'selection' })

/** The company open, and no record of it in hand. */
export const nothing: AnyTarget = noTarget(COMPANY)

/** Runs one of the commands by its id, allowed exactly its own calls. */
export const playedIn =
  (commands: readonly AnyCommand[]) =>
  (id: string, target: AnyTarget, replies: FakeOptions['answers'] = {}, answers: PartialAnswers = {}, confirm = true) => {
    const command = namedIn(commands)(id)
    const ports = fakePorts({ allow: callsOf(command), answers: replies, target, confirm })
    return { ports, outcome: command.run(ports, target, answers) }
  }
