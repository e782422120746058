// What clients out there lean on, as short lines: each operation's inputs and answer, each record's fields, with their types. A line is only
// ever added to; `npm run generate` adds what is new and takes nothing away.
type Json = Record<string, unknown>

/** By the operation or record: its facts, as `in:name:type` or `out:name:type`, an input that must be there with `!`. */
export type Promised = ReadonlyMap<string, ReadonlySet<string>>

const typeOf = (schema: Json): string => {
  const parts = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
  if (parts) return [...new Set(parts.map(typeOf))].sort().join('|')
  if (typeof schema.$ref === 'string') return schema.$ref.split('/').at(-1) ?? ''
  if (schema.type === 'array') return `${typeOf((schema.items ?? {}) as Json)}[]`
  if (Array.isArray(schema.type)) return [...schema.type].sort().join('|')
  if (schema.type !== undefined) return String(schema.type)
  const [value] = (schema.enum ?? [schema.const]) as unknown[]
  return value === undefined ? 'any' : value === null ? 'null' : typeof value
}

/** The fields of an object, two levels deep: beyond that what has a name is a record of its own. */
function* fieldsOf(schema: Json, at = ''): Generator<{ name: string; type: string; required: boolean }> {
  const required = new Set((schema.required ?? []) as string[])
  for (const [name, field] of Object.entries((schema.properties ?? {}) as Record<string, Json>)) {
    yield { name: at + name, type: typeOf(field), required: at === '' && required.has(name) }
    const inner = field.type === 'array' ? ((field.items ?? {}) as Json) : field
    if (at === '' && inner.type === 'object') yield* fieldsOf(inner, `${name}.`)
  }
}

const contentOf = (holder: unknown): Json | undefined => {
  const content = Object.values(((holder as Json | undefined)?.content ?? {}) as Record<string, { schema?: Json }>)
  return content[0]?.schema
}

const inputs = (schema: Json | undefined): string[] =>
  [...fieldsOf(schema ?? {})].map(({ name, type, required }) => `in:${name}:${type}${required ? '!' : ''}`)
const outputs = (schema: Json | undefined): string[] => [...fieldsOf(schema ?? {})].map(({ name, type }) => `out:${name}:${type}`)

export function promisedOf(document: Json): Promised {
  const found = new Map<string, Set<string>>()
  const { schemas } = document.components as { schemas: Record<string, Json> }
  for (const [name, schema] of Object.entries(schemas)) {
    const isInput = name.endsWith('Input')
    found.set(name, new Set(isInput ? inputs(schema) : outputs(schema)))
  }
  for (const [path, methods] of Object.entries(document.paths as Record<string, Record<string, Json>>))
    for (const [method, operation] of Object.entries(methods)) {
      const query = ((operation.parameters ?? []) as Json[]).filter(each => each.in === 'query')
      const answer = Object.entries(operation.responses as Json).find(([status]) => status.startsWith('2'))
      const returned = contentOf(answer?.[1])
      const asked = query.map(each => `in:${each.name}:${typeOf(each.schema as Json)}${each.required ? '!' : ''}`)
      const facts = [
        ...asked,
        ...inputs(contentOf(operation.requestBody)),
        ...(returned ? [`out::${typeOf(returned)}`] : []),
        ...outputs(returned),
      ]
      found.set(`${method.toUpperCase()} ${path}`, new Set(facts))
    }
  return found
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
        return [name, new Set(facts.split(' ').filter(fact => fact !== ''))]
      }),
  )

/** What was promised, and what has come since. */
export const grown = (before: Promised, now: Promised): Promised =>
  new Map([...now, ...before].map(([name]) => [name, new Set([...(before.get(name) ?? []), ...(now.get(name) ?? [])])]))

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
    for (const fact of facts) if (!present.has(fact) && !present.has(fact.replace(/!$/, ''))) faults.push(`${name} no longer has ${fact}`)
    for (const fact of present) if (fact.endsWith('!') && !facts.has(fact)) faults.push(`${name} now asks for ${fact}`)
  }
  return faults
}
