// What follows the form of the checkout: the plan confirmed on the authorised card, or the Pix code that waits for its payment.
import { z } from 'zod'
import { useReading } from '#client/data/queries.ts'
import button from '#client/kit/button.module.css'
import { Button } from '#client/kit/button.tsx'
import { Note } from '#client/kit/drawer.tsx'
import { RadioGroup } from '#client/kit/form/checkbox.tsx'
import { Form, FormFooter } from '#client/kit/form/form.tsx'
import { PixCode } from '#client/kit/pay-codes.tsx'
import { Skeleton } from '#client/kit/states.tsx'
import { showToast } from '#client/kit/toast.ts'
import { sendInput } from '#client/surfaces/asked/on-screen.ts'
import { houseOptions } from '#client/surfaces/house.ts'
import type { Answer } from '#contract/kit/endpoint.ts'
import { subscriptions } from '#contract/subscriptions.ts'
import { SUBSCRIPTION_REFERENCES } from '#domain/enums.ts'
import { formatCents } from '#domain/money.ts'
import styles from './subscriptions.module.css'

export type CheckoutPayment = Answer<typeof subscriptions.pay>

const PlanForm = z.object({ reference: z.enum(SUBSCRIPTION_REFERENCES, { error: 'Escolha o plano' }) })

interface AuthorisedCardProps {
  c: string
  card: Answer<typeof subscriptions.preApprove>
  onDone(): void
  /** Another card, or Pix. */
  onOther(): void
}

export function AuthorisedCard({ c, card, onDone, onOther }: AuthorisedCardProps) {
  const plans = useReading(subscriptions.plans, { params: { id: card.id } })
  if (!plans.data) return plans.isError ? <Note>{plans.error.message}</Note> : <Skeleton rows={3} />
  const choices = plans.data.map(({ reference, title, amount_cents }) => ({
    value: reference,
    label: title,
    help: `${formatCents(amount_cents)} por mês`,
  }))
  const submit = async ({ reference }: z.output<typeof PlanForm>) => {
    const { ok, problems } = await sendInput('subscription.create', { company_id: c, reference, pre_approval_id: card.id })
    if (ok) onDone()
    return problems
  }
  return (
    <>
      <Note kind="ok">Cartão autorizado. Confirme o plano que ele paga a cada mês</Note>
      <Form schema={PlanForm} defaults={{ reference: card.reference }} label="Confirmar o plano" onSubmit={submit}>
        <RadioGroup name="reference" label="Plano" choices={choices} />
        <FormFooter submitLabel="Confirmar assinatura" cancelLabel="Usar outra forma" onCancel={onOther} />
      </Form>
    </>
  )
}

export function PixPayment({ payment }: { payment: CheckoutPayment }) {
  const { emv_code, qr_code, amount_cents } = payment
  if (emv_code === null) return null
  const copy = async () => {
    await houseOptions().ports.clipboard.write(emv_code)
    showToast({ title: 'Pix copia e cola copiado' })
  }
  return (
    <div className={styles.checkoutPix}>
      <PixCode
        large
        emv_code={emv_code}
        qr_code={qr_code}
        action={
          <Button variant="ghost" icon="copy" onClick={() => void copy()}>
            Copiar Pix
          </Button>
        }
      />
      <p className={styles.checkoutWaiting} role="status">
        <span className={button.spin} aria-hidden="true" />
        Esperando o pagamento de {formatCents(amount_cents)}…
      </p>
    </div>
  )
}
