// The kinds of fields: what a text, an amount, a day or a choice is everywhere.
import { z } from 'zod'
import { isValidEmail, maskPhone, PHONE_REFUSED, readPhone } from '#domain/contact-points.ts'
import { type Day, dayInSaoPaulo, formatDay, formatInstant } from '#domain/days.ts'
import { formatDocument, maskCpfForLists } from '#domain/documents.ts'
import { parseRate, typedRate } from '#domain/fiscal/masks.ts'
import { formatCents, parseAmount } from '#domain/money.ts'
import { counted, formatCount } from '#domain/text.ts'
import { type Control, type Field, type Look, make, plain, type Said, type Tabs } from './field.ts'

type Text = string | null

export const text = (label: string, { upper, ...said }: Said & { start?: string; upper?: true; control?: Control } = {}): Field<Text> =>
  make('text', label, said, upper ? { read: z.string().transform(typed => typed.trim().toUpperCase()) } : {})

export const area = (label: string, said: Said & { start?: string } = {}): Field<Text> => make('area', label, said, {})

/** A text that may be left empty, and is then null. */
const emptied = z
  .string()
  .trim()
  .transform(typed => (typed === '' ? null : typed))

/** CPF or CNPJ: in lists a person's shows its middle digits only. `needed` or `missing` where it may not be left empty. */
export const document = <V extends string | null = Text>(
  label: string,
  { needed, missing, ...said }: Said & { control?: Control; needed?: true; missing?: string } = {},
): Field<V> =>
  make('document', label, said, {
    show: value => (value === null ? '' : maskCpfForLists(value)),
    find: value => (value === null ? '' : `${value} ${formatDocument(value)}`),
    cell: value => (value === null ? null : { text: formatDocument(value) }),
    read: missing !== undefined ? z.string().trim().min(1, missing) : needed ? z.string().trim() : emptied,
  })

export const email = (label: string, said: Said = {}): Field<Text> =>
  make('email', label, said, { read: emptied.refine(typed => typed === null || isValidEmail(typed), 'E-mail inválido') })

export const phone = (label: string, said: Said = {}): Field<Text> =>
  make('phone', label, said, {
    show: value => (value === null ? '' : maskPhone(value)),
    find: value => (value === null ? '' : `${value} ${maskPhone(value)}`),
    read: emptied.refine(typed => typed === null || readPhone(typed) !== undefined, PHONE_REFUSED),
  })

/** A value of several parts: the client has a component that asks for it. */
export const own = <V>(
  label: string,
  control: Control,
  { show, typed, blank, read, parts, ...said }: Said & Pick<Field<V>, 'show' | 'typed' | 'blank' | 'read' | 'parts'>,
): Field<V> => make('own', label, said, { control, show, typed, blank, read, ...(parts ? { parts } : {}) })

/** A number of a classification: shown with its dots, sought with and without them. */
export const digits = (label: string, { mask = plain, ...said }: Said & { mask?: (text: string) => string; max: number }): Field<Text> => {
  const show = (value: Text) => (value === null ? '' : mask(value))
  return make('digits', label, said, { show, find: value => `${plain(value)} ${show(value)}`, typed: show })
}

interface Amount<V> extends Said {
  /** What is said of none: an empty amount is then 0. */
  readonly zero?: string
  /** Said of an empty one that is needed. Without either word it may be left empty, and is null. */
  readonly missing?: string
  /** Of a value that holds more than the cents. */
  readonly cents?: (value: V) => number | null
}

/** Cents. */
export const money = <V = number>(label: string, { zero, missing, cents, ...said }: Amount<V> = {}): Field<V> => {
  const of = cents ?? ((value: V) => value as number | null)
  const cent = z.number({ error: ({ input }) => (input === null && missing ? missing : 'Valor inválido') })
  return make<V>('money', label, said, {
    show: value => (of(value) === null ? '' : zero !== undefined && of(value) === 0 ? zero : formatCents(of(value) as number)),
    sort: of,
    cell: value => (of(value) === null ? null : { cents: of(value) as number }),
    typed: value => (zero !== undefined && of(value) === 0 ? null : of(value)),
    word: word => (/^[\d.,]+$/.test(word) ? parseAmount(word) : undefined),
    blank: null,
    read: missing !== undefined ? cent : zero === undefined ? cent.nullable() : cent.nullable().transform(read => read ?? 0),
  })
}

/** Hundredths of a percent, up to `most`. Emptied it is what `empty` says, or null, which the contract takes or refuses. */
export const rate = <V extends number | null = number | null>(
  label: string,
  { most, empty, ...said }: Said & { most: number; empty?: number },
): Field<V> =>
  make<V>('rate', label, said, {
    show: value => (value === null ? '' : `${typedRate(value)}%`),
    sort: value => value,
    cell: value => (value === null ? null : { percent: value / 100 }),
    typed: value => (value === null || value === empty ? '' : typedRate(value)),
    word: word => (word.endsWith('%') ? parseRate(word) : undefined),
    read: z.string().transform((typed, ctx) => {
      const value = typed.trim() === '' ? (empty ?? null) : parseRate(typed)
      if (value === undefined || (value ?? 0) > most) ctx.addIssue({ code: 'custom', message: `Um percentual de 0 a ${most / 100}` })
      return value ?? null
    }),
  })

/** A whole number, from 0 to `most`. */
export const count = (
  label: string,
  { most, zero = '0', ...said }: Said & { most?: number; start?: string; zero?: string } = {},
): Field<number> =>
  make('count', label, said, {
    show: value => (value === 0 ? zero : formatCount(value)),
    sort: value => value,
    cell: value => ({ count: value }),
    read: z.string().transform((typed, ctx) => {
      const value = /^\s*\d+\s*$/.test(typed) ? Number(typed) : Number.NaN
      if (!(value <= (most ?? Number.MAX_SAFE_INTEGER)))
        ctx.addIssue({ code: 'custom', message: most ? `De 0 a ${most}` : 'Número inteiro' })
      return value
    }),
  })

/** A text that is null while nothing was chosen, and must be something when `missing` says so. */
const needed = (missing: string | undefined): z.ZodType =>
  missing === undefined
    ? z
        .string()
        .nullable()
        .transform(typed => typed || null)
    : z.string({ error: missing }).min(1, missing)

/** A civil day; it may be left empty unless `missing` says what is then missing. */
export const day = <V extends Day | null = Day | null>(
  label: string,
  { missing, ...said }: Said & { bias?: 'past' | 'future'; missing?: string } = {},
): Field<V> =>
  make<V>('day', label, said, {
    show: value => (value === null ? '' : formatDay(value)),
    sort: value => value,
    cell: value => (value === null ? null : { day: value }),
    typed: value => value,
    blank: null,
    read: needed(missing),
  })

/** When something happened; lists and drawers say the day in São Paulo. */
export const instant = <V extends string | null = string>(label: string, { none = '', ...said }: Said & { none?: string } = {}): Field<V> =>
  make<V>('day', label, said, {
    show: value => (value === null ? none : formatInstant(value)),
    sort: value => value,
    cell: value => (value === null ? null : { day: dayInSaoPaulo(Date.parse(value)) }),
  })

/** What the server has against a record, in its own words: the drawer says them, a list how many. */
export const warnings = (label: string, nouns: readonly [one: string, many: string], said: Said = {}): Field<readonly string[]> =>
  make('warnings', label, said, {
    show: all => (all.length === 0 ? '' : counted(all.length, nouns)),
    sort: all => all.length || null,
    cell: all => ({ text: all.join(' ') }),
    look: () => ({ tone: 'warning', icon: 'triangle-alert' }),
  })

/** What a record's fields say together. */
export const told = <Row>(
  label: string,
  say: (row: Row) => string,
  { sort, look, ...said }: Said & Partial<Pick<Field<Row>, 'sort' | 'look'>> = {},
): Field<Row> => make('text', label, said, { show: say, ...(sort ? { sort } : {}), ...(look ? { look } : {}) })

interface Choosing<K extends string> extends Said {
  readonly start?: K
  readonly radio?: true
  readonly tabs?: Tabs<K>
  readonly looks?: Readonly<Partial<Record<K, Look>>>
  /** Said of none of them, where the record may hold null. */
  readonly none?: string
  /** Of keys that are numbers, which an object puts first. */
  readonly order?: readonly K[]
}

/** What a control that needs a text holds for null. */
const NONE = 'none'

/** One of a closed set, in its own words. */
export const choice = <K extends string | null>(
  label: string,
  words: Readonly<Record<NonNullable<K>, string>>,
  { looks, none, order, ...said }: Choosing<NonNullable<NoInfer<K>>> = {},
): Field<K> =>
  make<K>('choice', label, said, {
    show: value => (value === null ? (none ?? '') : (words[value as NonNullable<K>] ?? value)),
    ...(looks ? { look: value => looks[value as NonNullable<K>] } : {}),
    choices: [
      ...(none ? [{ value: NONE, label: none }] : []),
      ...(order ?? (Object.keys(words) as NonNullable<K>[])).map(value => ({ value, label: words[value] })),
    ],
    typed: value => value ?? NONE,
    ...(none ? { blank: NONE } : {}),
    read: z.unknown().transform(typed => (typed === NONE ? null : typed)),
  })

interface Flagging extends Said {
  /** What a list says of those that are, and of those that are not. */
  readonly yes: string
  readonly no?: string
  readonly start?: boolean
  readonly looks?: readonly [yes: Look, no: Look]
}

/** Yes or no. */
export const flag = (label: string, { yes, no = '', looks = [{ tone: 'info' }, { tone: 'quiet' }], ...said }: Flagging): Field<boolean> =>
  make('flag', label, said, {
    look: on => looks[on ? 0 : 1],
    show: on => (on ? yes : no),
    sort: on => (on ? 0 : 1),
    typed: on => on,
    blank: false,
    read: z.boolean(),
  })

/** The id of another record, which is picked from its own register. The record holds its name apart. It may be left empty unless `missing` says what is then missing. */
export const ref = <V extends string | null = string | null>(
  label: string,
  control: Control,
  { missing, ...said }: Said & { missing?: string } = {},
): Field<V> =>
  make<V>('ref', label, said, {
    control,
    typed: id => id,
    blank: null,
    read: needed(missing),
  })

interface Picking<V> extends Said {
  readonly start?: string
  readonly mask?: (code: string) => string
  /** Said when nothing was picked, where the contract has no words of its own. */
  readonly missing?: string
  /** Of a record that holds more than the code. */
  readonly code?: (value: V) => string
  readonly show?: (value: V) => string
}

/** A code picked from a list that is asked for while it is typed. */
export const pick = <V = string>(
  label: string,
  control: Control,
  { mask = plain, missing, code = plain, show, ...said }: Picking<V> = {},
): Field<V> => {
  const shown = show ?? ((value: V) => mask(code(value)))
  return make<V>('pick', label, said, {
    control,
    show: shown,
    sort: code,
    find: value => `${code(value)} ${mask(code(value))} ${shown(value)}`,
    typed: value => code(value),
    blank: null,
    read: z
      .string()
      .nullable()
      .transform(value => value ?? '')
      .pipe(missing === undefined ? z.string() : z.string().min(1, missing)),
  })
}
