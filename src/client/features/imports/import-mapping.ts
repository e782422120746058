// The form of a CSV's columns: its fields, the mapping it stands for, and how a cell would be read by it.
import { z } from 'zod'
import type { imports } from '#contract/bank-statements.ts'
import type { Body } from '#contract/kit/endpoint.ts'
import { formatDay } from '#domain/days.ts'
import { formatAmount } from '#domain/money.ts'
import { parseBankAmount, parseBankDay } from '#domain/statements/bank-text.ts'
import { directionSign } from '#domain/statements/csv-direction.ts'

type MapBody = Body<typeof imports.map>

/** A select has no empty value. */
export const NO = 'none'
const column = z.string()
const needed = (message: string) => column.refine(value => value !== NO && value !== '', message)

/** Only one column of amounts without a column of directions leaves their sense open. */
export const asksPositives = (form: { way: string; direction: string }): boolean => form.way === 'one' && form.direction === NO

export const MappingForm = z
  .object({
    date: needed('Escolha a coluna da data'),
    memo: needed('Escolha a coluna da descrição'),
    memo_more: column,
    way: z.enum(['one', 'two']),
    amount: column,
    credit: column,
    debit: column,
    direction: column,
    id: column,
    balance: column,
    decimal: z.enum([',', '.']),
    /** Empty until somebody or something has said it. */
    positives: z.enum(['', 'IN', 'OUT']),
    card: z.boolean(),
  })
  .superRefine((form, ctx) => {
    if (form.way === 'one' && form.amount === NO) ctx.addIssue({ code: 'custom', path: ['amount'], message: 'Escolha a coluna do valor' })
    if (form.way === 'two' && form.credit === NO && form.debit === NO)
      ctx.addIssue({ code: 'custom', path: ['credit'], message: 'Escolha a coluna de crédito, a de débito ou as duas' })
    if (asksPositives(form) && form.positives === '')
      ctx.addIssue({ code: 'custom', path: ['positives'], message: 'Diga se os valores positivos são entradas ou saídas' })
  })
export type MappingValues = z.output<typeof MappingForm>

/** The form as it opens: as the file was read last, else as guessed, if anything was. */
export function mappingDefaults(guess: Readonly<Record<string, unknown>> | undefined): MappingValues {
  const at = (name: string): string => (typeof guess?.[name] === 'number' ? String(guess[name]) : NO)
  const memo = Array.isArray(guess?.memo) ? guess.memo.map(String) : []
  const two = at('credit') !== NO || at('debit') !== NO
  return {
    date: at('date'),
    memo: memo[0] ?? NO,
    memo_more: memo[1] ?? NO,
    way: two ? 'two' : 'one',
    amount: at('amount'),
    credit: at('credit'),
    debit: at('debit'),
    direction: at('direction'),
    id: at('id'),
    balance: at('balance'),
    decimal: guess?.decimal === '.' ? '.' : ',',
    positives: typeof guess?.invert === 'boolean' ? (guess.invert ? 'OUT' : 'IN') : '',
    card: guess?.kind === 'CREDIT_CARD',
  }
}

/** The mapping the server reads with, from the form's words. */
export function mappingOf(form: MappingValues, separator: string, header_row: number): NonNullable<MapBody['mapping']> {
  const one = form.way === 'one'
  const columns = {
    amount: one ? form.amount : NO,
    direction: one ? form.direction : NO,
    credit: one ? NO : form.credit,
    debit: one ? NO : form.debit,
    id: form.id,
    balance: form.balance,
  }
  return {
    separator,
    header_row,
    decimal: form.decimal,
    kind: form.card ? 'CREDIT_CARD' : 'BANK',
    invert: asksPositives(form) && form.positives === 'OUT',
    date: Number(form.date),
    memo: [form.memo, form.memo_more].filter(value => value !== NO).map(Number),
    ...Object.fromEntries(Object.entries(columns).flatMap(([name, value]) => (value === NO ? [] : [[name, Number(value)]]))),
  }
}

export const FIRST_ROLE = ['date', 'memo', 'memo_more', 'amount', 'credit', 'debit', 'direction', 'id', 'balance'] as const
export type Role = (typeof FIRST_ROLE)[number]
export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  date: 'Data',
  memo: 'Descrição',
  memo_more: 'Complemento',
  amount: 'Valor',
  credit: 'Crédito',
  debit: 'Débito',
  direction: 'Tipo',
  id: 'Identificador',
  balance: 'Saldo',
}

/** A cell as this role reads it, `direction` being what stands in the column of directions; undefined when it cannot. */
export function readAs(
  role: Role,
  text: string,
  form: Pick<MappingValues, 'decimal' | 'positives' | 'way' | 'direction'>,
  direction = '',
): string | undefined {
  if (role === 'date') {
    const read = parseBankDay(text)
    return read && formatDay(read.day)
  }
  if (role !== 'amount' && role !== 'credit' && role !== 'debit' && role !== 'balance') return text
  const cents = parseBankAmount(text, form.decimal)
  if (cents === 'blank') return ''
  if (cents === 'bad') return undefined
  if (role === 'debit') return formatAmount(-Math.abs(cents))
  if (role !== 'amount') return formatAmount(cents)
  const sign = directionSign(direction)
  if (sign !== undefined) return formatAmount(sign * Math.abs(cents))
  return formatAmount(asksPositives(form) && form.positives === 'OUT' ? -cents : cents)
}
