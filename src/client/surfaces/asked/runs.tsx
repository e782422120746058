// An address that is another way to run a command: same gate, same form, same reasons; left, it leads to where its record or list is.
import { useEffect, useRef, useState } from 'react'
import dialog from '#client/kit/dialog.module.css'
import { Dialog } from '#client/kit/dialog.tsx'
import { Empty, Skeleton } from '#client/kit/states.tsx'
import type { CommandId } from '#commands/index.ts'
import { type AnyTarget, type Destination, noTarget, type Outcome } from '#commands/kit/command.ts'
import { type Availability, available } from '#commands/kit/gate.ts'
import { ERRORS } from '#contract/errors.ts'
import { currentContext, useWhereabouts } from '../context.ts'
import { houseOptions, useHouse } from '../house.ts'
import { runCommand } from '../runner.ts'
import { AskedForm } from './asked-form.tsx'
import { type Asking, useAsking } from './asking.ts'
import { takeOver } from './form-address.ts'

interface RunsProps {
  command: CommandId
  /** Where it leads when it was left. */
  leaves: Destination
  /** The record it runs on; undefined while it is read. Commands of no record leave it out. */
  target?: AnyTarget | undefined
  /** What the address says already: the text of a selector, a record to copy. */
  given?: Readonly<Record<string, unknown>>
  /** In the place of `leaves`, and of where the outcome leads: the page of a waiting selector. */
  onLeft?: (() => void) | undefined
  onDone?: ((recordId: string) => void) | undefined
}

/** Runs the command once, and answers why it may not run, if so. */
function useRun({ command: id, leaves, given, onLeft, onDone, ...rest }: RunsProps): string | undefined {
  const command = useHouse(state => state.registry.get(id))
  const company = useWhereabouts(now => now.company)
  const [reason, setReason] = useState<string>()
  const needsTarget = command !== undefined && command.takes !== 'none'
  const on = needsTarget ? rest.target : undefined
  const latest = useRef({ on, leaves, given, onLeft, onDone })
  latest.current = { on, leaves, given, onLeft, onDone }
  const ready = command !== undefined && company !== undefined && (!needsTarget || on !== undefined)
  const which = on?.ids.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids stand for the record: read anew, it is no other run
  useEffect(() => {
    if (!ready || command === undefined) return
    const handed = takeOver(command)
    const now = currentContext('page')
    // A row of a list has its columns only: read by itself, the record is whole.
    const context = { ...now, target: latest.current.on ?? handed?.target ?? noTarget(now.target.company) }
    const against = reasonAgainst(available(command, context))
    if (against !== undefined) {
      handed?.resolve('refused')
      return setReason(against)
    }
    let here = true
    const answers = { ...latest.current.given, ...handed?.given } as never
    const told = (outcome: Outcome | undefined) => {
      handed?.onDone?.(outcome)
      if (outcome?.focus !== undefined) latest.current.onDone?.(outcome.focus)
    }
    void runCommand(command, { source: 'address', context, answers, onDone: told }).then(result => {
      handed?.resolve(result)
      if (!here || result === 'done') return
      if (latest.current.onLeft) latest.current.onLeft()
      else houseOptions().ports.go(latest.current.leaves)
    })
    return () => {
      here = false
      for (const asking of useAsking.getState().stack) if (asking.command === command && asking.source === 'address') asking.leave()
    }
  }, [command, ready, which])
  return reason
}

/** A form or a question over the page beneath. */
export function Runs(props: RunsProps) {
  const reason = useRun(props)
  const title = useHouse(state => state.registry.get(props.command)?.title)
  if (reason === undefined || title === undefined) return null
  return <Reason title={title} reason={reason} onClose={() => houseOptions().ports.go(props.leaves)} />
}

/** Why a form does not open, where it would stand. */
export function Reason({ title, reason, onClose }: { title: string; reason: string; onClose(): void }) {
  return (
    <Dialog open onClose={onClose} title={title}>
      <p className={dialog.body}>{reason}</p>
    </Dialog>
  )
}

/** Undefined when the command may run. */
export function reasonAgainst(gate: Availability): string | undefined {
  if (gate.state === 'ready') return undefined
  return gate.state === 'disabled' ? gate.reason : ERRORS['permission.denied'].message
}

/** A form that is a page of its own. Who may not send it finds the reason, not the form. */
export function RunsPage(props: RunsProps) {
  const reason = useRun(props)
  const title = useHouse(state => state.registry.get(props.command)?.title)
  const asking = useAsking(({ stack }): Asking | undefined =>
    stack.find(one => one.command.id === props.command && one.source === 'address'),
  )
  if (reason !== undefined) return <Empty icon="lock" title={title ?? ''} text={reason} />
  return asking ? <AskedForm key={asking.key} asking={asking} /> : <Skeleton rows={6} />
}
