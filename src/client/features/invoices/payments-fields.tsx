// How a note is paid: at once by one or more methods, or in instalments that sum to it.
import { useState } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { Button, IconButton } from '#client/kit/button.tsx'
import { classNames } from '#client/kit/class-names.ts'
import { AmountField } from '#client/kit/form/amount-field.tsx'
import { RadioGroup } from '#client/kit/form/checkbox.tsx'
import { PaymentMethodField } from '#client/kit/form/contact-fields.tsx'
import { DayField } from '#client/kit/form/day-field.tsx'
import form from '#client/kit/form/form.module.css'
import { Select } from '#client/kit/form/select-field.tsx'
import text from '#client/kit/look/text.module.css'
import { useToday } from '#client/kit/today.tsx'
import { addMonths } from '#domain/days.ts'
import { INVOICE_PAYMENT_KINDS, PAYMENT_METHODS } from '#domain/enums.ts'
import { INVOICE_PAYMENT_KIND_LABELS } from '#domain/labels.ts'
import { allocate, formatCents } from '#domain/money.ts'
import styles from './invoices.module.css'
import { leftWords, type ProductNoteInput, unpaidCents } from './product-model.ts'

const KINDS = INVOICE_PAYMENT_KINDS.map(value => ({ value, label: INVOICE_PAYMENT_KIND_LABELS[value] }))
const METHODS = PAYMENT_METHODS.filter(method => method !== 'NONE')
const COUNTS = Array.from({ length: 12 }, (_, at) => ({ value: String(at + 1), label: at === 0 ? '1 parcela' : `${at + 1} parcelas` }))

export function PaymentsFields({ total }: { total: number }) {
  const { control, watch, getValues } = useFormContext<ProductNoteInput>()
  const { fields, append, remove, replace } = useFieldArray({ control, name: 'payments' })
  const today = useToday()
  const [count, setCount] = useState('')
  const inTerms = watch('payment_kind') === 'INSTALLMENTS'
  const left = unpaidCents(watch(), total)
  const share = (parts: number) => {
    const [first] = getValues('payments')
    const from = first?.due_date ?? addMonths(today, 1)
    replace(
      allocate(total, parts).map((amount_cents, at) => ({
        payment_method: first?.payment_method ?? 'BOLETO',
        amount_cents: parts === 1 ? null : amount_cents,
        due_date: addMonths(from, at),
      })),
    )
  }
  return (
    <>
      <div className={form.two}>
        <RadioGroup name="payment_kind" label="Pagamento" choices={KINDS} row />
        {inTerms ? (
          <div className={form.field}>
            <div className={form.lab}>
              <span>Dividir em partes iguais</span>
            </div>
            <Select
              label="Dividir em partes iguais"
              value={count}
              choices={COUNTS}
              placeholder="Parcelas"
              onChange={value => {
                setCount(value)
                share(Number(value))
              }}
            />
          </div>
        ) : null}
      </div>
      {fields.map((field, at) => (
        <div className={inTerms ? classNames(styles.payment, styles.inTerms) : styles.payment} key={field.id}>
          <PaymentMethodField name={`payments.${at}.payment_method`} label={`Forma ${at + 1}`} methods={METHODS} />
          {inTerms ? <DayField name={`payments.${at}.due_date`} label={`Vencimento ${at + 1}`} bias="future" /> : null}
          {fields.length > 1 ? (
            <AmountField name={`payments.${at}.amount_cents`} label={`Valor ${at + 1}`} />
          ) : (
            <p className={classNames(styles.whole, text.m)}>
              Total da nota, <span className={text.tabular}>{formatCents(total)}</span>
            </p>
          )}
          {fields.length > 1 ? <IconButton icon="x" label={`Tirar o pagamento ${at + 1}`} size="form" onClick={() => remove(at)} /> : null}
        </div>
      ))}
      <p className={styles.addItem}>
        <Button
          icon="plus"
          onClick={() => {
            const all = getValues('payments')
            const last = all.at(-1)
            if (all.length === 1 && last) replace([{ ...last, amount_cents: total }])
            append({
              payment_method: last?.payment_method ?? 'PIX',
              amount_cents: null,
              due_date: last?.due_date ? addMonths(last.due_date, 1) : null,
            })
          }}
        >
          {inTerms ? 'Mais uma parcela' : 'Mais uma forma'}
        </Button>
        {left !== 0 ? <span className={styles.left}>{leftWords(left)}</span> : null}
      </p>
    </>
  )
}
