// The acts of what is typed, read again when something that the app knows arrives; the best one is said by the live region.
import { useEffect, useMemo, useState } from 'react'
import { announce } from '#client/kit/announcer.tsx'
import type { Context } from '#commands/kit/gate.ts'
import type { Opening, Piece } from '#commands/kit/sentence.ts'
import { useHouse } from './house.ts'
import { usePalette } from './palette-store.ts'
import { type Act, actsOf, isDoubtful, openingsHere, speaking, spokenAct } from './sentences.ts'

const SAY_AFTER_MS = 500
const NONE: readonly Act[] = []

export function useActs(query: string, on: boolean, context: Context): readonly Act[] {
  const { registry, options } = useHouse()
  const picked = usePalette(state => state.picked)
  const [arrived, setArrived] = useState(0)
  const knowledge = options?.knowledge
  useEffect(() => knowledge?.onArrival(() => setArrived(count => count + 1)), [knowledge])
  const commands = useMemo(() => speaking(registry.commands, context), [registry, context])
  const today = options?.ports.today() ?? ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: what arrived is read from the knowledge
  const acts = useMemo(
    () => (on ? actsOf({ query, commands, context, today, knowledge, picked }) : NONE),
    [on, query, commands, context, today, knowledge, picked, arrived],
  )
  const [first] = acts
  const said = first === undefined ? '' : isDoubtful(acts) ? `${acts.length} leituras. Escolha com as setas` : spokenAct(first)
  useEffect(() => {
    if (said === '') return
    const timer = setTimeout(() => announce(said), SAY_AFTER_MS)
    return () => clearTimeout(timer)
  }, [said])
  return acts
}

/** The commands that the query begins to name, where nothing else was found. */
export function useOpenings(query: string, on: boolean, context: Context): readonly Opening[] {
  const { registry } = useHouse()
  return useMemo(
    () => (on ? openingsHere({ query, commands: speaking(registry.commands, context), context }) : []),
    [on, query, registry, context],
  )
}

/** The piece whose other readings are listed: the one with the focus, else the first name that has others. */
export function doubtfulPiece(act: Act | undefined, focused: number | undefined): Piece | undefined {
  const pieces = act?.sentence.pieces ?? []
  const piece =
    focused !== undefined
      ? pieces[focused]
      : pieces.find(
          ({ readings: [first, second] }) => second !== undefined && second.part.rest !== true && first !== undefined && first.fit < 1,
        )
  return piece && piece.readings.length > 1 ? piece : undefined
}
