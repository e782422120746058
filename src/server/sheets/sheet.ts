// A sheet of records: planned row by row, then taken in at once by a call, or by a job after a person has looked at it.
import { sql } from 'kysely'
import type { SheetRow } from '#contract/sheet-imports.ts'
import type { Resource } from '#domain/permissions.ts'
import { counted } from '#domain/text.ts'
import type { Context, UploadedFile } from '#server/kernel/context.ts'
import { headerOf, type RowError, readTable, rowsRefused, sheetImported, type TableRow } from './table.ts'

const MAX_ROWS = 10_000

/** Where a sheet is read and taken in: a call's context, or a job's own. */
export interface SheetDesk extends Pick<Context, 'db' | 'companyId' | 'today' | 'newId'> {
  readonly user_id: string
  /** Bills of this person need nobody else's approval. */
  readonly approves: boolean
}

export interface PlannedRow<Row> {
  readonly line: number
  /** All that is wrong with it, in pt-BR. */
  readonly problems: readonly string[]
  /** Why it is in the books already. */
  readonly present?: string | undefined
  /** What it brings, when nothing is wrong: a contact that is both customer and supplier is two. */
  readonly records: readonly Row[]
}

interface SheetOf<C extends string, Row> {
  /** 'contacts.import': the call that takes such a sheet at once, whose right is the sheet's. */
  readonly command: string
  readonly columns: Record<C, readonly string[]>
  readonly needed: Partial<Record<C, string>>
  /** 'contato': for the sentences of a refusal. */
  readonly noun: string
  /** 'contato importado de planilha', and of many. */
  readonly label: readonly [string, string]
  /** A row that is there already refuses a sheet taken at once, instead of staying out of it. */
  readonly strict: boolean
  /** What somebody must be allowed to create beside what the call asks for. */
  rightFor?(record: Row): Resource
  plan(desk: SheetDesk, rows: readonly TableRow<C>[]): Promise<readonly PlannedRow<Row>[]>
  insert(desk: SheetDesk, records: readonly Row[]): Promise<void>
}

export interface SheetPlan {
  readonly header: readonly string[]
  readonly rows: readonly Omit<SheetRow, 'choice'>[]
  /** What its new rows create, where that differs from row to row. */
  readonly rights: readonly Resource[]
  /** Writes the new rows among these lines, and says how many records they were. */
  take(isIn: (line: number) => boolean): Promise<number>
}

/** A kind of sheet, whose records the type no longer knows. */
export interface Sheet extends Pick<SheetOf<string, unknown>, 'command' | 'label' | 'strict'> {
  read(desk: SheetDesk, records: UploadedFile['records']): Promise<SheetPlan>
}

export function defineSheet<C extends string, Row>(of: SheetOf<C, Row>): Sheet {
  const { command, label, strict } = of
  return {
    command,
    label,
    strict,
    async read(desk, records) {
      const table = readTable<C>(records, of.columns, of.needed, { rows: MAX_ROWS, noun: of.noun })
      const planned = await of.plan(desk, table)
      const newOf = (isIn: (line: number) => boolean) => planned.filter(row => isNew(row) && isIn(row.line)).flatMap(row => row.records)
      const cells = new Map(table.map(row => [row.line, row.cells]))
      return {
        header: headerOf(records),
        rows: planned.map(row => ({
          id: String(row.line),
          line: row.line,
          cells: [...(cells.get(row.line) ?? [])],
          ...verdict(row),
        })),
        rights: [...new Set(newOf(() => true).flatMap(record => of.rightFor?.(record) ?? []))],
        async take(isIn) {
          const taken = newOf(isIn)
          await of.insert(desk, taken)
          return taken.length
        },
      }
    },
  }
}

const isNew = ({ problems, present }: PlannedRow<unknown>) => problems.length === 0 && present === undefined

function verdict({ problems, present }: PlannedRow<unknown>): Pick<SheetRow, 'decision' | 'problems'> {
  if (problems.length > 0) return { decision: 'refused', problems: [...problems] }
  return present === undefined ? { decision: 'new', problems: [] } : { decision: 'present', problems: [present] }
}

export const deskOf = (ctx: Context): SheetDesk => ({
  db: ctx.db,
  companyId: ctx.companyId,
  today: ctx.today,
  newId: () => ctx.newId(),
  user_id: ctx.actor.user_id,
  approves: ctx.rights.bills.includes('a'),
})

/** Two sheets at once: the second waits and sees the first. */
export async function readForTaking(sheet: Sheet, desk: SheetDesk, records: UploadedFile['records']): Promise<SheetPlan> {
  await sql`select 1 from companies where id = ${desk.companyId} for update`.execute(desk.db)
  return sheet.read(desk, records)
}

/** Takes a whole sheet in within its call: every row right, or none goes in. */
export async function takeAtOnce(ctx: Context, sheet: Sheet, file: UploadedFile) {
  const { rows, rights, take } = await readForTaking(sheet, deskOf(ctx), file.records)
  const told = (decision: SheetRow['decision']): RowError[] =>
    rows.filter(row => row.decision === decision).flatMap(({ line, problems }) => problems.map(message => ({ line, message })))
  const errors = sheet.strict ? [...told('refused'), ...told('present')] : told('refused')
  if (errors.length > 0) throw rowsRefused(errors)
  for (const right of rights) ctx.need(right, 'c')
  const count = await take(() => true)
  ctx.label(counted(count, sheet.label))
  return sheetImported(ctx, sheet.command, count, told('present'))
}
