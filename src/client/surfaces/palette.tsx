// The palette: a modal search over everything a person can do or go to. Which rows there are is decided elsewhere; cmdk only draws and moves.
import { Dialog as Radix } from 'radix-ui'
import { Activity, useEffect } from 'react'
import { inSlices } from '#client/kit/idle.ts'
import text from '#client/kit/look/text.module.css'
import { respelled } from '#commands/kit/respelling.ts'
import { currentContext, useWhereabouts } from './context.ts'
import { useEscape } from './focus-stack.ts'
import { useHouse } from './house.ts'
import styles from './palette.module.css'
import { RESTING, useRehearsal } from './palette-rehearsal.ts'
import { commandRows } from './palette-rows.ts'
import { PaletteSearch } from './palette-search.tsx'
import { PaletteSteps } from './palette-steps.tsx'
import { answerPaletteActions, closePalette, stepOutOfPalette, usePalette } from './palette-store.ts'
import { speaking } from './sentences.ts'
import { leaveFlow, returnFocus, useFlow } from './steps.ts'

const READY_AFTER_MS = 300

/** Radix takes it from the page and gives it to the palette after the first paint, which would make every row take its styles twice more. */
const PRESSABLE = { pointerEvents: 'auto' } as const

const POPOVER_SOURCES = new Set(['key', 'toolbar', 'menu', 'button'])

/** Whether a flow is small enough for the popover at the focused row: one closed question, asked by a key or a button. */
export function asksInPopover(flow: ReturnType<typeof useFlow.getState>['flow']): boolean {
  return flow !== undefined && flow.steps.length === 1 && flow.steps[0]?.options !== undefined && POPOVER_SOURCES.has(flow.source)
}

/** Makes ready what the first opening and the first keys would have to make: the rows of the commands and the words they are made of. */
function* readySteps(): Generator<void> {
  const { registry, options } = useHouse.getState()
  const context = currentContext()
  const { company } = context.target
  const { index } = commandRows(registry, context)
  yield
  yield* index.foldSteps()
  const commands = speaking(registry.commands, context)
  respelled('', commands)
  yield
  if (company && options?.knowledge?.readSteps) yield* options.knowledge.readSteps(commands, company)
}

/** In idle time, whenever the person has come somewhere else; the lists of the sources are folded then, too. */
function useReadiness(shown: boolean): void {
  const { area, screen, company, can } = useWhereabouts()
  const registry = useHouse(state => state.registry)
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are what the rows depend on
  useEffect(() => {
    if (shown) return
    const timer = setTimeout(() => {
      void inSlices(readySteps())
      for (const source of useHouse.getState().options?.sources ?? []) void source.prepare?.()
    }, READY_AFTER_MS)
    return () => clearTimeout(timer)
  }, [shown, registry, area, screen, company, can])
}

/** Mounted once by the shell. */
export function Palette() {
  const open = usePalette(state => state.open)
  const opening = usePalette(state => state.opening)
  const flow = useFlow(state => state.flow)
  const stepping = flow !== undefined && !asksInPopover(flow)
  const shown = open || stepping

  useReadiness(shown)
  useEffect(answerPaletteActions, [])
  useEscape(
    'dialog',
    () => {
      if (stepping) leaveFlow()
      else stepOutOfPalette()
      return true
    },
    shown,
  )

  const { typed, opened } = useRehearsal(shown)
  if (!shown && typed === undefined) return null
  return (
    // Closed, it stays drawn out of sight: opening it shows what is there, and makes nothing.
    <Activity mode={shown || opened ? 'visible' : 'hidden'}>
      <Radix.Root open onOpenChange={next => next || closePalette()}>
        <Radix.Portal container={document.body}>
          {/* Not Radix's overlay, whose style sheet against scrolling makes the whole page take its styles again. */}
          <div className={styles.paletteScrim} />
          <Radix.Content
            className={styles.palette}
            data-part={shown ? 'palette' : RESTING}
            aria-describedby={undefined}
            style={PRESSABLE}
            aria-label={stepping ? `${flow.command.title}, passo ${flow.at + 1} de ${flow.steps.length}` : 'Buscar ou executar'}
            onEscapeKeyDown={event => event.preventDefault()}
            onOpenAutoFocus={event => {
              event.preventDefault()
              if (!opened && event.currentTarget instanceof HTMLElement) event.currentTarget.querySelector('input')?.focus()
            }}
            onCloseAutoFocus={event => {
              event.preventDefault()
              returnFocus()
            }}
          >
            <Radix.Title className={text.vh}>Buscar ou executar</Radix.Title>
            {stepping ? (
              <PaletteSteps key={`${flow.command.id}:${flow.at}`} flow={flow} />
            ) : (
              <PaletteSearch key={opening} rehearses={shown ? undefined : typed} />
            )}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Activity>
  )
}
