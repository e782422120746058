// The permission matrix as a grid of checkboxes: arrows move, Space marks, and heads mark a whole row or column.
import { type KeyboardEvent, useRef, useState } from 'react'
import { classNames } from '#client/kit/class-names.ts'
import choices from '#client/kit/form/choices.module.css'
import { Icon } from '#client/kit/icon.tsx'
import text from '#client/kit/look/text.module.css'
import { ACTION_LABELS, ACTIONS, type Action, RESOURCE_LABELS } from '#domain/permissions.ts'
import styles from './people.module.css'
import { type ChosenRights, type RightsRow, withColumn, withRight, withRow } from './rights-model.ts'

interface RightsMatrixProps {
  rows: readonly RightsRow[]
  value: ChosenRights
  /** Without it the matrix is only read. */
  onChange?: ((rights: ChosenRights) => void) | undefined
  label: string
}

const MOVES: Record<string, readonly [rows: number, columns: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** The cell `from` steps to: along the arrow, past cells of rights that do not exist, else where it is. */
function stepFrom(grid: HTMLElement, from: HTMLElement, [rows, columns]: readonly [number, number]): HTMLElement | undefined {
  const row = Number(from.dataset.row)
  const column = Number(from.dataset.column)
  for (let far = 1; far <= 40; far++) {
    const at = `[data-row="${row + rows * far}"][data-column="${column + columns * far}"]`
    const found = grid.querySelector<HTMLElement>(at)
    if (found) return found
  }
  return undefined
}

export function RightsMatrix({ rows, value, onChange, label }: RightsMatrixProps) {
  const grid = useRef<HTMLTableElement>(null)
  const [stop, setStop] = useState('1:0')
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const move = MOVES[event.key]
    const { target } = event
    if (!move || !grid.current || !(target instanceof HTMLElement) || target.dataset.row === undefined) return
    event.preventDefault()
    event.stopPropagation()
    stepFrom(grid.current, target, move)?.focus()
  }
  const cell = (row: number, column: number) => ({
    'data-row': row,
    'data-column': column,
    tabIndex: stop === `${row}:${column}` ? 0 : -1,
    onFocus: () => setStop(`${row}:${column}`),
  })
  const readOnly = onChange === undefined
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the ARIA pattern of a grid is a table with one tab stop
    <table className={styles.rights} role="grid" aria-label={label} aria-readonly={readOnly || undefined} ref={grid} onKeyDown={onKeyDown}>
      <thead>
        <tr className={classNames(styles.rightsRow, styles.rightsHead)}>
          <th scope="col">Recurso</th>
          {ACTIONS.map((action, at) => (
            <th scope="col" key={action}>
              {readOnly ? (
                ACTION_LABELS[action]
              ) : (
                <button
                  type="button"
                  {...cell(0, at + 1)}
                  aria-label={`${ACTION_LABELS[action]} em todos os recursos`}
                  onClick={() => onChange(withColumn(value, rows, action))}
                >
                  {ACTION_LABELS[action]}
                </button>
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr className={styles.rightsRow} key={row.resource}>
            <th scope="row">
              {readOnly ? (
                RESOURCE_LABELS[row.resource]
              ) : (
                <button
                  type="button"
                  {...cell(index + 1, 0)}
                  aria-label={`${RESOURCE_LABELS[row.resource]}: tudo ou nada`}
                  disabled={row.may === ''}
                  onClick={() => onChange(withRow(value, row))}
                >
                  {RESOURCE_LABELS[row.resource]}
                </button>
              )}
            </th>
            {ACTIONS.map((action, at) => (
              <td key={action} className={row.actions.includes(action) ? undefined : styles.none}>
                {row.actions.includes(action) ? (
                  <RightBox row={row} action={action} value={value} onChange={onChange} place={cell(index + 1, at + 1)} />
                ) : null}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface RightBoxProps extends Pick<RightsMatrixProps, 'value' | 'onChange'> {
  row: RightsRow
  action: Action
  place: object
}

function RightBox({ row, action, value, onChange, place }: RightBoxProps) {
  const on = value[row.resource]?.includes(action) ?? false
  const name = `${RESOURCE_LABELS[row.resource]}: ${ACTION_LABELS[action]}`
  if (onChange === undefined)
    return on ? (
      <span className={styles.granted}>
        <Icon name="check" label={name} />
        <span className={styles.word}>{ACTION_LABELS[action]}</span>
      </span>
    ) : (
      <span className={classNames(text.m, styles.m)}>
        <span aria-hidden="true">–</span>
        <span className={text.vh}>{name}: não</span>
      </span>
    )
  const may = row.may.includes(action)
  return (
    // biome-ignore lint/a11y/useSemanticElements: one of a grid with a single tab stop
    <button
      type="button"
      role="checkbox"
      className={styles.right}
      aria-checked={on}
      aria-label={name}
      // aria-disabled and not disabled: the arrows pass over it and it says why.
      aria-disabled={!may || undefined}
      title={may ? undefined : 'Você não tem este direito'}
      {...place}
      onClick={() => may && onChange(withRight(value, row, action, !on))}
    >
      <span className={choices.cb} data-part="box" data-state={on ? 'checked' : 'unchecked'} data-disabled={may ? undefined : ''}>
        {on ? <Icon name="check" /> : null}
      </span>
      <span className={styles.word}>{ACTION_LABELS[action]}</span>
    </button>
  )
}
