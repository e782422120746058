// The last look before money leaves: who receives, how much, what the limits still let through.
import type { ReactNode } from 'react'
import { z } from 'zod'
import { useReading } from '#client/data/queries.ts'
import { classNames } from '#client/kit/class-names.ts'
import { Note } from '#client/kit/drawer.tsx'
import facts from '#client/kit/facts.module.css'
import text from '#client/kit/look/text.module.css'
import { FormDialog } from '#client/surfaces/form-dialog.tsx'
import type { Performed } from '#client/surfaces/perform.ts'
import { Detail } from '#client/surfaces/record-drawer.tsx'
import { useCompanyId } from '#client/surfaces/where.ts'
import { digitalAccounts, type PaymentLimits } from '#contract/digital-account.ts'
import type { Payment } from '#contract/payments.ts'
import { formatCents } from '#domain/money.ts'
import { periodAt } from '#domain/payments/limits.ts'

const Nothing = z.object({})

interface PayConfirmProps {
  /** 'Pix', 'boleto': 'Enviar Pix de R$ 10,00'. */
  action: string
  amount_cents: number
  /** Who receives, as the bank says or as was typed. */
  payee: { name: string; document_number?: string | null; bank_name?: string | null } | undefined
  /** Said where the bank has not been asked who that is. */
  unverified?: boolean | undefined
  children?: ReactNode
  /** Sends it by its command; what came of it is `made`. */
  send(): Promise<Performed>
  onSent(payment: Payment): void
  onClose(): void
}

const limitText = (cents: number | null): string => (cents === null ? 'sem limite' : formatCents(cents))

function LimitNote({ limits, amount_cents }: { limits: PaymentLimits; amount_cents: number }) {
  const { available_now_cents: room, periods } = limits
  const night = periodAt(Date.now()) === 'NIGHT'
  const limit = periods.find(({ period }) => period === (night ? 'NIGHT' : 'DAY'))?.current_cents ?? null
  return (
    <>
      <dl className={facts.kv} data-part="facts">
        <Detail
          name={night ? 'Limite noturno' : 'Limite diurno'}
        >{`${limitText(limit)}, ${night ? 'das 20h às 6h' : 'das 6h às 20h'}`}</Detail>
        <Detail name="Pode sair agora">{limitText(room)}</Detail>
      </dl>
      {room !== null && amount_cents > room ? <Note kind="danger">Passa do que pode sair agora: {formatCents(room)}.</Note> : null}
    </>
  )
}

export function PayConfirm({ action, amount_cents, payee, unverified, children, send, onSent, onClose }: PayConfirmProps) {
  const c = useCompanyId()
  const limits = useReading(digitalAccounts.limits, { params: { c } })
  const label = `${action} de ${formatCents(amount_cents)}`
  const submit = async () => {
    const { outcome, problems } = await send()
    if (outcome?.made) onSent(outcome.made as Payment)
    return problems
  }
  return (
    <FormDialog
      title={`${label}?`}
      description="Confira quem recebe. Depois de enviado, o dinheiro não volta por aqui."
      schema={Nothing}
      defaults={{}}
      submitLabel={label}
      cancelLabel="Voltar"
      onSubmit={submit}
      onClose={onClose}
    >
      <dl className={facts.kv} data-part="facts">
        <Detail name="Quem recebe">
          <span className={text.med}>{payee?.name ?? 'Não informado'}</span>
        </Detail>
        <Detail name="Documento">{payee?.document_number}</Detail>
        <Detail name="Banco">{payee?.bank_name}</Detail>
        <Detail name="Valor">
          <span className={classNames(text.med, text.tabular)}>{formatCents(amount_cents)}</span>
        </Detail>
        {children}
      </dl>
      {unverified ? <Note kind="warning">O banco só confirma quem recebe ao pagar: confira com o seu fornecedor.</Note> : null}
      {limits.data ? <LimitNote limits={limits.data} amount_cents={amount_cents} /> : null}
    </FormDialog>
  )
}
