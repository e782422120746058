// Separating payments of an order into another: which ones go, what stays, and both sums before it is done.
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { Toggle } from '#client/kit/form/checkbox.tsx'
import text from '#client/kit/look/text.module.css'
import type { Asking } from '#client/surfaces/asked/asking.ts'
import { CommandForm } from '#client/surfaces/asked/command-form.tsx'
import type { Forms } from '#commands/kit/form.ts'
import { formatCents } from '#domain/money.ts'
import styles from './office.module.css'
import { type Order, orderName, payeeOf } from './orders.tsx'

interface Picks {
  picked: Record<string, boolean>
}

/** Names of form fields may hold no dots, and ids hold none. */
const idsPicked = ({ picked }: Picks): string[] => Object.entries(picked).flatMap(([id, on]) => (on ? [id] : []))

function schemaOf(count: number) {
  return z.object({ picked: z.record(z.string(), z.boolean()) }).superRefine((form, ctx) => {
    const moved = idsPicked(form).length
    const message = moved === 0 ? 'Escolha ao menos um pagamento' : moved === count ? 'Deixe ao menos um pagamento na ordem' : undefined
    const [first] = Object.keys(form.picked)
    if (message !== undefined) ctx.addIssue({ code: 'custom', message, path: ['picked', first ?? ''] })
  })
}

function Sums({ order }: { order: Order }) {
  const picked = useWatch<Picks, 'picked'>({ name: 'picked' })
  const moved = order.payments.filter(payment => picked?.[payment.id]).reduce((sum, payment) => sum + payment.amount_cents, 0)
  return (
    <p className={text.m} role="status">
      {`Nova ordem: ${formatCents(moved)}. Fica nesta: ${formatCents(order.total_cents - moved)}.`}
    </p>
  )
}

export function AskedSplit({ asking }: { asking: Asking<Forms['order-split']> }) {
  const [order] = asking.target.records as readonly [Order]
  return (
    <CommandForm
      asking={asking}
      description={`${orderName(order)}, ${order.company_name}. Os marcados vão para outra ordem, na mesma situação. Não há como juntá-las de novo.`}
      schema={schemaOf(order.payments.length)}
      start={() => ({ picked: Object.fromEntries(order.payments.map(payment => [payment.id, false])) })}
      send={values => ({ payment_ids: idsPicked(values) })}
    >
      <div className={styles.splitList}>
        {order.payments.map(payment => (
          <Toggle
            key={payment.id}
            name={`picked.${payment.id}`}
            look="checkbox"
            label={payeeOf(payment)}
            help={formatCents(payment.amount_cents)}
          />
        ))}
      </div>
      <Sums order={order} />
    </CommandForm>
  )
}
