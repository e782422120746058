// A new charge to a customer: by Pix or boleto, of an open receivable or by itself.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { useFormContext } from 'react-hook-form'
import { reading, useReading } from '#client/data/queries.ts'
import { type Registers, useRegisters } from '#client/data/registers.ts'
import { useLocalEnvironment } from '#client/data/runtime-config.ts'
import { useNestedForms } from '#client/features/nested-forms.tsx'
import { Button } from '#client/kit/button.tsx'
import { Note } from '#client/kit/drawer.tsx'
import facts from '#client/kit/facts.module.css'
import { AmountField } from '#client/kit/form/amount-field.tsx'
import { RadioGroup, Toggle } from '#client/kit/form/checkbox.tsx'
import { DayField } from '#client/kit/form/day-field.tsx'
import { Fold } from '#client/kit/form/fold.tsx'
import form from '#client/kit/form/form.module.css'
import { Form, FormFooter } from '#client/kit/form/form.tsx'
import { EmailField, TextField } from '#client/kit/form/text-field.tsx'
import { ContactPicker } from '#client/kit/picker/pickers.tsx'
import { Empty, Skeleton } from '#client/kit/states.tsx'
import { useToday } from '#client/kit/today.tsx'
import { sendInput } from '#client/surfaces/asked/on-screen.ts'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { FormPage } from '#client/surfaces/form-page.tsx'
import { houseOptions } from '#client/surfaces/house.ts'
import { LookedUpDocument } from '#client/surfaces/looked-up-document.tsx'
import { Detail } from '#client/surfaces/record-drawer.tsx'
import { useCompanyId, useScreenSearch } from '#client/surfaces/where.ts'
import { pathTo } from '#commands/screens.ts'
import { type Billing, billings } from '#contract/billings.ts'
import { type DigitalAccount, digitalAccounts } from '#contract/digital-account.ts'
import { type PixAgreement, pixAgreements } from '#contract/pix-agreements.ts'
import { type Receivable, receivables } from '#contract/receivables.ts'
import { formatDay, isDay } from '#domain/days.ts'
import { formatCents } from '#domain/money.ts'
import { CHARGE_FEES, companyNet, isLive, payerTotal } from '#domain/payments/charges.ts'
import { formatPixKey } from '#domain/payments/pix-key.ts'
import { ChargeForm, type ChargeInput, type ChargeValues, chargeBody, chargeDefaults, OWN_BANK, payerOf } from './charge-model.ts'
import { keepWay, startWay } from './last-way.ts'

/** The receivable that is charged, and the live charge it already has. */
function useTitle(c: string) {
  const { titulo: id } = useScreenSearch()
  const title = useQuery({ ...reading(receivables.get, { params: { c, id: id ?? '' } }), enabled: id !== undefined })
  const charges = useQuery({ ...reading(billings.list, { query: { companyId: c, receivable_id: id } }), enabled: id !== undefined })
  return {
    id,
    pending: id !== undefined && (title.isPending || charges.isPending),
    title: title.data,
    charge: charges.data?.find(charge => isLive(charge.status)),
  }
}

export function CreateCharge() {
  const c = useCompanyId()
  const registers = useRegisters(c)
  const account = useReading(digitalAccounts.get, { params: { c } })
  const banks = useReading(pixAgreements.list, { params: { c } })
  const { local } = useLocalEnvironment()
  const { id, pending, title, charge } = useTitle(c)
  if (pending || account.isPending || banks.isPending || registers.unread === 'coming')
    return (
      <FormPage title="Nova cobrança">
        <Skeleton rows={6} />
      </FormPage>
    )
  const ways = waysOf(account.data, banks.data ?? [])
  if (ways.length === 0)
    return (
      <Blank
        icon="wallet"
        title={account.data?.status === 'PENDING' ? 'O banco está abrindo a conta digital' : 'A empresa ainda não tem conta digital'}
        text="O que os clientes pagam por Pix ou boleto entra nela. Assim que abrir, a cobrança continua aqui. Também dá para receber por Pix direto no banco da empresa."
        actions={
          <>
            {account.data?.status === 'PENDING' ? null : (
              <CommandButton id={local ? 'wallet.open' : 'stark_account.connect'} variant="primary" size="form" />
            )}
            <Button asChild size="form">
              <Link to={pathTo('pix_agreements', { companyId: c })}>Receber no banco da empresa</Link>
            </Button>
          </>
        }
      />
    )
  if (charge) return <AlreadyCharged c={c} charge={charge} />
  return <ChargePage key={id} c={c} title={title} registers={registers} ways={ways} />
}

interface Way {
  readonly value: string
  readonly label: string
  readonly help: string
}

const DIGITAL_ACCOUNT: Way = { value: '', label: 'Conta digital', help: 'Pix ou boleto' }
const OWN_ACCOUNT: Way = { value: OWN_BANK, label: 'a conta Stark Bank', help: 'Pix; é preciso dizer quem paga' }

/** Where the money may come in: the digital account, and the company's own banks that were given credentials. */
const waysOf = (account: DigitalAccount | null | undefined, banks: readonly PixAgreement[]): readonly Way[] => [
  ...(account?.status === 'ACTIVE' ? [account.environment === 'local' ? DIGITAL_ACCOUNT : OWN_ACCOUNT] : []),
  ...banks
    .filter(({ client_id }) => client_id !== null)
    .map(({ id, name, status }) => ({
      value: id,
      label: name,
      help: status === 'WORKING' ? 'Pix direto nesta conta' : 'Pix direto nesta conta; o banco ainda não respondeu bem',
    })),
]

/** The page of a charge that cannot be made. */
const Blank = (state: ComponentProps<typeof Empty>) => (
  <FormPage title="Nova cobrança">
    <Empty {...state} />
  </FormPage>
)

function AlreadyCharged({ c, charge }: { c: string; charge: Billing }) {
  return (
    <Blank
      icon="qr-code"
      title="Esta conta já tem uma cobrança"
      text={`${formatCents(charge.transaction_amount)}, com vencimento em ${formatDay(charge.due_date)}.`}
      actions={
        <Button asChild variant="primary" size="form">
          <Link to={pathTo('billings.detail', { companyId: c, billingId: charge.id })}>Abrir a cobrança</Link>
        </Button>
      }
    />
  )
}

interface ChargePageProps {
  c: string
  title: Receivable | undefined
  registers: Registers
  ways: readonly Way[]
}

function ChargePage({ c, title, registers, ways }: ChargePageProps) {
  const today = useToday()
  const { go } = houseOptions().ports
  const start = startWay(
    c,
    ways.map(({ value }) => value),
  )
  const contact = registers.contacts.find(one => one.id === title?.contact?.id)
  const leave = () => go({ to: pathTo(title ? 'receivables' : 'billings', { companyId: c }), search: { titulo: undefined } })
  const save = async (values: ChargeValues) => {
    const { outcome, problems } = await sendInput('charge.create', chargeBody(values, title?.id))
    const made = outcome?.made as Billing | undefined
    if (made) {
      keepWay(c, values.receives)
      go({ to: pathTo('billings.detail', { companyId: c, billingId: made.id }), search: { titulo: undefined } })
    }
    return problems
  }
  return (
    <FormPage
      title="Nova cobrança"
      lead={
        title
          ? 'Paga, a cobrança baixa a conta a receber sozinha.'
          : 'Uma cobrança avulsa. Para cobrar uma conta a receber, abra a conta e use Cobrar o cliente.'
      }
    >
      {title ? <TitleFacts title={title} /> : null}
      <Form
        schema={ChargeForm}
        defaults={chargeDefaults(today, title, contact, start)}
        label="Nova cobrança"
        onSubmit={save}
        onEscape={leave}
      >
        <ChargeFields c={c} registers={registers} ways={ways} />
        <FormFooter submitLabel="Criar cobrança" onCancel={leave} />
      </Form>
    </FormPage>
  )
}

function TitleFacts({ title }: { title: Receivable }) {
  return (
    <dl className={facts.kv} data-part="facts">
      <Detail name="Conta">{title.additional_information ?? 'Conta a receber'}</Detail>
      <Detail name="Cliente">{title.contact?.name}</Detail>
      <Detail name="Vencimento">{formatDay(title.due_date)}</Detail>
      <Detail name="Valor">{formatCents(title.amount_cents)}</Detail>
    </dl>
  )
}

const METHODS = [
  { value: 'PIX', label: 'Pix', help: `Na hora, com QR Code. Tarifa de ${formatCents(CHARGE_FEES.PIX)}` },
  { value: 'BOLETO', label: 'Boleto com Pix', help: `Em um dia útil. Tarifa de ${formatCents(CHARGE_FEES.BOLETO)}` },
]

function ChargeFields({ c, registers, ways }: Omit<ChargePageProps, 'title'>) {
  const { setValue, watch } = useFormContext<ChargeInput>()
  const nested = useNestedForms({ contactKind: 'CUSTOMER' })
  const fill = (id: string | null) => {
    const payer = payerOf(registers.contacts.find(contact => contact.id === id))
    for (const [name, value] of Object.entries(payer)) setValue(name as keyof typeof payer, value, { shouldDirty: true })
  }
  const take = (id: string) => {
    setValue('contact_id', id, { shouldDirty: true })
    fill(id)
  }
  const [due, typed, name, receives] = watch(['due_date', 'payment_method', 'payer_name', 'receives'])
  const method = receives ? 'PIX' : typed
  return (
    <>
      <ContactPicker
        name="contact_id"
        label="De quem"
        contacts={registers.contacts}
        unread={registers.unread}
        kind="CUSTOMER"
        placeholder="Nome, CPF ou CNPJ"
        onChosen={item => fill(item?.id ?? null)}
        onAdd={nested.ask('contact', take)}
        autoFocus
      />
      <AmountField name="transaction_amount" label="Quanto" />
      {ways.length > 1 ? <RadioGroup name="receives" label="Receber em" choices={ways} /> : null}
      <Outcome c={c} ways={ways} />
      <div>
        <Fold
          icon="qr-code"
          title="Como e até quando"
          summary={`${method === 'PIX' ? 'Pix' : 'boleto com Pix'}, vence ${isDay(due) ? formatDay(due) : 'sem dia'}`}
          fields={WAY_FIELDS}
        >
          {receives ? null : <RadioGroup name="payment_method" label="Forma" choices={METHODS} />}
          <div className={form.two}>
            <DayField name="due_date" label="Vencimento" />
            <DayField name="expiration_date" label="Pode ser paga até" help="Vazio: 30 dias depois do vencimento" />
          </div>
          {receives ? null : (
            <Toggle name="assume_fee" label="A empresa paga a tarifa" help="Desligado, a tarifa soma-se ao que o cliente paga" />
          )}
          <TextField name="additional_information" label="Descrição para o cliente" maxLength={140} aside="opcional" />
        </Fold>
        <Fold
          icon="contact-round"
          title="Quem paga"
          summary={name || (receives === OWN_BANK ? 'falta dizer quem paga' : 'qualquer pessoa com o código')}
          fields={PAYER_FIELDS}
        >
          <div className={form.two}>
            <TextField name="payer_name" label="Nome de quem paga" maxLength={140} />
            <LookedUpDocument name="payer_document" label="CPF ou CNPJ de quem paga" fills={{ name: 'payer_name', email: 'payer_email' }} />
          </div>
          <EmailField name="payer_email" label="E-mail" autoComplete="off" aside="opcional" />
        </Fold>
      </div>
    </>
  )
}

const WAY_FIELDS = ['payment_method', 'due_date', 'expiration_date', 'assume_fee', 'additional_information']
const PAYER_FIELDS = ['payer_name', 'payer_document', 'payer_email']

/** Who pays what, and into which key, as it is typed. */
function Outcome({ c, ways }: Pick<ChargePageProps, 'c' | 'ways'>) {
  const { watch } = useFormContext<ChargeInput>()
  const key = useReading(billings.lastPixKey, { params: { c } }).data?.pix_key
  const [transaction_amount, payment_method, assume_fee, receives] = watch([
    'transaction_amount',
    'payment_method',
    'assume_fee',
    'receives',
  ])
  if (!transaction_amount) return null
  if (receives)
    return (
      <Note kind="info">
        O cliente paga {formatCents(transaction_amount)} por Pix, direto em {ways.find(({ value }) => value === receives)?.label}. A tarifa
        é a que a empresa tem com o banco.
      </Note>
    )
  const amounts = { transaction_amount, assume_fee, fee_amount: CHARGE_FEES[payment_method] }
  return (
    <Note kind="info">
      O cliente paga {formatCents(payerTotal(amounts))} e a empresa recebe {formatCents(companyNet(amounts))} na conta digital
      {key ? `, chave ${formatPixKey(key)}` : ''}
    </Note>
  )
}
