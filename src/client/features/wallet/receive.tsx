// Receiving: a code of a key that anybody may pay any number of times, or a charge with a due date that is paid once.

import { useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { useReading } from '#client/data/queries.ts'
import { Button } from '#client/kit/button.tsx'
import { classNames } from '#client/kit/class-names.ts'
import { AmountField } from '#client/kit/form/amount-field.tsx'
import { RadioGroup } from '#client/kit/form/checkbox.tsx'
import { DayField } from '#client/kit/form/day-field.tsx'
import form from '#client/kit/form/form.module.css'
import { Form, FormFooter } from '#client/kit/form/form.tsx'
import { SelectField } from '#client/kit/form/select-field.tsx'
import { TextField } from '#client/kit/form/text-field.tsx'
import payCodes from '#client/kit/pay-codes.module.css'
import { Empty, ErrorState, Skeleton } from '#client/kit/states.tsx'
import { useToday } from '#client/kit/today.tsx'
import { sendInput } from '#client/surfaces/asked/on-screen.ts'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { ActsOn, useWhereabouts } from '#client/surfaces/context.ts'
import { FormPage } from '#client/surfaces/form-page.tsx'
import { houseOptions } from '#client/surfaces/house.ts'
import { Place } from '#client/surfaces/place.tsx'
import { useCompanyId, useScreenSearch } from '#client/surfaces/where.ts'
import { targetOn } from '#commands/kit/command.ts'
import { pathTo } from '#commands/screens.ts'
import type { Billing } from '#contract/billings.ts'
import { digitalAccounts } from '#contract/digital-account.ts'
import type { Answer } from '#contract/kit/endpoint.ts'
import { type PixKey, pix } from '#contract/pix.ts'
import { isDay } from '#domain/days.ts'
import { PIX_KEY_TYPE_LABELS } from '#domain/labels.ts'
import { formatCents } from '#domain/money.ts'
import { LONGEST_MERCHANT_CITY, LONGEST_MERCHANT_NAME } from '#domain/payments/br-code.ts'
import { BANK_CAPABILITIES, type BankEnvironment } from '#domain/payments/digital-banks.ts'
import { formatPixKey } from '#domain/payments/pix-key.ts'
import { EnvironmentBadge } from './looks.tsx'
import styles from './wallet.module.css'
import { WalletPage } from './wallet-page.tsx'

const CodeForm = z
  .object({
    kind: z.enum(['STATIC', 'DYNAMIC']),
    pix_key: z.string(),
    amount_cents: z.number({ error: 'Valor inválido' }).int().positive('Deve ser maior que zero').nullable(),
    due_date: z.string().refine(isDay, 'Data inválida'),
    text: z.string().max(72, 'Até 72 caracteres'),
    merchant_name: z.string().max(LONGEST_MERCHANT_NAME, `Até ${LONGEST_MERCHANT_NAME} letras`),
    merchant_city: z.string().max(LONGEST_MERCHANT_CITY, `Até ${LONGEST_MERCHANT_CITY} letras`),
  })
  .superRefine(({ kind, amount_cents, pix_key }, ctx) => {
    if (kind === 'DYNAMIC' && amount_cents === null) ctx.addIssue({ code: 'custom', path: ['amount_cents'], message: 'Informe o valor' })
    if (kind === 'STATIC' && pix_key === '') ctx.addIssue({ code: 'custom', path: ['pix_key'], message: 'Escolha a chave' })
  })
type CodeValues = z.output<typeof CodeForm>

interface Made {
  id: string
  emv_code: string
  qr_code: string
  amount_cents: number | null
}

const KINDS = [
  { value: 'STATIC', label: 'Código fixo', help: 'Da chave: serve para muitos pagamentos, com valor ou sem.' },
  { value: 'DYNAMIC', label: 'Cobrança', help: 'De uma vez só, com valor e vencimento; a baixa é sozinha.' },
]

export function ReceivePix() {
  const c = useCompanyId()
  const keys = useReading(pix.keys, { params: { c } })
  const account = useReading(digitalAccounts.get, { params: { c } })
  const [made, setMade] = useState<Made>()
  const active = useMemo(() => (keys.data ?? []).filter(key => key.status === 'ACTIVE'), [keys.data])
  const body = () => {
    if (keys.isError) return <ErrorState title="Não foi possível ler as chaves" error={keys.error} onRetry={() => void keys.refetch()} />
    if (keys.isPending) return <Skeleton rows={6} />
    if (made) return <Code made={made} environment={keys.data[0]?.environment} onAgain={() => setMade(undefined)} />
    if (account.data && !BANK_CAPABILITIES[account.data.environment].keys)
      return (
        <Empty
          icon="qr-code"
          title="Receba por cobrança"
          text="Nesta conta o código Pix é feito pelo Stark Bank, um para cada cobrança."
          actions={<CommandButton id="go.billings" variant="primary" size="form" />}
        />
      )
    if (active.length === 0)
      return (
        <Empty
          icon="key-round"
          title="Nenhuma chave Pix ativa"
          text="Registre uma chave para receber por QR Code."
          actions={<CommandButton id="go.wallet.keys" variant="primary" size="form" />}
        />
      )
    return <NewCode c={c} keys={active} onMade={setMade} />
  }
  return <WalletPage>{body()}</WalletPage>
}

function NewCode({ c, keys, onMade }: { c: string; keys: readonly PixKey[]; onMade(made: Made): void }) {
  const today = useToday()
  const { chave } = useScreenSearch()
  const chosen = keys.find(key => key.id === chave) ?? keys[0]
  const leave = () => houseOptions().ports.go(pathTo('wallet', { companyId: c }))
  const make = async ({ kind, pix_key, amount_cents, due_date, text, merchant_name, merchant_city }: CodeValues) => {
    const additional = text === '' ? {} : { additional_information: text }
    if (kind === 'DYNAMIC') {
      const body = { transaction_amount: amount_cents ?? 0, due_date, payment_method: 'PIX' as const, ...additional }
      const { outcome, problems } = await sendInput('charge.create', body)
      const charge = outcome?.made as Billing | undefined
      if (charge) onMade({ id: charge.id, emv_code: charge.emv_code ?? '', qr_code: charge.qr_code ?? '', amount_cents })
      return problems
    }
    const party = { ...(merchant_name && { merchant_name }), ...(merchant_city && { merchant_city }) }
    const body = { company_id: c, pix_key, ...(amount_cents === null ? {} : { amount_cents }), ...additional, ...party }
    const { outcome, problems } = await sendInput('wallet.receive', body)
    const code = outcome?.made as Answer<typeof pix.makeCode> | undefined
    if (code) onMade({ id: pix_key, emv_code: code.emv_code, qr_code: code.qr_code, amount_cents })
    return problems
  }
  return (
    <FormPage title="Receber por Pix" lead="Um QR Code e o mesmo código em texto, para copiar e colar.">
      <Form
        schema={CodeForm}
        defaults={{
          kind: 'STATIC',
          pix_key: chosen?.key ?? '',
          amount_cents: null,
          due_date: today,
          text: '',
          merchant_name: '',
          merchant_city: '',
        }}
        label="Receber por Pix"
        onSubmit={make}
        onEscape={leave}
      >
        <RadioGroup name="kind" label="O que criar" choices={KINDS} />
        <KindFields keys={keys} />
        <TextField name="text" label="Descrição" aside="opcional" maxLength={72} />
        <FormFooter submitLabel="Criar QR Code" onCancel={leave} />
      </Form>
    </FormPage>
  )
}

function KindFields({ keys }: { keys: readonly PixKey[] }) {
  const kind = useWatch({ name: 'kind' }) as CodeValues['kind']
  const choices = keys.map(key => ({ value: key.key, label: `${PIX_KEY_TYPE_LABELS[key.type]} · ${formatPixKey(key.key)}` }))
  return kind === 'STATIC' ? (
    <>
      <SelectField name="pix_key" label="Chave" choices={choices} />
      <AmountField name="amount_cents" label="Valor" help="Vazio: quem paga escolhe" />
      <div className={form.two}>
        <TextField
          name="merchant_name"
          label="Nome no código"
          aside="opcional"
          help={`Até ${LONGEST_MERCHANT_NAME} letras. Vazio: o nome da empresa.`}
          maxLength={LONGEST_MERCHANT_NAME}
        />
        <TextField
          name="merchant_city"
          label="Cidade no código"
          aside="opcional"
          help={`Até ${LONGEST_MERCHANT_CITY} letras. Vazio: a da empresa.`}
          maxLength={LONGEST_MERCHANT_CITY}
        />
      </div>
    </>
  ) : (
    <div className={form.two}>
      <AmountField name="amount_cents" label="Valor" />
      <DayField name="due_date" label="Vencimento" bias="future" />
    </div>
  )
}

function Code({ made, environment, onAgain }: { made: Made; environment: BankEnvironment | undefined; onAgain(): void }) {
  const { company } = useWhereabouts()
  return (
    <FormPage title="Código Pix" lead={made.amount_cents === null ? 'Quem paga escolhe o valor.' : formatCents(made.amount_cents)}>
      <div className={classNames(payCodes.pixCode, styles.pixCode)}>
        {made.qr_code === '' ? null : <img src={made.qr_code} alt="QR Code Pix" />}
        <code>{made.emv_code}</code>
        <ActsOn.Provider value={targetOn('pix_code', [made], { company, from: 'focus' })}>
          <div className={styles.actions}>
            <Place at="pix_code.empty" />
            <Button size="form" onClick={onAgain}>
              Criar outro
            </Button>
          </div>
        </ActsOn.Provider>
        <EnvironmentBadge environment={environment} />
      </div>
    </FormPage>
  )
}
