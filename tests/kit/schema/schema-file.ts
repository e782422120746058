// Writes src/server/db/schema.ts: one interface per table of the migrated schema, for Kysely and for the row types beside the SQL.
import type pg from 'pg'
import { type Column, readTables, type Table } from './catalogue.ts'
import { typeOf } from './column-types.ts'
import { domainUnions, keyOf, type Union } from './domain-unions.ts'

const HEAD = '// Generated from the migrated schema by `npm run generate`; not to be edited. What each column holds once pg has read it.'
const LINE_WIDTH = 140

export async function schemaFile(client: pg.ClientBase): Promise<string> {
  const tables = await readTables(client)
  const unions = domainUnions()
  const used = new Map<string, Set<string>>([['kysely', new Set()]])
  const use = (module: string, name: string) => {
    used.set(module, (used.get(module) ?? new Set()).add(name))
    return name
  }
  const interfaces = tables.map(table => interfaceOf(table, unions, use))
  const list = tables.map(table => `  ${table.name}: ${interfaceName(table)}\n`).join('')
  return `${[HEAD, importsOf(used), '', ...interfaces, `export interface Database {\n${list}}`].join('\n')}\n`
}

type Use = (module: string, name: string) => string

function interfaceOf(table: Table, unions: ReadonlyMap<string, Union>, use: Use): string {
  const lines = table.columns.map(column => property(column.name, columnType(table, column, unions, use)))
  return `export interface ${interfaceName(table)} {\n${lines.join('')}}\n`
}

function columnType(table: Table, column: Column, unions: ReadonlyMap<string, Union>, use: Use): string {
  const plain = column.values ? unionOf(column.values, unions, use) : typeOf(column.type, `${table.name}.${column.name}`)
  const type = column.nullable && plain !== 'unknown' ? `${plain} | null` : plain
  if (column.computed) return `${use('kysely', 'GeneratedAlways')}<${type}>`
  return column.filled ? `${use('kysely', 'Generated')}<${type}>` : type
}

function unionOf(values: readonly string[], unions: ReadonlyMap<string, Union>, use: Use): string {
  const known = unions.get(keyOf(values))
  return known ? use(known.module, known.name) : values.map(value => `'${value.replaceAll("'", "\\'")}'`).join(' | ')
}

function property(name: string, type: string): string {
  const line = `  ${name}: ${type}\n`
  if (line.length <= LINE_WIDTH + 1) return line
  return `  ${name}:\n${type
    .split(' | ')
    .map(part => `    | ${part}\n`)
    .join('')}`
}

const interfaceName = ({ name }: Table): string =>
  name
    .split('_')
    .map(word => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

/** As Biome sorts and breaks them: the package first, then the rooms by name. */
function importsOf(used: ReadonlyMap<string, ReadonlySet<string>>): string {
  const modules = [...used].filter(([, names]) => names.size > 0).sort(([a], [b]) => (a < b ? -1 : 1))
  const packages = modules.filter(([module]) => !module.startsWith('#'))
  const rooms = modules.filter(([module]) => module.startsWith('#'))
  return [...packages, ...rooms].map(([module, names]) => importLine(module, [...names].sort())).join('\n')
}

function importLine(module: string, names: readonly string[]): string {
  const line = `import type { ${names.join(', ')} } from '${module}'`
  return line.length <= LINE_WIDTH ? line : `import type {\n${names.map(name => `  ${name},\n`).join('')}} from '${module}'`
}
