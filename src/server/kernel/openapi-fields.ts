// The fields of the OpenAPI document: what each means and in which unit, and those that recur moved to the components.

import { FIELD_WORDS } from '#contract/field-words.ts'

export type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const fieldsOf = (schema: Json): [string, Json][] =>
  isObject(schema.properties) ? Object.entries(schema.properties).filter((field): field is [string, Json] => isObject(field[1])) : []

/** Visits every schema inside a schema, itself first. `at` is the field it belongs to, if any. */
function visit(schema: unknown, see: (schema: Json, at: string | undefined) => void, at?: string): void {
  if (Array.isArray(schema)) for (const each of schema) visit(each, see, at)
  if (!isObject(schema)) return
  see(schema, at)
  for (const [name, field] of fieldsOf(schema)) visit(field, see, name)
  for (const key of ['items', 'anyOf', 'oneOf', 'allOf', 'additionalProperties']) visit(schema[key], see, at)
}

/** Describes each field that does not say itself what it is. `owner`: the record or the call that it belongs to. */
export function describeFields(schema: Json, owner: string): Json {
  visit(schema, (part, at) => {
    compact(part)
    for (const [name, field] of fieldsOf(part)) field.description ??= wordsOf(name, field, [`${at}.${name}`, `${owner}.${name}`])
  })
  return schema
}

/** What a field means, with its unit; undefined when nobody has said it. */
export function wordsOf(name: string, field: Json, scopes: readonly string[] = []): string | undefined {
  const key = [...scopes, name].find(each => FIELD_WORDS[each] !== undefined)
  if (key === undefined) return undefined
  const words = FIELD_WORDS[key] ?? ''
  const unit = unitOf(name, field)
  return unit === undefined || words.includes(unit) ? words : `${words} (${unit})`
}

function unitOf(name: string, field: Json): string | undefined {
  if (name.endsWith('_cents')) return 'centavos'
  if (isDay(field)) return 'yyyy-MM-dd'
  return name.endsWith('_at') ? 'instante ISO 8601' : undefined
}

const isDay = ({ format, anyOf, items }: Json): boolean =>
  format === 'date' || (isObject(items) && isDay(items)) || (Array.isArray(anyOf) && anyOf.some(each => isObject(each) && isDay(each)))

const SCALARS: readonly unknown[] = ['string', 'integer', 'number', 'boolean']

/** `{anyOf: [{type: X}, {type: 'null'}]}` says no more than `{type: [X, 'null']}`. */
function compact(schema: Json): void {
  const [value, nothing, ...others] = (schema.anyOf ?? []) as Json[]
  if (!value || nothing?.type !== 'null' || others.length > 0 || !SCALARS.includes(value.type) || value.enum || value.const !== undefined)
    return
  delete schema.anyOf
  Object.assign(schema, { ...value, ...schema, type: [value.type, 'null'] })
}

/** Where a schema stands for the first time: the call or record, and the field's name. */
interface Use {
  json: string
  owner: string
  name: string
  times: number
}

const pascal = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map(word => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
    .replace(/[^A-Za-z]/g, '')

const AT_SCHEMAS = '#/components/schemas/'

/** What a reader of OpenAPI passes over: a reference in it is none to them. */
const isExtension = (key: string): boolean => key.startsWith('x-')

/** Tells once, among the components, the fields and bodies that recur. */
export class Recurring {
  private readonly uses = new Map<string, Use>()
  private readonly names = new Map<string, string>()

  constructor(private readonly schemas: Json) {}

  /** Counts what a part of the document holds, so that `choose` knows what recurs. */
  count(owner: string, part: unknown, key = ''): void {
    if (Array.isArray(part)) for (const each of part) this.count(owner, each)
    if (!isObject(part) || isExtension(key)) return
    if (key === 'schema' && part.type === 'object') this.use(owner, '', part)
    for (const [name, field] of fieldsOf(part)) this.use(owner, name, field)
    for (const [name, value] of Object.entries(part)) this.count(owner, value, name)
  }

  private use(owner: string, name: string, schema: Json): void {
    const json = JSON.stringify(schema)
    const key = `${name} ${json}`
    const known = this.uses.get(key)
    if (known) known.times++
    else this.uses.set(key, { json, owner, name, times: 1 })
  }

  /** Chooses what recurs, the most frequent of a name first, so that it gets the plain name. */
  choose(): void {
    const taken = new Set(Object.keys(this.schemas))
    const chosen = [...this.uses].filter(([, use]) => use.times > 1)
    for (const [key, use] of chosen.sort(([, one], [, other]) => other.times - one.times)) {
      const name = [pascal(use.name), pascal(`${use.owner} ${use.name || 'body'}`)].find(each => each !== '' && !taken.has(each))
      if (name === undefined || !saves(use, name)) continue
      taken.add(name)
      this.names.set(key, name)
    }
  }

  /** The part with references to what recurs. */
  shared<T>(part: T, key = ''): T {
    if (Array.isArray(part)) return part.map(each => this.shared(each)) as T
    if (!isObject(part) || isExtension(key)) return part
    return (key === 'schema' ? this.named('', part) : this.within(part)) as T
  }

  private within(part: Json): Json {
    return Object.fromEntries(
      Object.entries(part).map(([key, value]) => {
        const isFields = key === 'properties' && isObject(value)
        return [
          key,
          isFields
            ? Object.fromEntries(Object.entries(value).map(([name, field]) => [name, this.named(name, field)]))
            : this.shared(value, key),
        ]
      }),
    )
  }

  private named(field: string, schema: unknown): unknown {
    if (!isObject(schema)) return schema
    const name = this.names.get(`${field} ${JSON.stringify(schema)}`)
    if (name === undefined) return this.within(schema)
    this.schemas[name] ??= this.within(schema)
    return { $ref: AT_SCHEMAS + name }
  }
}

/** Whether telling it once makes the document shorter. */
function saves({ json, times }: Use, name: string): boolean {
  const reference = `{"$ref":"${AT_SCHEMAS}${name}"}`.length
  return (json.length - reference) * times > json.length + name.length
}

/** Tells once the parameters that several calls have alike; `told` holds them by their name in the components. */
export function shareParameters(operations: readonly { parameters: Json[] }[], told: Json): void {
  const times = new Map<string, number>()
  for (const { parameters } of operations)
    for (const each of parameters) times.set(JSON.stringify(each), (times.get(JSON.stringify(each)) ?? 0) + 1)
  const names = new Map<string, string>()
  for (const [json, count] of [...times].sort(([, one], [, other]) => other - one)) {
    const { name, $ref } = JSON.parse(json) as { name?: string; $ref?: string }
    const own = name && pascal(name)
    if ($ref !== undefined || count < 2 || !own || told[own] !== undefined) continue
    names.set(json, own)
    told[own] = JSON.parse(json)
  }
  for (const operation of operations)
    operation.parameters = operation.parameters.map(each => {
      const name = names.get(JSON.stringify(each))
      return name === undefined ? each : { $ref: `#/components/parameters/${name}` }
    })
}
