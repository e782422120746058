// The form of a bill or a receivable: a new one, a series, or one that is changed.
import { useMemo } from 'react'
import { useFormContext } from 'react-hook-form'
import { type Registers, useRegisters } from '#client/data/registers.ts'
import { AmountField } from '#client/kit/form/amount-field.tsx'
import { Toggle } from '#client/kit/form/checkbox.tsx'
import { PaymentMethodField } from '#client/kit/form/contact-fields.tsx'
import { DayField } from '#client/kit/form/day-field.tsx'
import form from '#client/kit/form/form.module.css'
import { SelectField } from '#client/kit/form/select-field.tsx'
import { TextField } from '#client/kit/form/text-field.tsx'
import { AccountPicker, CategoryPicker, ContactPicker } from '#client/kit/picker/pickers.tsx'
import { useToday } from '#client/kit/today.tsx'
import type { Asking } from '#client/surfaces/asked/asking.ts'
import { CommandForm } from '#client/surfaces/asked/command-form.tsx'
import { type NestedKind, useCreated } from '#client/surfaces/back-to.ts'
import { companyIn } from '#commands/kit/command.ts'
import type { Forms } from '#commands/kit/form.ts'
import { BUSINESS_DAY_ADJUSTMENTS, FREQUENCY_INTERVALS } from '#domain/enums.ts'
import { BUSINESS_DAY_ADJUSTMENT_LABELS, FREQUENCY_INTERVAL_LABELS } from '#domain/labels.ts'
import { useNestedForms } from '../nested-forms.tsx'
import { BILL_KIND, RECEIVABLE_KIND, type TitleKind } from './title-kind.ts'
import { handedOver, startOf, type TitleInput, titleForm } from './title-model.ts'

type Reference = 'bank_account_id' | 'category_id' | 'contact_id'

/** For the selectors of a title: makes the account, category or contact that is missing, and chooses it. */
export function useAddsToTitle(kind: TitleKind): (of: NestedKind, name: Reference) => (typed: string) => void {
  const { setValue } = useFormContext<Pick<TitleInput, Reference>>()
  const nested = useNestedForms({ categoryKind: kind.categoryKinds[0], contactKind: kind.contactKind })
  const fill = (name: Reference) => (id: string) => setValue(name, id, { shouldDirty: true, shouldValidate: false })
  // What a page of its own made for this form, by the link's backTo.
  useCreated('account', fill('bank_account_id'))
  useCreated('category', fill('category_id'))
  useCreated('contact', fill('contact_id'))
  return (of, name) => nested.ask(of, fill(name))
}

function TitleFields({ kind, registers, creating }: { kind: TitleKind; registers: Registers; creating: boolean }) {
  const { watch } = useFormContext<TitleInput>()
  const add = useAddsToTitle(kind)
  return (
    <>
      <div className={form.two}>
        <AmountField name="amount_cents" label="Valor" autoFocus />
        <DayField name="due_date" label="Vencimento" bias="future" />
      </div>
      <TextField name="additional_information" label="Descrição" />
      <ContactPicker
        name="contact_id"
        label={kind.party}
        contacts={registers.contacts}
        unread={registers.unread}
        kind={kind.contactKind}
        onAdd={add('contact', 'contact_id')}
      />
      <div className={form.two}>
        <CategoryPicker
          name="category_id"
          label="Categoria"
          categories={registers.categories}
          unread={registers.unread}
          kinds={kind.categoryKinds}
          onAdd={add('category', 'category_id')}
        />
        <AccountPicker
          name="bank_account_id"
          label="Conta bancária"
          accounts={registers.accounts}
          unread={registers.unread}
          onAdd={add('account', 'bank_account_id')}
        />
      </div>
      <div className={form.two}>
        <DayField name="competence_date" label="Competência" bias="past" />
        <PaymentMethodField name="payment_method" label="Forma de pagamento" />
      </div>
      <div className={form.two}>
        <DayField name="issue_date" label="Emissão" bias="past" />
        <DayField name="date" label="Data prevista" bias="future" help="Vazia: a do vencimento" />
      </div>
      <TextField name="document_number" label="Nº documento" />
      {kind.record === 'bill' ? (
        <div className={form.two}>
          <TextField name="digitable_line" label="Linha digitável do boleto" inputMode="numeric" />
          <TextField name="pix_key" label="Chave Pix" maxLength={140} />
        </div>
      ) : null}
      {creating && !watch('repeats') ? <Toggle name="settled" label={kind.record === 'bill' ? 'Já foi paga' : 'Já foi recebida'} /> : null}
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
        <div className={form.three}>
          <SelectField name="frequency_interval" label="Frequência" choices={INTERVALS} />
          <TextField name="frequency_unit" label="Quantas vezes" inputMode="numeric" />
          <SelectField name="business_day" label="Dia não útil" choices={ADJUSTMENTS} />
        </div>
      ) : null}
    </>
  )
}

interface AskedTitleProps {
  asking: Asking<Forms['bill']>
}

function AskedTitle({ asking, kind }: AskedTitleProps & { kind: TitleKind }) {
  const registers = useRegisters(companyIn(asking.target).id)
  const today = useToday()
  const creating = asking.target.records.length === 0
  const schema = useMemo(() => titleForm(asking.target), [asking.target])
  return (
    <CommandForm asking={asking} schema={schema} start={(target, given) => startOf(target, today, given)} send={handedOver} width="wide">
      <TitleFields kind={kind} registers={registers} creating={creating} />
      {creating ? <RepeatFields /> : null}
    </CommandForm>
  )
}

export const AskedBill = ({ asking }: AskedTitleProps) => <AskedTitle asking={asking} kind={BILL_KIND} />
export const AskedReceivable = ({ asking }: AskedTitleProps) => <AskedTitle asking={asking} kind={RECEIVABLE_KIND} />
