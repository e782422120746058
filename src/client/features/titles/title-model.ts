// What the form of a bill or a receivable holds, and what it hands to its command.
import { z } from 'zod'
import { withSaid } from '#client/surfaces/asked/said.ts'
import type { AnyTarget } from '#commands/kit/command.ts'
import type { Forms } from '#commands/kit/form.ts'
import type { Bill } from '#contract/bills.ts'
import { type Day, isDay } from '#domain/days.ts'
import { BUSINESS_DAY_ADJUSTMENTS, FREQUENCY_INTERVALS, PAYMENT_METHODS } from '#domain/enums.ts'
import { LINE_REFUSED, readLine } from '#domain/payments/boleto.ts'
import { readPixKey } from '#domain/payments/pix-key.ts'

const day = (message: string) => z.string({ error: message }).refine(isDay, message)
const optionalDay = z
  .string()
  .nullable()
  .refine(value => value === null || isDay(value), 'Data inválida')

/** What is paid or received already moved through an account. */
export const needsAccount = (form: { settled: boolean; bank_account_id: string | null }): boolean =>
  !form.settled || form.bank_account_id !== null
export const SETTLED_WITHOUT_ACCOUNT = { path: ['bank_account_id'], message: 'Escolha a conta bancária' }

/** Null while nothing is typed. */
const amount = z
  .number({ error: 'Informe o valor' })
  .nullable()
  .pipe(z.number({ error: 'Informe o valor' }).int().positive('Deve ser maior que zero'))

/** Empty, or one that can be paid; `stored` is what the title holds already. */
const digitableLine = (stored = '') =>
  z
    .string()
    .max(60, 'Até 60 caracteres')
    .refine(line => line === '' || line === stored || readLine(line) !== undefined, LINE_REFUSED)

/** What is asked of one title. */
export const billFields = z.object({
  additional_information: z.string().max(2000),
  amount_cents: amount,
  due_date: day('Informe o vencimento'),
  competence_date: optionalDay,
  issue_date: optionalDay,
  /** When it is expected to be paid or received, where that is another day than it is due. */
  date: optionalDay,
  contact_id: z.string().nullable(),
  category_id: z.string().nullable(),
  bank_account_id: z.string().nullable(),
  payment_method: z.enum(PAYMENT_METHODS).nullable(),
  document_number: z.string().max(60),
  digitable_line: digitableLine(),
  pix_key: z
    .string()
    .max(140, 'Até 140 caracteres')
    .refine(key => key === '' || readPixKey(key) !== undefined, 'Chave Pix inválida'),
  settled: z.boolean(),
})

const titleFields = billFields.extend({
  repeats: z.boolean(),
  frequency_interval: z.enum(FREQUENCY_INTERVALS),
  frequency_unit: z.coerce.number<number | string>({ error: 'Informe quantas vezes' }).int().min(1, 'Ao menos 1').max(360, 'Até 360 vezes'),
  business_day: z.enum(BUSINESS_DAY_ADJUSTMENTS),
})
type TitleValues = z.output<typeof titleFields>
export type TitleInput = z.input<typeof titleFields>

const lineIn = (record: unknown) => (record as Bill | undefined)?.payment_details?.boleto?.digitable_line

/** The form of a new title, or of these records. */
export const titleForm = ({ records: [one] }: AnyTarget) =>
  titleFields
    .extend({ digitable_line: digitableLine(lineIn(one)) })
    // A series is made open: only one title can already be paid or received.
    .refine(form => form.repeats || needsAccount(form), SETTLED_WITHOUT_ACCOUNT)

const blank: Omit<TitleInput, 'due_date'> = {
  amount_cents: null,
  additional_information: '',
  competence_date: null,
  issue_date: null,
  date: null,
  contact_id: null,
  category_id: null,
  bank_account_id: null,
  payment_method: null,
  document_number: '',
  digitable_line: '',
  pix_key: '',
  settled: false,
  repeats: false,
  frequency_interval: 'MONTHLY',
  frequency_unit: '12',
  business_day: 'NONE',
}

/** `said`: what a sentence said of a new title before its form was opened. */
export function startOf({ records: [one] }: AnyTarget, today: Day, said: Readonly<Record<string, unknown>> = {}): TitleInput {
  if (one === undefined) return withSaid({ ...blank, due_date: today }, said)
  const record = one as Bill
  return {
    ...blank,
    amount_cents: record.amount_cents,
    due_date: record.due_date,
    competence_date: record.competence_date,
    issue_date: record.issue_date,
    date: record.date === record.due_date ? null : record.date,
    additional_information: record.additional_information ?? '',
    contact_id: record.contact_id,
    category_id: record.category_id,
    bank_account_id: record.bank_account_id,
    payment_method: record.payment_method,
    document_number: record.document_number ?? '',
    digitable_line: lineIn(record) ?? '',
    pix_key: record.payment_details?.pix_key ?? '',
  }
}

/** An expected day that is not told follows the due date. */
export function handedOver(values: TitleValues): Forms['bill'] {
  const { settled, repeats, frequency_interval, frequency_unit, business_day, date, ...fields } = values
  const expected = date === null ? {} : { date }
  return { ...fields, ...expected, ...(repeats ? { series: { frequency_interval, frequency_unit, business_day } } : { settled }) }
}
