// The selection toolbar at the foot of a list: how many, their balance, what can be done with them, and the sums of the filter.
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Button } from '#client/kit/button.tsx'
import { classNames } from '#client/kit/class-names.ts'
import { settleFocus } from '#client/kit/focus-keeper.ts'
import text from '#client/kit/look/text.module.css'
import { available } from '#commands/kit/gate.ts'
import type { ToolbarPlace } from '#commands/places.ts'
import { formatCents } from '#domain/money.ts'
import { counted } from '#domain/text.ts'
import { ButtonOf, CommandButton } from './command-button.tsx'
import { useContextNow } from './context.ts'
import { nearest } from './focus-stack.ts'
import { useHouse } from './house.ts'
import { openPalette } from './palette-store.ts'
import { RefusedRows, useRefusals } from './refusals.tsx'
import styles from './toolbar.module.css'

export interface ListSum {
  readonly label: string
  readonly amount_cents: number
}

interface SelectionToolbarProps {
  /** 'bills.toolbar': commands with this place, in the order of the list. */
  place: ToolbarPlace
  /** '28 de 64 contas' */
  shown?: string | undefined
  /** Entradas, Saídas, Saldo of the filter, signed cents. */
  sums?: readonly ListSum[] | undefined
  /** Marked rows the filter hides now. */
  hidden?: number | undefined
  /** How many buttons before 'Todas as ações'. */
  most?: number | undefined
}

/** “1 item selecionado”, “12 itens selecionados (9 ocultos pelo filtro)”: SPEC.md, Product. */
export function selectionText(count: number, hidden = 0): string {
  const words = counted(count, ['item selecionado', 'itens selecionados'])
  return hidden === 0 ? words : `${words} (${counted(hidden, ['oculto', 'ocultos'])} pelo filtro)`
}

export function SelectionToolbar({ place, shown, sums = [], hidden = 0, most = 5 }: SelectionToolbarProps) {
  const context = useContextNow()
  const registry = useHouse(state => state.registry)
  const bar = useRef<HTMLDivElement>(null)
  const picked = nearest('picked')?.() ?? 0
  const { target } = context
  const refused = useRefusals(state => state.rows.size > 0)
  // What stands only beside a selection takes the focus with it when it goes.
  const [focused] = target.ids
  useEffect(() => {
    if (picked === 0 && focused !== undefined) settleFocus()
  }, [picked, focused])
  const buttons = registry.at(place).filter(({ command }) => available(command, context).state !== 'hidden')

  // One tab stop; arrows move within.
  const onKeyDown = (event: KeyboardEvent) => {
    const all = [...(bar.current?.querySelectorAll<HTMLElement>('button') ?? [])]
    const at = all.indexOf(document.activeElement as HTMLElement)
    const moves: Record<string, number> = {
      ArrowRight: (at + 1) % all.length,
      ArrowLeft: (at - 1 + all.length) % all.length,
      Home: 0,
      End: all.length - 1,
    }
    const next = moves[event.key]
    if (next === undefined || at < 0) return
    event.preventDefault()
    all[next]?.focus()
  }
  return (
    <div className={styles.tools}>
      {picked > 0 ? (
        <>
          <span className={styles.sum} data-part="sum">
            {target.sum_cents === undefined ? null : (
              <>
                <span className={text.m}>Saldo</span>{' '}
                <span className={classNames(text.med, text.tabular)}>{formatCents(target.sum_cents)}</span>{' '}
                <span className={text.m}>·</span>{' '}
              </>
            )}
            <span className={text.b}>{selectionText(picked, hidden)}</span>
          </span>
          {hidden > 0 ? <CommandButton id="grid.keep-visible" variant="ghost" short source="toolbar" /> : null}
          <RefusedRows target={target} />
          <span className={classNames(text.sep, styles.sep)} />
        </>
      ) : null}
      <div className={styles.actions} role="toolbar" aria-label="Seleção" ref={bar} onKeyDown={onKeyDown}>
        {buttons.slice(0, picked > 0 && refused ? most - 2 : most).map(({ command }, at) => (
          <ButtonOf key={command.id} command={command} variant="ghost" short source="toolbar" tabIndex={at === 0 ? 0 : -1} />
        ))}
        {target.count > 0 ? (
          <Button variant="ghost" keys="." tabIndex={buttons.length === 0 ? 0 : -1} onClick={() => openPalette({ mode: '.' })}>
            Todas as ações
          </Button>
        ) : null}
      </div>
      <span className={styles.totals}>
        {shown ? <span>{shown}</span> : null}
        {sums.map(({ label, amount_cents }) => (
          <span key={label}>
            {label}
            <b>{formatCents(amount_cents)}</b>
          </span>
        ))}
      </span>
    </div>
  )
}
