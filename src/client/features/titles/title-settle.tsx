// Settling by hand, from the record: account, day and what was paid beside the amount; or the bench, where a line proves it.
import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { z } from 'zod'
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
import type { Bill } from '#contract/bills.ts'
import { type Day, isDay } from '#domain/days.ts'
import { formatAmount, formatCents } from '#domain/money.ts'
import { daysLate, lateCharges, USUAL_LATE_TERMS } from '#domain/payments/late-charges.ts'
import { counted } from '#domain/text.ts'
import { AccountField } from '../record-fields.tsx'
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
  const { bank_account_id, due_date } = one as Bill
  return { ...(bank_account_id ? { bank_account_id } : {}), date: due_date <= today ? due_date : today, ...NO_CHARGES }
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
      <Sum title={target.records[0] as Bill} total={target.kind === 'bill' ? 'Valor pago' : 'Valor recebido'} />
    </CommandForm>
  )
}

/** The days late on a day that may be half typed. */
const lateOn = (due: Day, day: string | undefined): number => (day !== undefined && isDay(day) ? daysLate(due, day) : 0)

/** From the title's amount to what moved: charges by the usual terms as soon as the day is late, for as long as nobody typed others. */
function Sum({ title: { amount_cents, due_date }, total }: { title: Bill; total: string }) {
  const { setValue, getValues } = useFormContext<Settling>()
  const [date, fine, interest, discount] = useWatch<Settling, ['date', 'fine_cents', 'interest_cents', 'discount_cents']>({
    name: ['date', 'fine_cents', 'interest_cents', 'discount_cents'],
  })
  const late = lateOn(due_date, date)
  const proposed = useRef({ fine_cents: null as number | null, interest_cents: null as number | null })
  useEffect(() => {
    const charges = lateCharges(amount_cents, late, USUAL_LATE_TERMS)
    for (const name of ['fine_cents', 'interest_cents'] as const) {
      const now = charges[name] || null
      if (getValues(name) === proposed.current[name]) setValue(name, now)
      proposed.current[name] = now
    }
  }, [late, amount_cents, setValue, getValues])
  const moved = amount_cents + (fine || 0) + (interest || 0) - (discount || 0)
  return (
    <>
      <div className={styles.charges}>
        <AmountField name="fine_cents" label="Multa" help={late > 0 ? '2%, uma vez' : undefined} />
        <AmountField name="interest_cents" label="Juros" help={late > 0 ? `1% ao mês, ${counted(late, ['dia', 'dias'])}` : undefined} />
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
