// The shared zod fields of the wire: ids, days, cents, lists in a query, and records that ignore their own read-only fields.
import { z } from 'zod'

export const Id = z.uuid()
/** A company in a path, query or body. */
export const CompanyId = Id.describe('A empresa')

const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/
const SAO_PAULO_OFFSET_MS = 3 * 3_600_000

function toDay(text: string): string | undefined {
  if (DAY.test(text)) {
    const [y, m, d] = text.split('-').map(Number) as [number, number, number]
    return new Date(Date.UTC(y, m, 0)).getUTCDate() >= d ? text : undefined
  }
  if (!INSTANT.test(text)) return undefined
  const instant = Date.parse(text)
  return Number.isNaN(instant) ? undefined : new Date(instant - SAO_PAULO_OFFSET_MS).toISOString().slice(0, 10)
}

/** A civil day 'yyyy-MM-dd'; an ISO instant, as foreign clients send, is read as its day in America/Sao_Paulo. */
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
/** A day that is already 'yyyy-MM-dd': what the server answers. */
export const DayOut = z.string().meta({ format: 'date' })

/** Integer cents, as a number or as its decimal text; never a float, never empty, at most 13 digits. */
export const Cents = z
  .union([z.number(), z.string().max(20)], { error: 'Valor inválido' })
  .transform((value, ctx) => {
    const cents = typeof value === 'number' ? value : /^-?\d{1,13}$/.test(value) ? Number(value) : Number.NaN
    if (Number.isSafeInteger(cents) && Math.abs(cents) < 1e13) return cents === 0 ? 0 : cents
    ctx.addIssue({ code: 'custom', message: 'Valor inválido' })
    return z.NEVER
  })
  .describe('Centavos, inteiro')
export const PositiveCents = Cents.refine(cents => cents > 0, 'Deve ser maior que zero')

export const Text = (max = 500) => z.string().max(max, `Até ${max} caracteres`).refine(isStorable, 'Texto com caracteres inválidos')

/** PostgreSQL keeps no NUL, and half a surrogate pair is not text. */
function isStorable(text: string): boolean {
  return !/[\0\p{Surrogate}]/u.test(text)
}

/** An optional text that may be emptied: '' and null both clear it. */
export const OptionalText = (max = 500) =>
  Text(max)
    .nullish()
    .transform(text => (text === '' ? null : text))

/** As RFC 5321 bounds it. */
export const Email = z.email('E-mail inválido').max(254, 'Até 254 caracteres')
/** One that may be emptied. */
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

/** A list that is asked whole ends in a refusal beyond these: as records, and in columns. */
export const LIST_ROWS = 100_000
export const COLUMN_ROWS = 1_000_000
export const PAGE_ROWS = 200
/** Rows of one page. */
export const PageLimit = z.coerce.number().int().min(1).max(PAGE_ROWS, `Até ${PAGE_ROWS} por página`)

/** A boolean of a query: 'true' or 'false' in the address. */
export const Flag = z.stringbool().meta({ type: 'boolean' })
export const BULK_LIMIT = 10_000
export const Ids = z.array(Id).min(1, 'Selecione ao menos um item').max(BULK_LIMIT, 'Selecione até 10.000 itens')

/** What every write of many answers. `blocked` is filled by a preview, and by a write of a series, which leaves those as they are: a refused bulk answers 422 with details. */
export const BulkAnswer = z.object({
  updated: z.number().int(),
  ids: z.array(Id).optional(),
  blocked: z.array(z.object({ id: Id, error_id: z.string(), message: z.string() })).optional(),
})
export type BulkAnswer = z.infer<typeof BulkAnswer>

export const Preview = z.object({ preview: Flag.optional() })
export const Done = z.object({ ok: z.literal(true) })

/** Drops the entity's own read-only fields and refuses names the entity does not have, before `writable` parses the rest. */
function tolerant<T extends z.ZodObject>(writable: T, entity: z.ZodObject): z.ZodType<z.output<T>, z.input<T>> {
  const known = new Set([...Object.keys(writable.shape), ...Object.keys(entity.shape)])
  return z.preprocess((body, ctx) => {
    for (const name of typeof body === 'object' && body !== null ? Object.keys(body) : []) {
      if (!known.has(name)) ctx.addIssue({ code: 'custom', path: [name], message: 'Campo desconhecido' })
    }
    return body
  }, writable) as unknown as z.ZodType<z.output<T>, z.input<T>>
}

const Versioned = z.object({ version: z.number().int().optional() })

/**
 * The body of a PATCH: the writable fields, each optional; the entity's other fields are accepted and dropped, so that a client may
 * send back the record it read; a name the entity does not have is refused.
 */
export function patchOf<W extends z.ZodRawShape>(writable: z.ZodObject<W>, entity: z.ZodObject) {
  return tolerant(writable.partial().extend(Versioned.shape), entity)
}

/** The body of a POST, with the same tolerance for the entity's read-only fields as `patchOf`. */
export function createOf<W extends z.ZodRawShape>(writable: z.ZodObject<W>, entity: z.ZodObject) {
  return tolerant(writable, entity)
}
