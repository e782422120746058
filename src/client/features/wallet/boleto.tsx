// Paying a boleto: the line is understood while it is typed, and the registry says what it costs on the day it is paid.

import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { ApiError, call } from '#client/data/api.ts'
import { useReading } from '#client/data/queries.ts'
import { classNames } from '#client/kit/class-names.ts'
import { Note } from '#client/kit/drawer.tsx'
import facts from '#client/kit/facts.module.css'
import { AmountField } from '#client/kit/form/amount-field.tsx'
import { Form, FormFooter } from '#client/kit/form/form.tsx'
import { TextField } from '#client/kit/form/text-field.tsx'
import textStyles from '#client/kit/look/text.module.css'
import { useToday } from '#client/kit/today.tsx'
import { sendInput } from '#client/surfaces/asked/on-screen.ts'
import { lookupFailed } from '#client/surfaces/failure.ts'
import { FormPage } from '#client/surfaces/form-page.tsx'
import { houseOptions } from '#client/surfaces/house.ts'
import { Detail } from '#client/surfaces/record-drawer.tsx'
import { useCompanyId } from '#client/surfaces/where.ts'
import { pathTo } from '#commands/screens.ts'
import { type Boleto, boleto, type Payment } from '#contract/payments.ts'
import { knownBank } from '#domain/banks.ts'
import { formatDay } from '#domain/days.ts'
import { BOLETO_STATUS_LABELS } from '#domain/labels.ts'
import { formatCents } from '#domain/money.ts'
import { formatDigitableLine, type ParsedBoleto, parseBoleto } from '#domain/payments/boleto.ts'
import { counted } from '#domain/text.ts'
import { EnvironmentBadge } from './looks.tsx'
import { PayConfirm } from './pay-confirm.tsx'
import { PaymentOutcome } from './payment-outcome.tsx'
import styles from './wallet.module.css'
import { WalletPage } from './wallet-page.tsx'

const LINE_LENGTHS = [47, 48]
const digitsOf = (text: string): string => text.replace(/\D/g, '')

/** What is missing of a line that is still being typed, or wrong with a whole one. */
export function lineProblem(text: string, today: string): string | undefined {
  const digits = digitsOf(text)
  if (digits === '') return 'Digite a linha do boleto'
  if (parseBoleto(text, today)) return undefined
  const whole = digits.startsWith('8') ? 48 : 47
  if (digits.length < 44 || (digits.length < whole && digits.length !== 44))
    return `${whole - digits.length === 1 ? 'Falta' : 'Faltam'} ${counted(whole - digits.length, ['dígito', 'dígitos'])}: a linha tem ${whole}`
  return LINE_LENGTHS.includes(digits.length) || digits.length === 44
    ? 'Linha digitável inválida: confira os números'
    : `A linha tem ${whole} dígitos`
}

const boletoForm = (today: string) =>
  z
    .object({
      digitable_line: z.string().superRefine((text, ctx) => {
        const problem = lineProblem(text, today)
        if (problem) ctx.addIssue({ code: 'custom', message: problem })
      }),
      amount_cents: z.int().positive('Deve ser maior que zero').nullable(),
      description: z.string().max(140, 'Até 140 caracteres'),
    })
    .superRefine(({ digitable_line, amount_cents }, ctx) => {
      if (parseBoleto(digitable_line, today)?.amount_cents === null && amount_cents === null)
        ctx.addIssue({ code: 'custom', path: ['amount_cents'], message: 'O boleto não traz o valor: informe-o' })
    })
type BoletoValues = z.output<ReturnType<typeof boletoForm>>

interface Draft {
  slip: Boleto
  amount_cents: number
  description: string
}

export function PayBoleto() {
  const c = useCompanyId()
  const today = useToday()
  const [draft, setDraft] = useState<Draft>()
  const [sent, setSent] = useState<Payment>()
  const { ports } = houseOptions()
  if (sent)
    return (
      <WalletPage>
        <PaymentOutcome sent={sent} againLabel="Pagar outro boleto" onAgain={() => setSent(undefined)} />
      </WalletPage>
    )
  const leave = () => ports.go(pathTo('wallet', { companyId: c }))
  const check = async ({ digitable_line, amount_cents: typed, description }: BoletoValues) => {
    try {
      const { data: slip } = await call(boleto.read, { query: { digitable_line: digitsOf(digitable_line), company_id: c } })
      if (slip.status === 'PAID' || slip.status === 'COMPLETED') return [{ field: 'digitable_line', message: 'Este boleto já foi pago' }]
      const amount_cents = slip.amount_cents || typed
      if (!amount_cents) return [{ field: 'amount_cents', message: 'O boleto não traz o valor: informe-o' }]
      setDraft({ slip, amount_cents, description })
    } catch (error) {
      lookupFailed(error)
    }
    return undefined
  }
  const send = async () => {
    if (!draft) throw new Error('nothing to pay')
    const { slip, amount_cents, description } = draft
    const body = {
      company_id: c,
      digitable_line: slip.digitable_line,
      amount_cents,
      ...(description === '' ? {} : { description }),
    }
    return sendInput('wallet.boleto', body)
  }
  return (
    <WalletPage>
      <FormPage
        title="Pagar boleto"
        lead="Digite, cole ou leia com um leitor de código de barras. Serve para boletos, guias e contas de consumo."
      >
        <Form
          schema={boletoForm(today)}
          defaults={{ digitable_line: '', amount_cents: null, description: '' }}
          label="Pagar boleto"
          onSubmit={check}
          onEscape={leave}
        >
          <TextField
            name="digitable_line"
            label="Linha digitável ou código de barras"
            icon="barcode"
            inputMode="numeric"
            maxLength={80}
            autoFocus
          />
          <LiveSlip today={today} />
          <TextField name="description" label="Descrição" aside="opcional" maxLength={140} />
          <FormFooter submitLabel="Continuar" onCancel={leave} />
        </Form>
        {draft ? (
          <PayConfirm
            action="Pagar boleto"
            amount_cents={draft.amount_cents}
            payee={
              draft.slip.recipient_name === null
                ? undefined
                : { name: draft.slip.recipient_name, document_number: draft.slip.recipient_document_number }
            }
            unverified={draft.slip.status === 'MANUAL'}
            send={send}
            onSent={payment => {
              setDraft(undefined)
              setSent(payment)
            }}
            onClose={() => setDraft(undefined)}
          >
            <SlipFacts slip={draft.slip} today={today} />
          </PayConfirm>
        ) : null}
      </FormPage>
    </WalletPage>
  )
}

/** What can be read of the line so far; whole, the registry is asked too. */
function LiveSlip({ today }: { today: string }) {
  const text: unknown = useWatch({ name: 'digitable_line' })
  const parsed = typeof text === 'string' ? parseBoleto(text, today) : undefined
  if (!parsed)
    return typeof text === 'string' && text !== '' ? (
      <p className={classNames(textStyles.m, textStyles.small)} aria-live="polite">
        {lineProblem(text, today)}
      </p>
    ) : null
  return (
    <>
      <div className={styles.readSlip} aria-live="polite">
        <dl className={facts.kv} data-part="facts">
          <Detail name={parsed.kind === 'BANK' ? 'Banco' : 'Tipo'}>{issuerOf(parsed)}</Detail>
          <Detail name="Linha">
            <span className={textStyles.tabular}>{formatDigitableLine(parsed.digitable_line)}</span>
          </Detail>
        </dl>
        <RegisteredSlip parsed={parsed} today={today} />
      </div>
      {parsed.amount_cents === null ? <AmountField name="amount_cents" label="Valor" /> : null}
    </>
  )
}

const issuerOf = ({ kind, bank_code }: ParsedBoleto): string =>
  kind === 'COLLECTION' ? 'Guia ou conta de consumo' : `${bank_code} ${knownBank(bank_code ?? '') ?? ''}`.trim()

function RegisteredSlip({ parsed, today }: { parsed: ParsedBoleto; today: string }) {
  const c = useCompanyId()
  const reading = useReading(boleto.read, { query: { digitable_line: parsed.digitable_line, company_id: c } })
  const printed = (
    <dl className={facts.kv} data-part="facts">
      <Detail name="Vencimento">{parsed.due_date ? formatDay(parsed.due_date) : null}</Detail>
      <Detail name="Valor impresso">{parsed.amount_cents ? formatCents(parsed.amount_cents) : null}</Detail>
    </dl>
  )
  if (reading.isPending) return printed
  if (reading.isError) {
    const { error } = reading
    return (
      <>
        {printed}
        <Note kind="warning">{error instanceof ApiError ? error.message : 'O registro não respondeu: vale o que está impresso.'}</Note>
      </>
    )
  }
  const slip = reading.data
  return (
    <>
      <dl className={facts.kv} data-part="facts">
        <Detail name="Quem recebe">{slip.recipient_name}</Detail>
        <Detail name="Documento">{slip.recipient_document_number}</Detail>
        <SlipFacts slip={slip} today={today} />
        <Detail name="Valor a pagar">
          {slip.amount_cents ? (
            <span className={classNames(textStyles.med, textStyles.tabular)}>{formatCents(slip.amount_cents)}</span>
          ) : null}
        </Detail>
      </dl>
      {slip.status === 'PAID' || slip.status === 'COMPLETED' ? <Note kind="danger">{BOLETO_STATUS_LABELS[slip.status]}</Note> : null}
      {slip.status === 'MANUAL' ? <Note kind="warning">Fora do registro: vale o que está impresso.</Note> : null}
      <EnvironmentBadge environment={slip.environment} />
    </>
  )
}

/** The dates of a slip and what lateness adds to it. */
function SlipFacts({ slip, today }: { slip: Boleto; today: string }) {
  return (
    <>
      <Detail name="Vencimento">{slip.due_date ? formatDay(slip.due_date) : null}</Detail>
      <Detail name="Multa">{slip.fine_cents > 0 ? formatCents(slip.fine_cents) : null}</Detail>
      <Detail name="Juros">{slip.interest_cents > 0 ? formatCents(slip.interest_cents) : null}</Detail>
      <Detail name="Pago em">{slip.payment_date > today ? `${formatDay(slip.payment_date)}, o próximo dia útil do banco` : 'hoje'}</Detail>
    </>
  )
}
