// Cells of the lists of bills and receivables: written in place, repeated over the marked rows, pasted. The grid has taken the answer; they have no key of their own.
import { type AnyCommand, type AnyTarget, type Confirmation, companyIn } from './kit/command.ts'
import type { Ports } from './kit/ports.ts'
import { eachSlice, outcomeOf, type Written } from './slices.ts'
import { contas, type Kind, TITLES } from './title-kinds.ts'

export type CellValues = Readonly<Record<string, string | number | boolean | null>>

/** What a write does to the rows on screen before the server has answered: detail of 'list.optimistic', 'list.settled' and 'list.failed'. */
export interface ListEdit {
  readonly ids: readonly string[]
  /** The same for every row, or each row's own. */
  readonly values: CellValues | ((id: string) => CellValues)
}

/** Shows a change at once; what the server did not write is taken back. */
export async function atOnce(
  ports: Ports,
  { ids, count }: AnyTarget,
  values: ListEdit['values'],
  write: () => Promise<Written>,
): Promise<Written> {
  const edit: ListEdit = { ids, values }
  ports.ui.do('list.optimistic', edit)
  try {
    const written = await write()
    ports.ui.do(written.count === count ? 'list.settled' : 'list.failed', edit)
    return written
  } catch (error) {
    ports.ui.do('list.failed', edit)
    throw error
  }
}

/** The same values for every record of the target. */
export async function setFields(ports: Ports, kind: Kind, target: AnyTarget, values: CellValues, say: (count: number) => string) {
  const params = { c: companyIn(target).id }
  const written = await atOnce(ports, target, values, () =>
    eachSlice(ports, 'Alterando', target, ids => ports.call(TITLES[kind].rows.updateMany, { params, body: { ids, ...values } })),
  )
  return outcomeOf(target, written, say)
}

export const filling = (kind: Kind, field: string, value: CellValues[string]): AnyCommand => ({
  id: `${kind}.fill`,
  title: 'Alterar contas',
  of: kind,
  takes: 'some',
  calls: [TITLES[kind].rows.updateMany],
  async run(ports, target) {
    const altered = (count: number) => `${contas(count)} ${count === 1 ? 'alterada' : 'alteradas'}`
    const outcome = await setFields(ports, kind, target, { [field]: value }, altered)
    // One cell shows its own change.
    return target.count === 1 ? { label: 'Célula alterada', undo: outcome.undo ?? [] } : outcome
  },
})

/** A block laid over cells, as it was read: pasted, repeated or empty. */
export interface Pasted {
  readonly title: string
  /** By the id of the row. */
  readonly rows: ReadonlyMap<string, CellValues>
  /** '8 células coladas' */
  readonly say: string
  readonly question?: Confirmation | undefined
  /** The cell it was pasted at: the focus returns to it. */
  readonly at: string
}

export const pasting = (kind: Kind, { title, rows, say, question, at }: Pasted): AnyCommand => ({
  id: `${kind}.paste`,
  title,
  of: kind,
  takes: 'some',
  calls: [TITLES[kind].rows.updateMany],
  ...(question ? { confirm: () => question } : {}),
  async run(ports, target) {
    const params = { c: companyIn(target).id }
    const valuesOf = (id: string): CellValues => rows.get(id) ?? {}
    const write = (ids: readonly string[]) =>
      ports.call(TITLES[kind].rows.updateMany, { params, body: { items: ids.map(id => ({ id, ...valuesOf(id) })) } })
    const { undo } = await atOnce(ports, target, valuesOf, () => eachSlice(ports, 'Alterando', target, write))
    return { say, undo, focus: at }
  },
})
