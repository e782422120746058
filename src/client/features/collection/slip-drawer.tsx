// One boleto, read first: who pays what, the line to hand on, where it stands at the bank, and all its returns said.
import { Link } from '@tanstack/react-router'
import { useReading } from '#client/data/queries.ts'
import drawer from '#client/kit/drawer.module.css'
import { DrawerSection, Note } from '#client/kit/drawer.tsx'
import facts from '#client/kit/facts.module.css'
import text from '#client/kit/look/text.module.css'
import { SlipLine } from '#client/kit/pay-codes.tsx'
import { Awaited } from '#client/kit/states.tsx'
import { ActsOnRecord } from '#client/surfaces/acts-on-record.tsx'
import { SlipBadge } from '#client/surfaces/collected-badges.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { MoreActions } from '#client/surfaces/command-menu.tsx'
import { isNotFound, useTellMissing } from '#client/surfaces/missing.ts'
import { Detail, RecordDrawer } from '#client/surfaces/record-drawer.tsx'
import { useCompanyId, useRouteParam } from '#client/surfaces/where.ts'
import { pathTo } from '#commands/screens.ts'
import { type BankSlip, bankSlips, slipReturns } from '#contract/collection.ts'
import { maskPostalCode } from '#domain/contact-points.ts'
import { formatDay } from '#domain/days.ts'
import { formatDocument } from '#domain/documents.ts'
import { formatRate } from '#domain/fiscal/masks.ts'
import { formatCents } from '#domain/money.ts'
import { meaningText } from './looks.tsx'
import { askedText, numberText, slipName } from './slips.tsx'

export function BankSlipDrawer() {
  const c = useCompanyId()
  const id = useRouteParam('bankSlipId') ?? ''
  const reading = useReading(bankSlips.get, { params: { c, id } })
  useTellMissing(reading.isLoadingError && isNotFound(reading.error))
  const slip = reading.data
  return (
    <ActsOnRecord kind="bank_slip" record={slip}>
      <RecordDrawer
        id={id}
        list="bank_slips"
        label={slip ? slipName(slip) : 'Boleto'}
        where="Boleto"
        footer={
          slip ? (
            <>
              <CommandButton id="bank-slip.pdf" variant="primary" short icon />
              <CommandButton id="bank-slip.copy-line" short icon />
              <span className={drawer.end}>
                <MoreActions at="bank_slip.row" />
              </span>
            </>
          ) : undefined
        }
      >
        <Awaited of={reading} failed="Não foi possível abrir o boleto">
          {read => <SlipBody slip={read} />}
        </Awaited>
      </RecordDrawer>
    </ActsOnRecord>
  )
}

function SlipBody({ slip }: { slip: BankSlip }) {
  const { payer } = slip
  const isOpen = slip.status === 'WAITING' || slip.status === 'REGISTERED'
  return (
    <>
      <section>
        <h2>{payer.name}</h2>
        <div className={drawer.amountLine}>
          <span className={text.big}>{formatCents(slip.amount_cents)}</span>
          <span className={text.grow} />
          <SlipBadge slip={slip} />
        </div>
        {slip.status === 'WAITING' ? (
          <Note kind="info">
            Ainda não pode ser pago: o banco registra quando você envia a remessa, e o retorno confirma
            {slip.number === '' ? ', com o nosso número e a linha digitável' : ''}
          </Note>
        ) : null}
        {slip.refusal ? <Note>O banco recusou o registro: {slip.refusal}. Acerte os dados e faça outro boleto.</Note> : null}
      </section>
      {isOpen && slip.digitable_line !== '' ? (
        <DrawerSection title="Para o cliente pagar">
          <SlipLine digitable_line={slip.digitable_line} barcode={slip.barcode} />
        </DrawerSection>
      ) : null}
      <DrawerSection title="No banco">
        <dl className={facts.kv} data-part="facts">
          <Detail name="Convênio">
            <Link to={pathTo('agreements.detail', { companyId: slip.company_id, agreementId: slip.agreement_id })}>
              {slip.agreement_name}
            </Link>
          </Detail>
          <Detail name="Nosso número">{numberText(slip) || null}</Detail>
          <Detail name="Seu número">{slip.document}</Detail>
          <Detail name="Pedido ao banco">{askedText(slip) || null}</Detail>
          <Detail name="Emissão">{formatDay(slip.issue_date)}</Detail>
          <Detail name="Vencimento">{formatDay(slip.due_date)}</Detail>
          <Detail name="Abatimento">{slip.rebate_cents > 0 ? formatCents(slip.rebate_cents) : null}</Detail>
          <Detail name="Multa">{slip.fine_rate > 0 ? formatRate(slip.fine_rate) : null}</Detail>
          <Detail name="Juros ao mês">{slip.interest_rate > 0 ? formatRate(slip.interest_rate) : null}</Detail>
          <Detail name="Pago">
            {slip.paid_cents === null ? null : `${formatCents(slip.paid_cents)} em ${formatDay(slip.paid_on ?? '')}`}
          </Detail>
        </dl>
      </DrawerSection>
      <DrawerSection title="Quem paga">
        <dl className={facts.kv} data-part="facts">
          <Detail name="Documento">{formatDocument(payer.document_number)}</Detail>
          <Detail name="Endereço">{[payer.address, payer.district, payer.city, payer.state].filter(Boolean).join(', ')}</Detail>
          <Detail name="CEP">{maskPostalCode(payer.postal_code)}</Detail>
          <Detail name="Conta a receber">
            {slip.receivable_id ? (
              <Link to={pathTo('receivables.detail', { companyId: slip.company_id, receivableId: slip.receivable_id })}>abrir</Link>
            ) : null}
          </Detail>
        </dl>
      </DrawerSection>
      <Occurrences slip={slip} />
    </>
  )
}

function Occurrences({ slip }: { slip: BankSlip }) {
  const { data = [] } = useReading(slipReturns.list, { params: { c: slip.company_id }, query: { slip_id: slip.id } })
  if (data.length === 0) return null
  return (
    <DrawerSection title="O que o banco disse">
      <dl className={facts.kv} data-part="facts">
        {data.map(one => (
          <Detail key={one.id} name={one.occurred_on ? formatDay(one.occurred_on) : one.file_name}>
            {[`${one.occurrence}: ${meaningText(one)}`, one.reason, one.paid_cents > 0 ? formatCents(one.paid_cents) : '']
              .filter(Boolean)
              .join(', ')}
          </Detail>
        ))}
      </dl>
    </DrawerSection>
  )
}
