// Setup of the server suite: notes every statement Kysely runs, by the template it was written as, for tests/server/statements.test.ts.
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CompiledQuery, DefaultQueryExecutor, type QueryResult, type RawNode } from 'kysely'
import { beforeAll, expect, inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    statements: string
  }
}

/** One text a template was run as, and the columns in which it answered a null. */
export interface Recorded {
  readonly template: readonly string[]
  readonly text: string
  readonly nulls: readonly string[]
}

/** The first line of a test file that takes part, by its path. */
export interface TakingPart {
  readonly file: string
}

/** Of a long answer, no more rows than these are looked at. */
const MAX_ROWS = 500

interface Executor {
  executeQuery(query: CompiledQuery): Promise<QueryResult<Record<string, unknown>>>
  recorded?: Map<string, Set<string>>
}

const executor = Object.getPrototypeOf(DefaultQueryExecutor.prototype) as Executor
const write = (line: Recorded | TakingPart) =>
  appendFileSync(join(inject('statements'), `${process.pid}.jsonl`), `${JSON.stringify(line)}\n`)

// The files of one worker share their modules: Kysely is changed once, and this file runs before each of them.
if (!executor.recorded) {
  const recorded = new Map<string, Set<string>>()
  const { executeQuery } = executor
  executor.recorded = recorded
  executor.executeQuery = async function (query) {
    const result = await executeQuery.call(this, query)
    if (query.query?.kind === 'RawNode') note(recorded, query.query as RawNode, query.sql, result.rows)
    return result
  }
}

beforeAll(() => write({ file: expect.getState().testPath ?? '' }))

function note(recorded: Map<string, Set<string>>, node: RawNode, text: string, rows: readonly Record<string, unknown>[]): void {
  // Templates put together differently may come to one text: each is a statement of its own.
  const key = [...(node.sqlFragments ?? []), text].join('\0')
  const known = recorded.get(key)
  const nulls = known ?? new Set<string>()
  const before = nulls.size
  for (const row of rows.slice(0, MAX_ROWS)) for (const name in row) if (row[name] === null) nulls.add(name)
  if (known && nulls.size === before) return
  recorded.set(key, nulls)
  write({ template: node.sqlFragments, text, nulls: [...nulls] })
}
