// One charge, read first: who pays what, the codes to hand on, what it settles, and what came back.

import { Link } from '@tanstack/react-router'
import { useReading } from '#client/data/queries.ts'
import drawer from '#client/kit/drawer.module.css'
import { DrawerSection, Note } from '#client/kit/drawer.tsx'
import facts from '#client/kit/facts.module.css'
import text from '#client/kit/look/text.module.css'
import { PixCode, SlipLine } from '#client/kit/pay-codes.tsx'
import { Awaited } from '#client/kit/states.tsx'
import { ActsOnRecord } from '#client/surfaces/acts-on-record.tsx'
import { ChargeBadge } from '#client/surfaces/collected-badges.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { MoreActions } from '#client/surfaces/command-menu.tsx'
import { isNotFound, useTellMissing } from '#client/surfaces/missing.ts'
import { PartyCode } from '#client/surfaces/party-code.tsx'
import { Detail, RecordDrawer } from '#client/surfaces/record-drawer.tsx'
import { useRouteParam } from '#client/surfaces/where.ts'
import { pathTo } from '#commands/screens.ts'
import { type Billing, billings } from '#contract/billings.ts'
import { formatDay, formatInstant } from '#domain/days.ts'
import { documentKind, formatDocument } from '#domain/documents.ts'
import { BILLING_KIND_LABELS, PAYMENT_METHOD_LABELS } from '#domain/labels.ts'
import { formatCents } from '#domain/money.ts'
import { companyNet, isLive, payerTotal } from '#domain/payments/charges.ts'
import { chargeName } from './charges.tsx'

export function ChargeDrawer() {
  const id = useRouteParam('billingId') ?? ''
  const reading = useReading(billings.get, { params: { id } })
  useTellMissing(reading.isLoadingError && isNotFound(reading.error))
  const charge = reading.data
  return (
    <ActsOnRecord kind="charge" record={charge}>
      <RecordDrawer
        id={id}
        list="billings"
        label={charge ? chargeName(charge) : 'Cobrança'}
        where="Cobrança"
        footer={charge ? <ChargeActions charge={charge} /> : undefined}
      >
        <Awaited of={reading} failed="Não foi possível abrir a cobrança">
          {read => <ChargeBody charge={read} />}
        </Awaited>
      </RecordDrawer>
    </ActsOnRecord>
  )
}

function ChargeActions({ charge }: { charge: Billing }) {
  if (!isLive(charge.status)) return <CommandButton id="charge.refund" short />
  return (
    <>
      <CommandButton id="charge.email" variant="primary" short icon />
      <CommandButton id="charge.link" short icon />
      <span className={drawer.end}>
        <CommandButton id="charge.cancel" variant="ghost" short />
        <MoreActions at="charge.row" />
      </span>
    </>
  )
}

function ChargeBody({ charge }: { charge: Billing }) {
  const { fee_amount, assume_fee, payer, recipient } = charge
  const document = (number: string | null) => (number ? `${documentKind(number)} ${formatDocument(number)}` : null)
  return (
    <>
      <section>
        <h2>{payer?.name ?? 'Sem pagador'}</h2>
        {charge.additional_information ? <p className={text.m}>{charge.additional_information}</p> : null}
        <div className={drawer.amountLine}>
          <span className={text.big}>{formatCents(charge.transaction_amount)}</span>
          <span className={text.grow} />
          <ChargeBadge charge={charge} />
        </div>
        {charge.needs_refund ? <Note>Foi paga depois de encerrada: devolva o dinheiro a quem pagou</Note> : null}
        {isLive(charge.status) && charge.billing_id === null ? <Note kind="info">O banco ainda está registrando a cobrança</Note> : null}
      </section>
      <Codes charge={charge} />
      <DrawerSection title="Dados">
        <dl className={facts.kv} data-part="facts">
          <Detail name="Tipo">{BILLING_KIND_LABELS[charge.kind]}</Detail>
          <Detail name="Forma">{PAYMENT_METHOD_LABELS[charge.payment_method]}</Detail>
          <Detail name="Vencimento">{formatDay(charge.due_date)}</Detail>
          <Detail name="Pagável até">{formatDay(charge.expiration_date)}</Detail>
          <Detail name="Tarifa">{`${formatCents(fee_amount)}, ${assume_fee ? 'da empresa' : 'do cliente'}`}</Detail>
          <Detail name="Cliente paga">{formatCents(payerTotal(charge))}</Detail>
          <Detail name="Empresa recebe">{formatCents(companyNet(charge))}</Detail>
          <Detail name="Paga em">{charge.paid_at ? formatInstant(charge.paid_at) : null}</Detail>
          <Detail name="Devolvido">{charge.refunded_amount > 0 ? formatCents(charge.refunded_amount) : null}</Detail>
        </dl>
      </DrawerSection>
      <DrawerSection title="Quem paga e quem recebe">
        <dl className={facts.kv} data-part="facts">
          <Detail name="Pagador">{payer?.name ?? 'qualquer pessoa'}</Detail>
          <Detail name="Documento">{payer ? document(payer.document_number) : null}</Detail>
          <Detail name="E-mail">{payer?.email}</Detail>
          <Detail name="Recebedor">{recipient.name}</Detail>
          <Detail name="CNPJ">{document(recipient.document_number)}</Detail>
          <Detail name="Conta a receber">
            {charge.receivable_id ? (
              <Link to={pathTo('receivables.detail', { companyId: charge.company_id, receivableId: charge.receivable_id })}>abrir</Link>
            ) : (
              'cobrança avulsa'
            )}
          </Detail>
          <Detail name="Imposto">
            {charge.tax_id ? <Link to={pathTo('taxes.detail', { companyId: charge.company_id, taxId: charge.tax_id })}>abrir</Link> : null}
          </Detail>
          <PartyCode name="Código no banco" code={charge.billing_id} />
        </dl>
      </DrawerSection>
    </>
  )
}

/** Only while they can be paid: an old code handed on is money that comes back. */
function Codes({ charge }: { charge: Billing }) {
  if (!isLive(charge.status)) return null
  return (
    <DrawerSection title="Para o cliente pagar">
      {charge.digitable_line ? (
        <SlipLine
          digitable_line={charge.digitable_line}
          barcode={charge.barcode}
          action={<CommandButton id="charge.copy-line" variant="ghost" short icon />}
        />
      ) : null}
      {charge.emv_code ? (
        <PixCode
          emv_code={charge.emv_code}
          qr_code={charge.qr_code}
          action={<CommandButton id="charge.copy-pix" variant="ghost" short icon />}
        />
      ) : null}
    </DrawerSection>
  )
}
