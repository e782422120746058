// The rights of a role while they are chosen: letters per resource, within what its creator may give.
import { ACTIONS, type Action, RESOURCES, type Resource } from '#domain/permissions.ts'

/** One row of the matrix: the letters that exist, and those the creator has. */
export interface RightsRow {
  resource: Resource
  actions: readonly Action[]
  may: string
}

export type ChosenRights = Partial<Record<Resource, string>>

/** Rows in the order of the matrix; what the server does not list is left out. */
export function rightsRows(
  listed: readonly { resource: string; actions: readonly string[] }[],
  own: Readonly<Record<string, string>>,
): readonly RightsRow[] {
  return RESOURCES.flatMap(resource => {
    const known = listed.find(one => one.resource === resource)
    if (known === undefined) return []
    return [{ resource, actions: ACTIONS.filter(action => known.actions.includes(action)), may: own[resource] ?? '' }]
  })
}

const inOrder = (letters: string): string => ACTIONS.filter(action => letters.includes(action)).join('')

/** Sets one right. Whoever does something with a record also sees it: other letters bring `v`, and without `v` none stays. */
export function withRight(rights: ChosenRights, row: RightsRow, action: Action, on: boolean): ChosenRights {
  const before = rights[row.resource] ?? ''
  const seen = row.actions.includes('v')
  const next = on ? `${before}${action}${seen ? 'v' : ''}` : seen && action === 'v' ? '' : before.replace(action, '')
  return { ...rights, [row.resource]: inOrder(next) }
}

/** All that the creator may give of a row, or nothing when it holds that already. */
export function withRow(rights: ChosenRights, row: RightsRow): ChosenRights {
  const all = inOrder(row.may)
  return { ...rights, [row.resource]: rights[row.resource] === all ? '' : all }
}

/** One right on every row that has it, or off everywhere when all have it. */
export function withColumn(rights: ChosenRights, rows: readonly RightsRow[], action: Action): ChosenRights {
  const given = rows.filter(row => row.actions.includes(action) && row.may.includes(action))
  const on = !given.every(row => rights[row.resource]?.includes(action))
  return given.reduce((all, row) => withRight(all, row, action, on), rights)
}

/** A role as the beginning of another, without what the creator may not give. */
export function startingFrom(source: Readonly<Record<string, string>>, rows: readonly RightsRow[]): ChosenRights {
  return Object.fromEntries(
    rows.map(row => [row.resource, inOrder([...(source[row.resource] ?? '')].filter(letter => row.may.includes(letter)).join(''))]),
  )
}

export const countRights = (rights: ChosenRights): number => Object.values(rights).reduce((sum, letters) => sum + letters.length, 0)
