// Settling by hand, from the record: account, day and what was paid beside the amount; or the bench, where a line proves it.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { reading } from '#client/data/queries.ts'
import { Button } from '#client/kit/button.tsx'
import { AmountField } from '#client/kit/form/amount-field.tsx'
import { DayField } from '#client/kit/form/day-field.tsx'
import text from '#client/kit/look/text.module.css'
import { useToday } from '#client/kit/today.tsx'
import type { Asking } from '#client/surfaces/asked/asking.ts'
import { CommandForm } from '#client/surfaces/asked/command-form.tsx'
import { houseOptions } from '#client/surfaces/house.ts'
import { type AnyTarget, companyIn } from '#commands/kit/command.ts'
import type { Forms } from '#commands/kit/form.ts'
import { pathTo } from '#commands/screens.ts'
import { type Bill, bills } from '#contract/bills.ts'
import type { Tax } from '#contract/taxes.ts'
import { type Day, isDay } from '#domain/days.ts'
import { formatAmount, formatCents } from '#domain/money.ts'
import { AccountField } from '../record-fields.tsx'
import { useTaxOf } from './bill-tax.tsx'
import { proposedCharges } from './settle-charges.ts'
import styles from './titles.module.css'

const Charge = z.number({ error: 'Valor inválido' }).min(0, 'Não pode ser negativo').nullable()
const SettleForm = z.object({
  bank_account_id: z.string({ error: 'Escolha a conta bancária' }),
  date: z.string({ error: 'Informe a data' }).refine(isDay, 'Informe a data'),
  fine_cents: Charge,
  interest_cents: Charge,
  discount_cents: Charge,
})
type Settling = z.input<typeof SettleForm>

const NO_CHARGES = { fine_cents: null, interest_cents: null, discount_cents: null } as const

function startOf({ records: [one] }: AnyTarget, today: Day) {
  const { bank_account_id } = one as Bill
  return { ...(bank_account_id ? { bank_account_id } : {}), date: today, ...NO_CHARGES }
}

/** What was not paid is not sent. */
const withoutZeros = ({ bank_account_id, date, ...charges }: z.output<typeof SettleForm>) => ({
  bank_account_id,
  date,
  ...Object.fromEntries(Object.entries(charges).filter(([, cents]) => cents)),
})

export function AskedSettle({ asking }: { asking: Asking<Forms['settle-title']> }) {
  const { target } = asking
  const today = useToday()
  const companyId = companyIn(target).id
  // A row of a list names no tax; its record does.
  const params = { c: companyId, id: target.ids[0] ?? '' }
  const bill = useQuery({ ...reading(bills.get, { params }), enabled: target.kind === 'bill' }).data
  const tax = useTaxOf(bill)
  const toBench = () => houseOptions().ports.go({ to: pathTo('conciliation', { companyId }), search: { titulo: target.ids[0] } })
  return (
    <CommandForm asking={asking} schema={SettleForm} start={now => startOf(now, today)} send={withoutZeros}>
      <p>
        <Button icon="link-2" onClick={toBench}>
          Procurar a linha do extrato
        </Button>
      </p>
      <div className={styles.settleWhere}>
        <AccountField name="bank_account_id" label="Conta bancária" />
        <DayField name="date" label={target.kind === 'bill' ? 'Paga em' : 'Recebida em'} bias="past" />
      </div>
      <Sum title={target.records[0] as Bill} tax={tax} total={target.kind === 'bill' ? 'Valor pago' : 'Valor recebido'} />
    </CommandForm>
  )
}

/** From the title's amount to what moved: charges by its terms as soon as the day is late, for as long as nobody typed others. */
function Sum({ title, tax, total }: { title: Bill; tax: Tax | undefined; total: string }) {
  const { amount_cents } = title
  const { setValue, getValues } = useFormContext<Settling>()
  const [date, fine, interest, discount] = useWatch<Settling, ['date', 'fine_cents', 'interest_cents', 'discount_cents']>({
    name: ['date', 'fine_cents', 'interest_cents', 'discount_cents'],
  })
  // The day may be half typed.
  const { fine_cents, interest_cents, how } = proposedCharges(title, tax, isDay(date) ? date : title.due_date)
  const proposed = useRef({ fine_cents: null as number | null, interest_cents: null as number | null })
  useEffect(() => {
    for (const [name, cents] of Object.entries({ fine_cents, interest_cents }) as ['fine_cents' | 'interest_cents', number][]) {
      if (getValues(name) === proposed.current[name]) setValue(name, cents || null)
      proposed.current[name] = cents || null
    }
  }, [fine_cents, interest_cents, setValue, getValues])
  const moved = amount_cents + (fine || 0) + (interest || 0) - (discount || 0)
  return (
    <>
      <div className={styles.charges}>
        <AmountField name="fine_cents" label="Multa" help={how?.fine} />
        <AmountField name="interest_cents" label="Juros" help={how?.interest} />
        <AmountField name="discount_cents" label="Desconto" />
      </div>
      <p className={styles.moved} aria-live="polite">
        <span>
          {total}
          {moved === amount_cents ? null : <span className={text.m}> · da conta {formatAmount(amount_cents)}</span>}
        </span>
        <strong className={text.tabular}>{formatCents(moved)}</strong>
      </p>
    </>
  )
}
