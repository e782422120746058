// An older process works beside a newer schema: from 0029 on a migration only adds; what must go, goes releases later and is named here.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const FOLDER = join(import.meta.dirname, '../../src/server/db/migrations')
const FIRST = 29

/** File and statement, with the release since which nothing uses what it takes away. */
const EXCEPTIONS: Readonly<Record<string, string>> = {}

/** What an older process would meet: something gone, renamed, of another type, or asked of it that it does not give. */
const BREAKS: readonly RegExp[] = [
  /\bdrop\s+(table|column|view|materialized|type|function|schema|index|sequence|constraint|default|domain)\b/i,
  /\brename\b/i,
  /\btruncate\b/i,
  /\balter\s+(column\s+)?\w+\s+(set\s+data\s+)?type\b/i,
  /\bset\s+not\s+null\b/i,
  /\brevoke\b/i,
  /\badd\s+(column\s+)?(if\s+not\s+exists\s+)?(?!constraint|check|primary|foreign|unique)\w+\s(?![^,;]*\b(default|generated)\b)[^,;]*\bnot\s+null\b/i,
  /\badd\s+(constraint\s+\w+\s+)?(check|unique|exclude|foreign)\b/i,
]

/** An index that is made anew with more in it is still there. */
const REPLACED = /\bdrop index (\w+)(?=[\s\S]*\bcreate index \1 on\b)/g

const statementsOf = (text: string): string[] =>
  text
    .replace(REPLACED, '')
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    .split(';')
    .map(each => each.replace(/\s+/g, ' ').trim())

const breaking = (text: string): string[] => statementsOf(text).filter(each => BREAKS.some(pattern => pattern.test(each)))

test('the rule knows a migration that would break an older process from one that would not', () => {
  const bad = [
    'alter table sessions drop column device',
    'alter table sessions rename to visits',
    'alter table entries alter column amount_cents type numeric',
    'alter table entries alter memo set not null',
    'alter table entries add column kind text not null',
    'alter table entries add constraint positive check (amount_cents > 0)',
    'drop index entries_day',
    'drop index entries_day; create index entries_days on entries (day)',
  ]
  const good = [
    'create table x (id uuid primary key, name text not null)',
    'alter table entries add column kind text',
    "alter table entries add column kind text not null default 'x'",
    'create index on entries (kind)',
    'drop index entries_day; create index entries_day on entries (day) include (kind)',
    '/* drop table x */ create or replace function f() returns int language sql return 1',
  ]
  expect(bad.filter(each => breaking(each).length === 0)).toEqual([])
  expect(good.flatMap(breaking)).toEqual([])
})

test('from 0029 on no migration takes away what an older process uses', () => {
  const files = readdirSync(FOLDER).filter(name => Number(/^(\d{4})-/.exec(name)?.[1] ?? 0) >= FIRST)
  expect(files.length).toBeGreaterThan(0)
  const found = files.flatMap(name => breaking(readFileSync(join(FOLDER, name), 'utf8')).map(each => `${name}: ${each}`))
  expect(found.filter(each => !(each in EXCEPTIONS))).toEqual([])
  expect(Object.keys(EXCEPTIONS).filter(each => !found.includes(each))).toEqual([])
})
