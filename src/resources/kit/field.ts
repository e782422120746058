// What a field is, said once: how it is shown, sorted, sought, typed in a form and named in a sheet. Data and pure functions, no React, no fetch.
import { z } from 'zod'
import type { Cell } from '#domain/sheets.ts'

/** Controls that ask the server, or hold several values: the client has one component for each. */
export type Control =
  | 'account'
  | 'bank_data'
  | 'address'
  | 'bank'
  | 'category'
  | 'cfop'
  | 'chart_account'
  | 'contact'
  | 'contact_document'
  | 'municipal_service'
  | 'ncm'
  | 'pix_keys'
  | 'role'
  | 'rule_text'

export interface Column {
  readonly width?: number
  readonly least?: number
  /** When room is short, the lowest number leaves first. */
  readonly leaves?: number
  /** Rows may be grouped by it, as they always may by a choice, a flag or a pick. */
  readonly groups?: true
  /** The list says its total below. */
  readonly total?: true
  /** Of figures that are no kind of number. */
  readonly right?: true
  /** The one amount a row is about. */
  readonly strong?: true
}

/** How a value looks where it stands out of the text. */
export interface Look {
  readonly tone: 'muted' | 'info' | 'ok' | 'danger' | 'warning' | 'quiet'
  readonly icon?: 'archive' | 'ban' | 'check-check' | 'circle-check' | 'circle-dashed' | 'clock-3' | 'send' | 'triangle-alert'
}

/** Asked only while another field is empty, is filled, or holds one of these. */
export type When = readonly [field: string, is: 'empty' | 'filled' | readonly unknown[]]

const isEmpty = (value: unknown): boolean => value === '' || value === null || value === undefined
export const holds = ([, is]: When, value: unknown): boolean =>
  is === 'empty' ? isEmpty(value) : is === 'filled' ? !isEmpty(value) : is.includes(value)

export interface Said {
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
  /** May be left empty, but not all of them: a form does not call it optional. */
  readonly oneOf?: true
  /** Words that announce it in a sentence: 'do', 'para'. */
  readonly after?: readonly string[]
}

export type FieldKind =
  | 'text'
  | 'area'
  | 'digits'
  | 'count'
  | 'money'
  | 'rate'
  | 'day'
  | 'choice'
  | 'flag'
  | 'pick'
  | 'ref'
  | 'document'
  | 'email'
  | 'phone'
  | 'warnings'
  | 'own'

/** Views of a list by one choice: the name they have in the address, the view of all, and each. */
export interface Tabs<K extends string = string> {
  readonly search: string
  readonly all: string
  readonly of: Readonly<Record<K, string>>
}

/** One column of a value that stands in several. */
export interface SheetPart<V> {
  readonly title: string
  /** Names of its column in a sheet, folded. */
  readonly sheet: readonly string[]
  readonly text: (value: V) => string
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
  /** Where a typed day without its year is. */
  readonly bias?: 'past' | 'future'
  /** In words; empty when there is nothing to show. */
  readonly show: (value: V) => string
  readonly sort: (value: V) => string | number | null
  readonly find: (value: V) => string
  /** In a sheet that is downloaded. */
  readonly cell: (value: V) => Cell
  /** Its columns there, where it has several. */
  readonly parts?: readonly SheetPart<V>[]
  /** What the form holds for it. */
  readonly typed: (value: V) => unknown
  /** What the form holds for nothing. */
  readonly blank: unknown
  /** What one word of a line says of it: '19,90', '5%'. */
  readonly word?: (word: string) => unknown
  /** From what the form holds to what the contract's own schema takes. */
  readonly read: z.ZodType
}

export const plain = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

export function make<V>(kind: FieldKind, label: string, said: Said & { start?: unknown }, own: Partial<Field<V>>): Field<V> {
  const show = own.show ?? plain
  return {
    kind,
    label,
    show,
    sort: value => show(value) || null,
    find: show,
    cell: value => ({ text: show(value) }),
    typed: plain,
    blank: '',
    read: z.string().trim(),
    ...said,
    title: said.title ?? label,
    ...own,
  } as Field<V>
}
