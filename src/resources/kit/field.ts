// What a field is, said once: how it is shown, sorted, sought, typed in a form and named in a sheet. Data and pure functions, no React, no fetch.
import { z } from 'zod'
import { isValidEmail, isValidPhone, maskPhone } from '#domain/contact-points.ts'
import { formatDocument, maskCpfForLists } from '#domain/documents.ts'
import { parseRate, typedRate } from '#domain/fiscal/masks.ts'
import { formatCents, parseAmount } from '#domain/money.ts'

/** Controls that ask the server, or hold several values: the client has one component for each. */
export type Control = 'ncm' | 'cfop' | 'municipal_service' | 'contact_document' | 'address' | 'pix_keys'

export interface Column {
  readonly width?: number
  readonly least?: number
  /** When room is short, the lowest number leaves first. */
  readonly leaves?: number
  /** Rows may be grouped by it, as they always may by a choice, a flag or a pick. */
  readonly groups?: true
}

/** How a value looks where it stands out of the text. */
export interface Look {
  readonly tone: 'muted' | 'info' | 'ok' | 'danger' | 'warning' | 'quiet'
  readonly icon?: 'ban' | 'circle-check' | 'triangle-alert'
}

/** Asked only while another field is empty, is filled, or holds one of these. */
export type When = readonly [field: string, is: 'empty' | 'filled' | readonly unknown[]]

const isEmpty = (value: unknown): boolean => value === '' || value === null || value === undefined
export const holds = ([, is]: When, value: unknown): boolean =>
  is === 'empty' ? isEmpty(value) : is === 'filled' ? !isEmpty(value) : is.includes(value)

interface Said {
  /** In lists and drawers, where the form's label is another. */
  readonly title?: string
  readonly help?: string
  readonly column?: Column
  /** Its words are sought by the filter. */
  readonly search?: true
  /** Names of its column in a sheet, folded. */
  readonly sheet?: readonly string[]
  /** Said before the value where it stands among others: 'NCM 1905.90.90'. */
  readonly abbr?: string
  readonly when?: When
}

export type FieldKind = 'text' | 'area' | 'digits' | 'money' | 'rate' | 'choice' | 'flag' | 'pick' | 'document' | 'email' | 'phone' | 'own'

/** Views of a list by one choice: the name they have in the address, the view of all, and each. */
export interface Tabs<K extends string = string> {
  readonly search: string
  readonly all: string
  readonly of: Readonly<Record<K, string>>
}

/** A field of a record whose value is a `V`. */
export interface Field<V> extends Said {
  readonly kind: FieldKind
  readonly label: string
  readonly title: string
  /** What a new record starts with. */
  readonly start?: unknown
  readonly choices?: readonly { readonly value: string; readonly label: string }[]
  /** All choices are in sight. */
  readonly radio?: true
  readonly tabs?: Tabs
  readonly control?: Control
  readonly look?: (value: V) => Look | undefined
  readonly max?: number
  /** In words; empty when there is nothing to show. */
  readonly show: (value: V) => string
  readonly sort: (value: V) => string | number | null
  readonly find: (value: V) => string
  /** What the form holds for it. */
  readonly typed: (value: V) => unknown
  /** What the form holds for nothing. */
  readonly blank: unknown
  /** What one word of a line says of it: '19,90', '5%'. */
  readonly word?: (word: string) => unknown
  /** From what the form holds to what the contract's own schema takes. */
  readonly read: z.ZodType
}

const plain = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

function make<V>(kind: FieldKind, label: string, said: Said & { start?: unknown }, own: Partial<Field<V>>): Field<V> {
  const show = own.show ?? plain
  return {
    kind,
    label,
    show,
    sort: value => show(value) || null,
    find: show,
    typed: plain,
    blank: '',
    read: z.string().trim(),
    ...said,
    title: said.title ?? label,
    ...own,
  } as Field<V>
}

type Text = string | null

export const text = (label: string, { upper, ...said }: Said & { start?: string; upper?: true } = {}): Field<Text> =>
  make('text', label, said, upper ? { read: z.string().transform(typed => typed.trim().toUpperCase()) } : {})

export const area = (label: string, said: Said = {}): Field<Text> => make('area', label, said, {})

/** A text that may be left empty, and is then null. */
const emptied = z
  .string()
  .trim()
  .transform(typed => (typed === '' ? null : typed))

/** CPF or CNPJ: in lists a person's shows its middle digits only. `needed` where it may not be left empty. */
export const document = <V extends string | null = Text>(
  label: string,
  { needed, ...said }: Said & { control?: Control; needed?: true } = {},
): Field<V> =>
  make('document', label, said, {
    show: value => (value === null ? '' : maskCpfForLists(value)),
    find: value => (value === null ? '' : `${value} ${formatDocument(value)}`),
    read: needed ? z.string().trim() : emptied,
  })

export const email = (label: string, said: Said = {}): Field<Text> =>
  make('email', label, said, { read: emptied.refine(typed => typed === null || isValidEmail(typed), 'E-mail inválido') })

export const phone = (label: string, said: Said = {}): Field<Text> =>
  make('phone', label, said, {
    show: value => (value === null ? '' : maskPhone(value)),
    find: value => (value === null ? '' : `${value} ${maskPhone(value)}`),
    read: emptied.refine(typed => typed === null || isValidPhone(typed), 'Telefone inválido'),
  })

/** A value of several parts: the client has a component that asks for it. */
export const own = <V>(
  label: string,
  control: Control,
  { show, typed, blank, read, ...said }: Said & Pick<Field<V>, 'show' | 'typed' | 'blank' | 'read'>,
): Field<V> => make('own', label, said, { control, show, typed, blank, read })

/** A number of a classification: shown with its dots, sought with and without them. */
export const digits = (label: string, { mask = plain, ...said }: Said & { mask?: (text: string) => string; max: number }): Field<Text> => {
  const show = (value: Text) => (value === null ? '' : mask(value))
  return make('digits', label, said, { show, find: value => `${plain(value)} ${show(value)}`, typed: show })
}

/** Cents. With `zero` an empty amount is one, and that is what is said of it. */
export const money = (
  label: string,
  { zero, missing, ...said }: Said & ({ zero: string; missing?: never } | { missing: string; zero?: never }),
): Field<number> =>
  make('money', label, said, {
    show: cents => (zero !== undefined && cents === 0 ? zero : formatCents(cents)),
    sort: cents => cents,
    typed: cents => (zero !== undefined && cents === 0 ? null : cents),
    word: word => (/^[\d.,]+$/.test(word) ? parseAmount(word) : undefined),
    blank: null,
    read:
      zero === undefined
        ? z.number({ error: ({ input }) => (input === null ? missing : 'Valor inválido') })
        : z
            .number({ error: 'Valor inválido' })
            .nullable()
            .transform(cents => cents ?? 0),
  })

/** Hundredths of a percent, up to `most`. Emptied it is null, which the contract takes or refuses. */
export const rate = (label: string, { most, ...said }: Said & { most: number }): Field<number | null> =>
  make('rate', label, said, {
    show: value => (value === null ? '' : `${typedRate(value)}%`),
    sort: value => value,
    typed: value => (value === null ? '' : typedRate(value)),
    word: word => (word.endsWith('%') ? parseRate(word) : undefined),
    read: z.string().transform((typed, ctx) => {
      const value = typed.trim() === '' ? null : parseRate(typed)
      if (value === undefined || (value ?? 0) > most) ctx.addIssue({ code: 'custom', message: `Um percentual de 0 a ${most / 100}` })
      return value ?? null
    }),
  })

interface Choosing<K extends string> extends Said {
  readonly start?: K
  readonly radio?: true
  readonly tabs?: Tabs<K>
  readonly looks?: Readonly<Partial<Record<K, Look>>>
}

/** One of a closed set, in its own words. */
export const choice = <K extends string>(
  label: string,
  words: Readonly<Record<K, string>>,
  { looks, ...said }: Choosing<NoInfer<K>> = {},
): Field<K> =>
  make('choice', label, said, {
    show: value => words[value],
    ...(looks ? { look: value => looks[value] } : {}),
    choices: Object.entries<string>(words).map(([value, name]) => ({ value, label: name })),
    read: z.unknown(),
  })

/** Yes or no; `yes` is what a list says of those that are. */
export const flag = (label: string, { yes, ...said }: Said & { yes: string }): Field<boolean> =>
  make('flag', label, said, {
    look: on => (on ? { tone: 'info' } : undefined),
    show: on => (on ? yes : ''),
    sort: on => (on ? 0 : 1),
    typed: on => on,
    blank: false,
    read: z.boolean(),
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
