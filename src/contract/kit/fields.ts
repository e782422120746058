// The shared zod fields of the wire: ids, days, cents, lists in a query, and records whose read-only fields are ignored.
import { z } from 'zod'
import { PHONE_REFUSED, readPhone } from '#domain/contact-points.ts'
import { isDay, readDay } from '#domain/days.ts'
import { documentError, normalizeDocument } from '#domain/documents.ts'

export const Id = z.uuid()
/** A company in a path, query or body. */
export const CompanyId = Id.describe('A empresa')

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/

const toDay = (text: string): string | undefined => (isDay(text) || INSTANT.test(text) ? readDay(text) : undefined)

/** A civil day 'yyyy-MM-dd'; an ISO instant, which other clients send, is read as its day in America/Sao_Paulo. */
export const Day = z
  .string()
  .max(40)
  .transform((text, ctx) => {
    const day = toDay(text)
    if (day === undefined) ctx.addIssue({ code: 'custom', message: 'Data inválida' })
    return day ?? z.NEVER
  })
  .meta({ format: 'date' })
/** The month of `date` (today's when absent), or the interval from `start_date` to `end_date`. */
export const ReportPeriod = z.object({ date: Day.optional(), start_date: Day.optional(), end_date: Day.optional() })
/** A day that is already 'yyyy-MM-dd', as the server answers it. */
export const DayOut = z.string().meta({ format: 'date' })

/** Integer cents, as a number or as decimal text: never a float, never empty, at most 13 digits. */
export const Cents = z.union([z.number(), z.string().max(20)], { error: 'Valor inválido' }).transform((value, ctx) => {
  const cents = typeof value === 'number' ? value : /^-?\d{1,13}$/.test(value) ? Number(value) : Number.NaN
  if (Number.isSafeInteger(cents) && Math.abs(cents) < 1e13) return cents === 0 ? 0 : cents
  ctx.addIssue({ code: 'custom', message: 'Valor inválido' })
  return z.NEVER
})
/** A schema is made once for each limit: hundreds of fields share a few, and making one costs more than reading by it. */
function onePer<Schema>(make: (max: number) => Schema): (max?: number) => Schema {
  const made = new Map<number, Schema>()
  return (max = 500) => {
    const schema = made.get(max) ?? make(max)
    made.set(max, schema)
    return schema
  }
}

export const PositiveCents = Cents.refine(cents => cents > 0, 'Deve ser maior que zero')

export const Text = onePer((max: number) =>
  z.string().max(max, `Até ${max} caracteres`).refine(isStorable, 'Texto com caracteres inválidos'),
)

/** PostgreSQL stores no NUL, and half a surrogate pair is not text. */
function isStorable(text: string): boolean {
  return !/[\0\p{Surrogate}]/u.test(text)
}

/** An optional text that may be cleared: by '' or null. */
export const OptionalText = onePer((max: number) =>
  Text(max)
    .nullish()
    .transform(text => (text === '' ? null : text)),
)

/** A telephone of a record, in the form in which it is stored; it may be cleared. */
export const OptionalPhone = OptionalText(20).transform((text, ctx) => {
  if (!text) return text
  const phone = readPhone(text)
  if (phone === undefined) ctx.addIssue({ code: 'custom', message: PHONE_REFUSED })
  return phone ?? z.NEVER
})

/** Its length is limited by RFC 5321. */
export const Email = z.email('E-mail inválido').max(254, 'Até 254 caracteres')
/** The same, but it may be cleared. */
export const OptionalEmail = z.union([z.literal(''), Email]).nullish()

/** Ids joined by ';' in a query, at most 100. */
export const IdList = z
  .string()
  .max(4000)
  .transform((text, ctx) => {
    const ids = text.split(';').filter(Boolean)
    if (ids.length > 100 || ids.some(id => !Id.safeParse(id).success)) ctx.addIssue({ code: 'custom', message: 'Lista de ids inválida' })
    return ids
  })
  .describe("Ids separados por ';', até 100")

/** The most rows of an unpaged list, as records and in columns; beyond them it is refused. */
export const LIST_ROWS = 100_000
export const COLUMN_ROWS = 1_000_000
export const PAGE_ROWS = 200
/** Rows per page. */
export const PageLimit = z.coerce.number().int().min(1).max(PAGE_ROWS, `Até ${PAGE_ROWS} por página`)

/** A boolean of a query: 'true' or 'false' in the address. */
export const Flag = z.stringbool().meta({ type: 'boolean' })
export const BULK_LIMIT = 10_000
export const Ids = z.array(Id).min(1, 'Selecione ao menos um item').max(BULK_LIMIT, 'Selecione até 10.000 itens')

/** What every bulk write answers. A preview fills `blocked`; so does a series write, which skips those rows. A refused bulk answers 422. */
export const BulkAnswer = z.object({
  updated: z.int(),
  ids: z.array(Id).optional(),
  blocked: z.array(z.object({ id: Id, error_id: z.string(), message: z.string() })).optional(),
})
export type BulkAnswer = z.infer<typeof BulkAnswer>

export const Preview = z.object({ preview: Flag.optional() })
export const Done = z.object({ ok: z.literal(true) })

/** Drops the entity's own read-only fields and refuses unknown names, before `writable` parses the rest. */
function tolerant<T extends z.ZodObject>(writable: T, entity: z.ZodObject): z.ZodType<z.output<T>, z.input<T>> {
  const known = new Set([...Object.keys(writable.shape), ...Object.keys(entity.shape)])
  return z.preprocess((body, ctx) => {
    for (const name of typeof body === 'object' && body !== null ? Object.keys(body) : []) {
      if (!known.has(name)) ctx.addIssue({ code: 'custom', path: [name], message: 'Campo desconhecido' })
    }
    return body
  }, writable) as unknown as z.ZodType<z.output<T>, z.input<T>>
}

const Versioned = z.object({ version: z.int().optional() })

/**
 * The body of a PATCH: the writable fields, each optional. The entity's other fields are accepted and dropped, so that a client may send back
 * the record it read; unknown names are refused.
 */
export function patchOf<W extends z.ZodRawShape>(writable: z.ZodObject<W>, entity: z.ZodObject) {
  return tolerant(writable.partial().extend(Versioned.shape), entity)
}

/** The body of a POST, equally tolerant of the entity's read-only fields. */
export function createOf<W extends z.ZodRawShape>(writable: z.ZodObject<W>, entity: z.ZodObject) {
  return tolerant(writable, entity)
}

export const Address = z.object({
  /** The id of the contact that the address belongs to; absent for a free-standing address. Read-only. */
  id: Id.nullish(),
  postal_code: OptionalText(9).optional(),
  street: OptionalText(200).optional(),
  number: OptionalText(20).optional(),
  neighborhood: OptionalText(120).optional(),
  city: OptionalText(120).optional(),
  city_code: OptionalText(7).optional(),
  state: OptionalText(2).optional(),
  country: OptionalText(60).optional(),
  district: OptionalText(120).optional(),
  district_type: OptionalText(60).optional(),
  additional_information: OptionalText(200).optional(),
})
export type Address = z.infer<typeof Address>

/** A CPF or CNPJ, with or without mask; stored without mask, in upper case. Refused with 'CPF é inválido' or 'CNPJ é inválido'. */
export const DocumentNumber = z
  .string()
  .max(30)
  .transform((text, ctx) => {
    const error = documentError(text)
    if (error) ctx.addIssue({ code: 'custom', message: error })
    return error ? z.NEVER : normalizeDocument(text)
  })
