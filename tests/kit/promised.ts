// What clients out there lean on, as short lines: each operation's inputs and answer, with the types of their fields and the words these may hold.
// How the document names a record is no part of it. A line is only ever added to; `npm run generate` adds what is new and takes nothing away.
import type { Resources } from '#contract/kit/endpoint.ts'

type Json = Record<string, unknown>

/** By the operation: its facts, as `in:name:type` or `out:name:type`, an input that must be there with `!`, and `in:name={A,B}` of a field of listed words. */
export type Promised = ReadonlyMap<string, ReadonlySet<string>>

interface Field {
  readonly name: string
  readonly type: string
  readonly words: readonly string[]
  readonly required: boolean
}

const WORDS = /^(.+)=\{(.*)\}$/

const wordsFact = (name: string, words: Iterable<string>): string[] => {
  const listed = [...new Set(words)].sort().map(encodeURIComponent)
  return listed.length === 0 ? [] : [`${name}={${listed.join(',')}}`]
}

/** The listed words of each field among these facts. */
function wordsIn(facts: Iterable<string>): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const fact of facts) {
    const [, name = '', words = ''] = WORDS.exec(fact) ?? []
    if (name !== '') found.set(name, new Set([...(found.get(name) ?? []), ...words.split(',').map(decodeURIComponent)]))
  }
  return found
}

export function promisedOf(document: Json, contract: Resources): Promised {
  const components = document.components as Record<string, Record<string, Json>>
  const plain = (schema: Json): Json => {
    if (typeof schema.$ref !== 'string') return schema
    const [kind = '', name = ''] = schema.$ref.split('/').slice(-2)
    return plain(components[kind]?.[name] ?? {})
  }
  const typeOf = (named: Json): string => {
    const schema = plain(named)
    const parts = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
    if (parts) return [...new Set(parts.map(typeOf))].sort().join('|')
    if (schema.type === 'array') return `${typeOf((schema.items ?? {}) as Json)}[]`
    if (Array.isArray(schema.type)) return [...schema.type].sort().join('|')
    if (schema.type !== undefined) return String(schema.type)
    const [value] = (schema.enum ?? [schema.const]) as unknown[]
    return value === undefined ? 'any' : value === null ? 'null' : typeof value
  }
  /** The words that a field may hold, where they are listed. */
  const wordsOf = (named: Json): string[] => {
    const schema = plain(named)
    const parts = (schema.anyOf ?? schema.oneOf ?? (schema.type === 'array' ? [schema.items ?? {}] : [])) as Json[]
    const listed = (schema.enum ?? [schema.const]) as unknown[]
    return [...listed.filter(value => typeof value === 'string'), ...parts.flatMap(wordsOf)]
  }
  /** The object behind a list, or behind what may be null. */
  const objectIn = (named: Json): Json => {
    const schema = plain(named)
    if (schema.type === 'array') return objectIn((schema.items ?? {}) as Json)
    const [first, ...others] = ((schema.anyOf ?? []) as Json[]).filter(part => part.type !== 'null')
    return first && others.length === 0 ? objectIn(first) : schema
  }
  /** The fields of an object, two levels deep. */
  function* fieldsOf(schema: Json, at = ''): Generator<Field> {
    const object = objectIn(schema)
    const required = new Set((object.required ?? []) as string[])
    for (const [name, field] of Object.entries((object.properties ?? {}) as Record<string, Json>)) {
      yield { name: at + name, type: typeOf(field), words: wordsOf(field), required: at === '' && required.has(name) }
      if (at === '') yield* fieldsOf(field, `${name}.`)
    }
  }
  const contentOf = (holder: unknown): Json => {
    const [content] = Object.values(((holder as Json | undefined)?.content ?? {}) as Record<string, { schema?: Json }>)
    return content?.schema ?? {}
  }
  const factsOf = (operation: Json): string[] => {
    const query = ((operation.parameters ?? []) as Json[]).map(plain).filter(each => each.in === 'query')
    const answer = Object.entries(operation.responses as Json).find(([status]) => status.startsWith('2'))
    const returned = contentOf(answer?.[1])
    const asked = query.map(each => {
      const schema = each.schema as Json
      return { name: String(each.name), type: typeOf(schema), words: wordsOf(schema), required: each.required === true }
    })
    const taken = [...asked, ...fieldsOf(contentOf(operation.requestBody))]
    const given = [...fieldsOf(returned)]
    return [
      ...taken.map(({ name, type, required }) => `in:${name}:${type}${required ? '!' : ''}`),
      ...taken.flatMap(({ name, words }) => wordsFact(`in:${name}`, words)),
      `out::${typeOf(returned)}`,
      ...given.map(({ name, type }) => `out:${name}:${type}`),
      ...given.flatMap(({ name, words }) => wordsFact(`out:${name}`, words)),
    ]
  }
  const paths = document.paths as Record<string, Record<string, Json>>
  return new Map(
    Object.values(contract)
      .flatMap(rows => Object.values(rows))
      .flatMap(row => {
        const facts = new Set(factsOf(paths[row.path]?.[row.method.toLowerCase()] ?? {}))
        return [row.path, ...(row.spec.aliases ?? [])].map(path => [`${row.method} ${path}`, facts] as const)
      }),
  )
}

export const writtenAs = (promised: Promised): string =>
  [...promised]
    .map(([name, facts]) => `${name}\t${[...facts].sort().join(' ')}\n`)
    .sort()
    .join('')

export const readFrom = (text: string): Promised =>
  new Map(
    text
      .split('\n')
      .filter(line => line !== '')
      .map(line => {
        const [name = '', facts = ''] = line.split('\t')
        return [name.replace(/\/$/, ''), new Set(facts.split(' ').filter(fact => fact !== ''))]
      }),
  )

/** What was promised, and what has come since. */
export const grown = (before: Promised, now: Promised): Promised =>
  new Map(
    [...now, ...before].map(([name]) => {
      const facts = [...(before.get(name) ?? []), ...(now.get(name) ?? [])]
      const words = [...wordsIn(facts)].flatMap(([field, known]) => wordsFact(field, known))
      return [name, new Set([...facts.filter(fact => !WORDS.test(fact)), ...words])]
    }),
  )

/** Where clients of `before` would no longer be understood, or would not find what they read. */
export function broken(before: Promised, now: Promised): string[] {
  const faults: string[] = []
  for (const [name, facts] of before) {
    const present = now.get(name)
    if (!present) {
      faults.push(`${name} is gone`)
      continue
    }
    // An input that had to be there may become one that may be left out.
    for (const fact of facts)
      if (!WORDS.test(fact) && !present.has(fact) && !present.has(fact.replace(/!$/, ''))) faults.push(`${name} no longer has ${fact}`)
    const known = wordsIn(present)
    // A field that takes any text now takes these as well.
    for (const [field, words] of wordsIn(facts))
      for (const word of words) if (known.get(field)?.has(word) === false) faults.push(`${name} no longer knows ${word} as ${field}`)
    for (const fact of present) if (fact.endsWith('!') && !facts.has(fact)) faults.push(`${name} now asks for ${fact}`)
  }
  return faults
}
