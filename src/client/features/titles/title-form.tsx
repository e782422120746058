// The form of a bill or a receivable: a new one, a series, or one that is changed.
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { z } from 'zod'
import { call } from '#client/data/api.ts'
import { useReading } from '#client/data/queries.ts'
import { type Registers, useRegisters } from '#client/data/registers.ts'
import { AmountField } from '#client/kit/form/amount-field.tsx'
import { Toggle } from '#client/kit/form/checkbox.tsx'
import { PaymentMethodField } from '#client/kit/form/contact-fields.tsx'
import { DayField } from '#client/kit/form/day-field.tsx'
import type { SubmitIntent } from '#client/kit/form/form.tsx'
import { SelectField } from '#client/kit/form/select-field.tsx'
import { TextField } from '#client/kit/form/text-field.tsx'
import { AccountPicker, CategoryPicker, ContactPicker } from '#client/kit/picker/pickers.tsx'
import { Spinner } from '#client/kit/states.tsx'
import { useToday } from '#client/kit/today.tsx'
import { type NestedKind, useCreated } from '#client/surfaces/back-to.ts'
import { currentContext } from '#client/surfaces/context.ts'
import { FormDialog } from '#client/surfaces/form-dialog.tsx'
import { settleWrite } from '#client/surfaces/form-outcome.ts'
import { askSteps } from '#client/surfaces/steps.ts'
import { isSeriesScope, saving, seriesOutcome } from '#commands/titles.ts'
import type { Bill } from '#contract/bills.ts'
import { isDay } from '#domain/days.ts'
import { BUSINESS_DAY_ADJUSTMENTS, FREQUENCY_INTERVALS, PAYMENT_METHODS, type SeriesScope } from '#domain/enums.ts'
import { BUSINESS_DAY_ADJUSTMENT_LABELS, FREQUENCY_INTERVAL_LABELS } from '#domain/labels.ts'
import { useNestedForms } from '../nested-forms.tsx'
import { targetOf, useTitleRoute } from './title-drawer.tsx'
import type { TitleKind } from './title-kind.ts'

const day = (message: string) => z.string({ error: message }).refine(isDay, message)
const optionalDay = z
  .string()
  .nullable()
  .refine(value => value === null || isDay(value), 'Data inválida')

/** A series is made open: only one title can already be paid or received. */
const isSettledNow = (form: { settled: boolean; repeats: boolean }): boolean => form.settled && !form.repeats

/** Null while nothing is typed. */
const amount = z
  .number({ error: 'Informe o valor' })
  .nullable()
  .pipe(z.number({ error: 'Informe o valor' }).int().positive('Deve ser maior que zero'))

const TitleForm = z
  .object({
    additional_information: z.string().max(2000),
    amount_cents: amount,
    due_date: day('Informe o vencimento'),
    competence_date: optionalDay,
    contact_id: z.string().nullable(),
    category_id: z.string().nullable(),
    bank_account_id: z.string().nullable(),
    payment_method: z.enum(PAYMENT_METHODS).nullable(),
    document_number: z.string().max(60),
    digitable_line: z.string().max(60),
    settled: z.boolean(),
    repeats: z.boolean(),
    frequency_interval: z.enum(FREQUENCY_INTERVALS),
    frequency_unit: z.coerce
      .number<number | string>({ error: 'Informe quantas vezes' })
      .int()
      .min(1, 'Ao menos 1')
      .max(360, 'Até 360 vezes'),
    business_day: z.enum(BUSINESS_DAY_ADJUSTMENTS),
  })
  .refine(form => !isSettledNow(form) || form.bank_account_id !== null, { path: ['bank_account_id'], message: 'Escolha a conta bancária' })
type TitleValues = z.output<typeof TitleForm>
type TitleInput = z.input<typeof TitleForm>

const blank: Omit<TitleInput, 'due_date'> = {
  amount_cents: null,
  additional_information: '',
  competence_date: null,
  contact_id: null,
  category_id: null,
  bank_account_id: null,
  payment_method: null,
  document_number: '',
  digitable_line: '',
  settled: false,
  repeats: false,
  frequency_interval: 'MONTHLY',
  frequency_unit: '12',
  business_day: 'NONE',
}

function fieldsOf(kind: TitleKind, values: TitleValues, record?: Bill) {
  const { settled: _s, repeats: _r, frequency_interval: _f, frequency_unit: _u, business_day: _b, digitable_line, ...fields } = values
  const before = record?.payment_details
  // Written whole: what else the payment has (a Pix key) goes along.
  const changed = kind.record === 'bill' && digitable_line !== (before?.boleto?.digitable_line ?? '')
  return { ...fields, ...(changed ? { payment_details: { ...before, boleto: digitable_line ? { digitable_line } : null } } : {}) }
}

function TitleFields({ kind, registers, c, creating }: { kind: TitleKind; registers: Registers; c: string; creating: boolean }) {
  const { watch, setValue } = useFormContext<TitleInput>()
  const nested = useNestedForms(c, { categoryKind: kind.categoryKinds[0], contactKind: kind.contactKind })
  const fill = (name: 'bank_account_id' | 'category_id' | 'contact_id') => (id: string) =>
    setValue(name, id, { shouldDirty: true, shouldValidate: false })
  const add = (of: NestedKind, name: 'bank_account_id' | 'category_id' | 'contact_id') => nested.ask(of, fill(name))
  // What a page of its own made for this form, by the link's backTo.
  useCreated('account', fill('bank_account_id'))
  useCreated('category', fill('category_id'))
  useCreated('contact', fill('contact_id'))
  return (
    <>
      <div className="two">
        <AmountField name="amount_cents" label="Valor" autoFocus />
        <DayField name="due_date" label="Vencimento" bias="future" />
      </div>
      <TextField name="additional_information" label="Descrição" />
      <ContactPicker
        name="contact_id"
        label={kind.party}
        contacts={registers.contacts}
        kind={kind.contactKind}
        onAdd={add('contact', 'contact_id')}
      />
      <div className="two">
        <CategoryPicker
          name="category_id"
          label="Categoria"
          categories={registers.categories}
          kinds={kind.categoryKinds}
          onAdd={add('category', 'category_id')}
        />
        <AccountPicker
          name="bank_account_id"
          label="Conta bancária"
          accounts={registers.accounts}
          onAdd={add('account', 'bank_account_id')}
        />
      </div>
      <div className="two">
        <DayField name="competence_date" label="Competência" bias="past" />
        <PaymentMethodField name="payment_method" label="Forma de pagamento" />
      </div>
      <div className="two">
        <TextField name="document_number" label="Nº documento" />
        {kind.record === 'bill' ? <TextField name="digitable_line" label="Linha digitável do boleto" inputMode="numeric" /> : <span />}
      </div>
      {creating && !watch('repeats') ? <Toggle name="settled" label={kind.record === 'bill' ? 'Já foi paga' : 'Já foi recebida'} /> : null}
      {nested.sheet}
    </>
  )
}

const INTERVALS = FREQUENCY_INTERVALS.map(value => ({ value, label: FREQUENCY_INTERVAL_LABELS[value] }))
const ADJUSTMENTS = BUSINESS_DAY_ADJUSTMENTS.map(value => ({ value, label: BUSINESS_DAY_ADJUSTMENT_LABELS[value] }))

function RepeatFields() {
  const { watch } = useFormContext<TitleInput>()
  return (
    <>
      <Toggle name="repeats" label="Repetir" help="Cria todas as parcelas de uma vez" />
      {watch('repeats') ? (
        <div className="three">
          <SelectField name="frequency_interval" label="Frequência" choices={INTERVALS} />
          <TextField name="frequency_unit" label="Quantas vezes" inputMode="numeric" />
          <SelectField name="business_day" label="Dia não útil" choices={ADJUSTMENTS} />
        </div>
      ) : null}
    </>
  )
}

async function createSeries(kind: TitleKind, c: string, values: TitleValues): Promise<void> {
  const { frequency_interval, frequency_unit, business_day } = values
  const body = { ...fieldsOf(kind, values), frequency_interval, frequency_unit, business_day }
  const { data, batch_id } = await call(kind.rows.createRecurring, { params: { c }, body: body as never })
  settleWrite({ say: data.length === 1 ? '1 conta criada' : `${data.length} contas criadas`, batch_id, focus: data[0]?.id })
}

async function createOne(kind: TitleKind, c: string, values: TitleValues): Promise<void> {
  const body = { ...fieldsOf(kind, values), ...(values.settled ? { status: kind.settled } : {}) }
  const { data, batch_id } = await call(kind.rows.create, { params: { c }, body: body as never })
  settleWrite({ say: 'Conta criada', batch_id, focus: data.id })
}

export function CreateTitle() {
  const { kind, c, close } = useTitleRoute()
  const registers = useRegisters(c)
  const today = useToday()
  const save = async (values: TitleValues, { another, reset }: SubmitIntent) => {
    await (values.repeats ? createSeries : createOne)(kind, c, values)
    if (another) reset()
    else close()
  }
  return (
    <FormDialog
      title={`Nova ${kind.one}`}
      width="wide"
      schema={TitleForm}
      defaults={{ ...blank, due_date: today }}
      submitLabel="Salvar"
      onSubmit={save}
      onClose={close}
    >
      <TitleFields kind={kind} registers={registers} c={c} creating />
      <RepeatFields />
    </FormDialog>
  )
}

interface Address {
  c: string
  id: string
}

async function changeOne(kind: TitleKind, params: Address, body: object): Promise<void> {
  const { batch_id } = await call(kind.rows.update, { params, body: body as never })
  settleWrite({ say: 'Conta alterada', batch_id, focus: params.id })
}

async function changeSeries(kind: TitleKind, params: Address, body: object, scope: SeriesScope): Promise<void> {
  const { data, batch_id } = await call(kind.rows.updateSeries, { params, query: { scope }, body: body as never })
  settleWrite({ ...seriesOutcome(data, ['alterada', 'alteradas']), batch_id, focus: params.id })
}

export function UpdateTitle() {
  const { kind, id, c } = useTitleRoute()
  const record = useReading(kind.rows.get, { params: { c, id } }).data
  return record ? <ChangeTitle key={id} opened={record} /> : <Spinner />
}

/** The form holds the record as it was when it opened: what somebody changed meanwhile is refused by its version, never written over. */
function ChangeTitle({ opened }: { opened: Bill }) {
  const { kind, id, c, back } = useTitleRoute()
  const [record] = useState(opened)
  const registers = useRegisters(c)
  const save = async (values: TitleValues) => {
    const answers = await askSteps(saving(kind.record), targetOf(kind, record, currentContext().target.company), 'button')
    if (answers === undefined) return
    const body = { ...fieldsOf(kind, values, record), version: record.version }
    await (isSeriesScope(answers.scope) ? changeSeries(kind, { c, id }, body, answers.scope) : changeOne(kind, { c, id }, body))
    back()
  }
  return (
    <FormDialog
      title={`Alterar ${kind.one}`}
      width="wide"
      schema={TitleForm}
      defaults={{
        ...blank,
        amount_cents: record.amount_cents,
        due_date: record.due_date,
        competence_date: record.competence_date,
        additional_information: record.additional_information ?? '',
        contact_id: record.contact_id,
        category_id: record.category_id,
        bank_account_id: record.bank_account_id,
        payment_method: record.payment_method,
        document_number: record.document_number ?? '',
        digitable_line: record.payment_details?.boleto?.digitable_line ?? '',
      }}
      submitLabel="Salvar"
      onSubmit={save}
      onClose={back}
    >
      <TitleFields kind={kind} registers={registers} c={c} creating={false} />
    </FormDialog>
  )
}
