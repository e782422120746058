// An order asked for from anywhere begins here: the open bills, soonest due first, to be ticked.
import { useState } from 'react'
import { z } from 'zod'
import { useReading } from '#client/data/queries.ts'
import { classNames } from '#client/kit/class-names.ts'
import { Checkbox } from '#client/kit/form/checkbox.tsx'
import { TextField } from '#client/kit/form/text-field.tsx'
import text from '#client/kit/look/text.module.css'
import { Empty, ErrorState, Skeleton } from '#client/kit/states.tsx'
import { useToday } from '#client/kit/today.tsx'
import { FormDialog } from '#client/surfaces/form-dialog.tsx'
import { intend } from '#client/surfaces/intents.ts'
import { type Bill, bills } from '#contract/bills.ts'
import { PAGE_ROWS } from '#contract/kit/fields.ts'
import { addDays, formatDay } from '#domain/days.ts'
import { formatCents } from '#domain/money.ts'
import { counted, fold } from '#domain/text.ts'
import styles from './wallet.module.css'

/** What is due later is paid later; whoever wants it sooner marks it in the list of bills. */
const DAYS_AHEAD = 60
const NONE: readonly Bill[] = []
const Sought = z.object({ sought: z.string() })

const nameOf = (bill: Bill): string => bill.contact?.name ?? bill.additional_information ?? 'Sem fornecedor'
const textOf = (bill: Bill): string =>
  fold([nameOf(bill), bill.additional_information, formatCents(bill.amount_cents), formatDay(bill.due_date)].join(' '))
const contas = (count: number): string => counted(count, ['conta', 'contas'])

export function ChooseBills({ c, onLeave }: { c: string; onLeave(): void }) {
  const today = useToday()
  const reading = useReading(bills.list, {
    params: { c },
    query: {
      date_type: 'due_date',
      order_by: 'due_date',
      end_date: addDays(today, DAYS_AHEAD),
      status: 'PENDING;APPROVED',
      transfers: 'false',
      limit: PAGE_ROWS,
    },
  })
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const rows = reading.data ?? NONE
  const chosen = rows.filter(bill => ticked.has(bill.id))
  const toggle = (id: string) => setTicked(before => new Set(before.has(id) ? [...before].filter(one => one !== id) : [...before, id]))
  const goOn = async () => {
    if (chosen.length > 0) intend('payment.choose', { companyId: c, ids: chosen.map(bill => bill.id) })
  }
  const total = formatCents(chosen.reduce((sum, bill) => sum + bill.amount_cents, 0))
  return (
    <FormDialog
      title="Escolher contas para pagar"
      description={`Em aberto, até ${formatDay(addDays(today, DAYS_AHEAD))}. Nada é pago antes de você conferir.`}
      width="wide"
      schema={Sought}
      defaults={{ sought: '' }}
      submitLabel={chosen.length === 0 ? 'Continuar' : `Continuar com ${contas(chosen.length)}, ${total}`}
      disabled={chosen.length === 0}
      onSubmit={goOn}
      onClose={onLeave}
    >
      {form => {
        const sought = fold(form.watch('sought').trim())
        const shown = rows.filter(bill => sought === '' || textOf(bill).includes(sought))
        return (
          <>
            <TextField name="sought" label="Procurar" icon="search" placeholder="Fornecedor, descrição, valor ou vencimento" />
            {reading.isError ? (
              <ErrorState title="Não foi possível ler as contas" error={reading.error} onRetry={() => void reading.refetch()} />
            ) : reading.isPending ? (
              <Skeleton rows={6} />
            ) : shown.length === 0 ? (
              <Empty title={rows.length === 0 ? 'Nenhuma conta em aberto' : 'Nenhuma conta com este texto'} />
            ) : (
              <ul className={classNames(styles.paymentList, styles.pick)} aria-label="Contas em aberto">
                {shown.map(bill => (
                  <Line key={bill.id} bill={bill} today={today} on={ticked.has(bill.id)} onToggle={() => toggle(bill.id)} />
                ))}
              </ul>
            )}
            {rows.length === PAGE_ROWS ? (
              <p className={classNames(text.m, text.small)}>
                As {PAGE_ROWS} primeiras a vencer. As outras se marcam na lista de contas a pagar.
              </p>
            ) : null}
          </>
        )
      }}
    </FormDialog>
  )
}

interface LineProps {
  bill: Bill
  today: string
  on: boolean
  onToggle(): void
}

function Line({ bill, today, on, onToggle }: LineProps) {
  const name = nameOf(bill)
  const late = bill.due_date < today
  return (
    <li>
      <Checkbox checked={on} onChange={onToggle} label={`${name}, ${formatCents(bill.amount_cents)}, vence ${formatDay(bill.due_date)}`} />
      <span className={styles.name}>{name}</span>
      <span className={classNames(text.tabular, styles.tabular, text.med)}>{formatCents(bill.amount_cents)}</span>
      <span className={classNames(text.m, text.small, styles.small, text.cut)}>
        {bill.additional_information !== null && bill.additional_information !== name ? `${bill.additional_information} · ` : ''}
        <span className={classNames(late && text.dang)}>
          {late ? 'venceu' : 'vence'} {formatDay(bill.due_date)}
        </span>
      </span>
    </li>
  )
}
