// What PostgreSQL says of a statement it is only asked to prepare: the columns of its answer, and which of them may be null.
import type pg from 'pg'
import { TYPES } from '../schema/column-types.ts'

export interface AnswerColumn {
  readonly name: string
  /** The column of a table that it carries unchanged, if it does. */
  readonly from: { readonly table: string; readonly column: string; readonly nullable: boolean } | undefined
  /** What a value is in JavaScript. */
  readonly type: string
  /** What the plan says beyond the table's own column: an outer join may leave it empty, or a condition lets no null pass. */
  readonly presence: 'joined' | 'filtered' | undefined
}

interface Field {
  readonly name: string
  readonly tableID: number
  readonly columnID: number
  readonly dataTypeID: number
}

export interface Describer {
  /** Throws what PostgreSQL says against the statement. */
  describe(text: string): Promise<AnswerColumn[]>
}

export async function describer(client: pg.Client): Promise<Describer> {
  // An index may imply a condition, and the plan then does not tell it.
  await client.query('set enable_indexscan = off; set enable_indexonlyscan = off; set enable_bitmapscan = off')
  const columns = await keyed<{ key: string; table: string; column: string; nullable: boolean }>(
    client,
    `select a.attrelid || '.' || a.attnum as key, c.relname as table, a.attname as column, not a.attnotnull as nullable
      from pg_attribute a join pg_class c on c.oid = a.attrelid where c.relnamespace = 'public'::regnamespace and a.attnum > 0`,
  )
  const types = await keyed<{ key: string; type: string }>(client, 'select oid::text as key, format_type(oid, null) as type from pg_type')
  return {
    async describe(text) {
      const fields = await prepared(client, text)
      const presences = fields.length > 0 ? await presencesIn(client, text) : []
      const described = fields.map((field, at) => {
        const type = types.get(String(field.dataTypeID))?.type ?? ''
        return {
          name: field.name,
          from: columns.get(`${field.tableID}.${field.columnID}`),
          type: TYPES[type] ?? 'unknown',
          presence: presences[at],
        }
      })
      // Of two columns of one name pg keeps the last.
      return [...new Map(described.map(column => [column.name, column])).values()]
    },
  }
}

async function keyed<T extends { key: string }>(client: pg.Client, query: string): Promise<ReadonlyMap<string, T>> {
  const { rows } = await client.query<T>(query)
  return new Map(rows.map(row => [row.key, row]))
}

/** Parse and describe, as the protocol has them and pg's own queries have not: nothing is bound or run. */
function prepared(client: pg.Client, text: string): Promise<readonly Field[]> {
  return new Promise((done, failed) => {
    let fields: readonly Field[] = []
    let error: Error | undefined
    const submitted = {
      submit(connection: pg.Connection) {
        connection.parse({ name: '', text, types: [] }, true)
        connection.describe({ type: 'S', name: '' }, true)
        connection.sync()
      },
      handleRowDescription(message: { fields: readonly Field[] }) {
        fields = message.fields
      },
      handleError(refusal: Error) {
        error = refusal
      },
      handleReadyForQuery() {
        if (error) failed(error)
        else done(fields)
      },
    }
    client.query(submitted)
  })
}

interface Plan {
  'Join Type'?: string
  'Parent Relationship'?: string
  Output?: readonly string[]
  Plans?: readonly Plan[]
  [condition: string]: unknown
}

/** The sides of a join that may find no row. */
const EMPTY_SIDES: Readonly<Record<string, readonly string[]>> = { Left: ['Inner'], Right: ['Outer'], Full: ['Inner', 'Outer'] }
/** "(e.status = ", " = e.status)" and "(e.status IS NOT NULL)": none is true of a null. */
const STRICT = /\((\w+\.\w+) (?=[=<>]|IS NOT NULL)|(?<=[=<>] )(\w+\.\w+)\)/g

/** For each column in order, what the plan of the statement makes of it. */
async function presencesIn(client: pg.Client, text: string): Promise<AnswerColumn['presence'][]> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (generic_plan, verbose, costs off, format json) ${text}`)
  const plan = rows[0]?.['QUERY PLAN'][0].Plan
  const joined = new Set<string>()
  const filtered = new Set<string>()
  const visit = (node: Plan) => {
    const empty = EMPTY_SIDES[node['Join Type'] ?? ''] ?? []
    for (const condition of conditionsOf(node, empty.length > 0))
      for (const [, left, right] of condition.matchAll(STRICT)) filtered.add(left ?? right ?? '')
    for (const child of node.Plans ?? []) {
      // What a side that may be missing demands of its rows says nothing of the rows it is joined to.
      if (empty.includes(child['Parent Relationship'] ?? '')) for (const column of columnsIn(child)) joined.add(column)
      else visit(child)
    }
  }
  if (plan) visit(plan)
  return (plan?.Output ?? []).map(output => (joined.has(output) ? 'joined' : filtered.has(output) ? 'filtered' : undefined))
}

/** What must all be true of the node's rows; of an outer join only what is asked after it. */
function conditionsOf(node: Plan, isOuter: boolean): string[] {
  const names = Object.keys(node).filter(name => (isOuter ? name === 'Filter' : /(Cond|Filter)$/.test(name)))
  return names.flatMap(name => conjuncts(String(node[name]))).filter(condition => !/ OR |NOT \(|\bCASE\b/.test(condition))
}

/** "((a = b) AND ((c = d) OR (e = f)))" has two. */
function conjuncts(condition: string): string[] {
  const parts = ['']
  let depth = 0
  for (const piece of condition.replace(/^\((.*)\)$/, '$1').split(/( AND |[()])/)) {
    if (piece === ' AND ' && depth === 0) parts.push('')
    else parts[parts.length - 1] += piece
    if (piece === '(') depth += 1
    if (piece === ')') depth -= 1
  }
  return parts.length > 1 ? parts : [condition]
}

const columnsIn = ({ Output = [], Plans = [] }: Plan): string[] => [
  ...Output.filter(output => /^\w+\.\w+$/.test(output)),
  ...Plans.flatMap(columnsIn),
]
