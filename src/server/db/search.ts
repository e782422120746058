// Searches a register by words: each must appear in one of the columns, ignoring case and accents; digits match without punctuation.
import { type RawBuilder, sql } from 'kysely'
import { fold } from '#domain/text.ts'

const ACCENTED = 'áàâãäéèêëíìîïóòôõöúùûüçñ'
const PLAIN = 'aaaaaeeeeiiiiooooouuuucn'
const MAX_WORDS = 8

const folded = (column: RawBuilder<unknown>) => sql`translate(lower(coalesce(${column}, '')), ${ACCENTED}, ${PLAIN})`

const literal = (text: string) => text.replace(/[\\%_]/g, mark => `\\${mark}`)

export function searched(search: string | undefined, columns: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  const words = fold(search ?? '')
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, MAX_WORDS)
  if (words.length === 0) return sql`true`
  const has = (column: RawBuilder<unknown>, word: string) => {
    const bare = /\d/.test(word) ? word.replace(/[.\-/()+]/g, '') : word
    return sql`${folded(column)} like any (array[${`%${literal(word)}%`}, ${`%${literal(bare)}%`}])`
  }
  const found = words.map(
    word =>
      sql`(${sql.join(
        columns.map(column => has(column, word)),
        sql` or `,
      )})`,
  )
  return sql.join(found, sql` and `)
}
