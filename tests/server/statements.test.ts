// Runs after the other files of the server suite, over every statement that they made the server run.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/kit/postgres.ts'
import { type Answer, type Claim, type Claims, readClaims } from '#tests/kit/statements/claims.ts'
import { describer } from '#tests/kit/statements/columns.ts'
import type { Recorded, TakingPart } from '#tests/kit/statements/recorder.ts'

/** The statements whose rows are not checked, by file and type, and why. Nothing is added here. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'src/server/areas/ledger/entries/rows.ts T': 'the caller names the record, whose schema the router checks',
  'src/server/areas/rotation.ts Row': 'a list names the table, and each has columns of its own; the proof of certificates runs it',
  'src/server/db/slices.ts Row': 'the caller names what its cursor holds',
  'src/server/demo/fill.ts { id: string }': 'asked by the process before it serves',
}

let database: TestDatabase
let client: pg.Client
let claims: Claims

beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client(database.ownerConfig)
  await client.connect()
  claims = readClaims()
})
afterAll(async () => {
  claims.close()
  await client.end()
  await database.drop()
})

const folder = inject('statements')
const lines = readdirSync(folder).flatMap(file =>
  readFileSync(join(folder, file), 'utf8')
    .trim()
    .split('\n')
    .map((line): Recorded | TakingPart => JSON.parse(line)),
)
const recorded = lines.filter(line => 'template' in line)
const tookPart = new Set(lines.filter(line => 'file' in line).map(({ file }) => file))
const absent = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.test.ts'))
  .map(file => join(import.meta.dirname, file))
  .filter(file => file !== import.meta.filename && !tookPart.has(file))

/** The texts of each template, with the columns in which one of them answered a null. */
function byTemplate(): ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>> {
  const found = new Map<string, Map<string, Set<string>>>()
  for (const { template, text, nulls } of recorded) {
    const texts = found.get(template.join('\0')) ?? new Map<string, Set<string>>()
    found.set(template.join('\0'), texts)
    texts.set(text, new Set([...(texts.get(text) ?? []), ...nulls]))
  }
  return found
}

describe('the statements of the server', () => {
  const texts = byTemplate()
  const textsOf = (claim: Claim) => texts.get(claim.template.join('\0')) ?? new Map<string, ReadonlySet<string>>()
  const unmet = async () => {
    const { describe: columnsOf } = await describer(client)
    const answers: Answer[] = []
    for (const claim of claims.all)
      for (const [text, nulls] of textsOf(claim)) answers.push({ claim, columns: await columnsOf(text), nulls })
    return claims.unmet(answers)
  }
  const unrun = () => claims.all.filter(claim => textsOf(claim).size === 0)

  // Alone, it has nothing to look at.
  test.runIf(recorded.length > 0)('answer rows of the types they claim', async () => {
    const told = (await unmet())
      .filter(({ claim }) => !(claim.name in EXCEPTIONS))
      .map(({ claim, why }) => `${claim.at} ${claim.type}: ${why}`)
    expect([...new Set(told)]).toEqual([])
  })

  test.runIf(absent.length === 0)('are each run by a test', () => {
    expect(
      unrun()
        .filter(({ name }) => !(name in EXCEPTIONS))
        .map(({ at, type }) => `${at} ${type}`),
    ).toEqual([])
  })

  test.runIf(absent.length === 0)('have no exception but those that need it', async () => {
    const needed = new Set([...(await unmet()).map(({ claim }) => claim.name), ...unrun().map(({ name }) => name)])
    expect(Object.keys(EXCEPTIONS).filter(name => !needed.has(name))).toEqual([])
  })
})
