// One tax, read first: what it costs today and why, its slip to pay by, and the bill that pays it.

import { Link, Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useReading } from '#client/data/queries.ts'
import button from '#client/kit/button.module.css'
import { Badge } from '#client/kit/chip.tsx'
import { classNames } from '#client/kit/class-names.ts'
import drawer from '#client/kit/drawer.module.css'
import { DrawerSection, Note } from '#client/kit/drawer.tsx'
import facts from '#client/kit/facts.module.css'
import textStyles from '#client/kit/look/text.module.css'
import { PixCode, SlipLine } from '#client/kit/pay-codes.tsx'
import { Awaited } from '#client/kit/states.tsx'
import { useToday } from '#client/kit/today.tsx'
import { ActsOnRecord } from '#client/surfaces/acts-on-record.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { MoreActions } from '#client/surfaces/command-menu.tsx'
import { houseOptions } from '#client/surfaces/house.ts'
import { isNotFound, useTellMissing } from '#client/surfaces/missing.ts'
import { Detail, RecordDrawer } from '#client/surfaces/record-drawer.tsx'
import { Sections } from '#client/surfaces/resource/drawer.tsx'
import { cell } from '#client/surfaces/resource/records.tsx'
import { useCompanyId, useRouteParam } from '#client/surfaces/where.ts'
import { pathTo } from '#commands/screens.ts'
import { bills } from '#contract/bills.ts'
import { type TaxDetail, type TaxSlip, type TaxStep, taxes } from '#contract/taxes.ts'
import { formatDay } from '#domain/days.ts'
import { BILL_STATUS_LABELS } from '#domain/labels.ts'
import { formatAmount, formatCents, wholeAmounts } from '#domain/money.ts'
import { capitalized } from '#domain/text.ts'
import { besideBill, tax as described, taxName } from '#resources/tax.ts'
import { isPayable, staleWords, taxDue } from './tax-words.ts'
import styles from './taxes.module.css'

export function useTaxRoute() {
  const c = useCompanyId()
  const id = useRouteParam('taxId') ?? ''
  const reading = useReading(taxes.detail, { params: { c, taxId: id } })
  return { c, id, reading, tax: reading.data }
}

export function TaxDrawer() {
  return <TaxBeside />
}

/** The same tax over the dashboard: closed, it leads back there. */
export function TaxOverDashboard() {
  const c = useCompanyId()
  return <TaxBeside onClose={() => houseOptions().ports.go(`/company/${c}/dashboard`)} />
}

function TaxBeside({ onClose }: { onClose?: () => void }) {
  const { id, reading, tax } = useTaxRoute()
  useTellMissing(reading.isLoadingError && isNotFound(reading.error))
  return (
    <ActsOnRecord kind="tax" record={tax}>
      <RecordDrawer
        id={id}
        list="taxes"
        label={tax ? taxName(tax) : 'Imposto'}
        where="Imposto"
        onClose={onClose}
        alone={onClose !== undefined}
        footer={tax ? <TaxActions tax={tax} /> : undefined}
      >
        <Awaited of={reading} failed="Não foi possível abrir o imposto">
          {read => <TaxBody tax={read} />}
        </Awaited>
      </RecordDrawer>
      <Outlet />
    </ActsOnRecord>
  )
}

/** The next thing to do first: a slip before a payment. */
function TaxActions({ tax }: { tax: TaxDetail }) {
  const hasSlip = isPayable(tax.slip, useToday())
  return (
    <>
      <CommandButton id={hasSlip ? 'tax.pay' : 'tax.issue'} variant="primary" />
      <CommandButton id={hasSlip ? 'tax.pix' : 'tax.pay'} short />
      <span className={drawer.end}>
        <MoreActions at="tax.row" />
      </span>
    </>
  )
}

function TaxBody({ tax }: { tax: TaxDetail }) {
  const due = taxDue(tax, useToday())
  return (
    <>
      <section>
        <h2>{taxName(tax)}</h2>
        <div className={drawer.amountLine}>
          <span className={textStyles.big}>{formatCents(tax.total_cents)}</span>
          <span className={textStyles.grow} />
          {cell(described, 'status', tax)}
        </div>
        {due.level === 'plain' ? null : <Note kind={due.level}>{`${capitalized(due.words)}, em ${formatDay(tax.due_date)}`}</Note>}
        {tax.warnings.map(warning => (
          <Note key={warning} kind="warning">
            {warning}
          </Note>
        ))}
      </section>
      <Sections of={described} record={tax} />
      <DrawerSection
        title="Como foi calculado"
        action={<CommandButton id={tax.revenue_cents === null ? 'tax.correct' : 'tax.recompute'} variant="ghost" short />}
      >
        <Steps steps={tax.steps} />
      </DrawerSection>
      <SlipSection tax={tax} />
      <BillSection tax={tax} />
    </>
  )
}

function Steps({ steps }: { steps: readonly TaxStep[] }) {
  return (
    <ol className={styles.taxSteps}>
      {steps.map(({ label, amount_cents, text }) => (
        <li key={label}>
          <span>
            {label}
            {text ? <span className={classNames(textStyles.m, textStyles.small, styles.small)}>{text}</span> : null}
          </span>
          <span className={textStyles.tabular}>{amount_cents === null ? '' : formatAmount(amount_cents)}</span>
        </li>
      ))}
    </ol>
  )
}

function SlipSection({ tax }: { tax: TaxDetail }) {
  const today = useToday()
  const [newest, ...older] = tax.slips
  const settled = tax.status === 'PAID' || tax.status === 'SCHEDULED'
  const action: ReactNode = newest?.status === 'DONE' ? <CommandButton id="tax.pdf" variant="ghost" short /> : null
  return (
    <DrawerSection title="Guia" action={action}>
      {newest === undefined ? (
        <p className={classNames(textStyles.m, textStyles.small)}>Nenhuma guia emitida.</p>
      ) : (
        <Slip slip={newest} tax={tax} isOpen={!settled && isPayable(newest, today)} />
      )}
      {newest?.status === 'DONE' && !settled && !isPayable(newest, today) ? (
        <Note kind="warning">{staleWords(newest, today)}: emita outra</Note>
      ) : null}
      {older.length > 0 ? (
        <p className={classNames(textStyles.m, textStyles.small)}>
          {older.length === 1 ? 'Antes dela, 1 guia' : `Antes dela, ${older.length} guias`}:{' '}
          {older.map(slip => `${formatCents(slip.amount_cents)} até ${formatDay(slip.pay_until)}`).join('; ')}.
        </p>
      ) : null}
    </DrawerSection>
  )
}

/** Codes only while they may be paid. */
function Slip({ slip, tax, isOpen }: { slip: TaxSlip; tax: TaxDetail; isOpen: boolean }) {
  if (slip.status === 'PROCESSING')
    return (
      <p className={styles.taxAsking} role="status">
        <span className={button.spin} aria-hidden="true" />
        Pedindo a guia de {formatCents(slip.amount_cents)} à Receita…
      </p>
    )
  if (slip.status !== 'DONE') return <Note>{slip.reason ?? 'A guia não foi emitida. Peça de novo.'}</Note>
  return (
    <>
      <dl className={facts.kv} data-part="facts">
        <Detail name="Valor">{formatCents(slip.amount_cents)}</Detail>
        <Detail name="Pagar até">{formatDay(slip.pay_until)}</Detail>
        <Detail name="Número">{slip.number}</Detail>
      </dl>
      {isOpen && slip.digitable_line ? (
        <SlipLine
          digitable_line={slip.digitable_line}
          barcode={slip.barcode}
          action={<CommandButton id="tax.copy-line" variant="ghost" short icon />}
        />
      ) : null}
      {isOpen && slip.emv_code ? (
        <PixCode emv_code={slip.emv_code} qr_code={tax.qr_code} action={<CommandButton id="tax.copy-pix" variant="ghost" short icon />} />
      ) : null}
    </>
  )
}

function BillSection({ tax }: { tax: TaxDetail }) {
  return (
    <DrawerSection
      title="Conta a pagar"
      action={<CommandButton id={tax.bill_id === null ? 'tax.make-bill' : 'tax.bill'} variant="ghost" />}
    >
      {tax.bill_id === null ? (
        <p className={classNames(textStyles.m, textStyles.small)}>Este imposto ainda não está nas contas a pagar.</p>
      ) : (
        <BillLine tax={tax} id={tax.bill_id} />
      )}
    </DrawerSection>
  )
}

/** Paying or sending the bill is paying or scheduling the tax. */
function BillLine({ tax, id }: { tax: TaxDetail; id: string }) {
  const bill = useReading(bills.get, { params: { c: tax.company_id, id } }).data
  if (!bill) return null
  return (
    <>
      <p className={drawer.line}>
        <Link to={pathTo('bills.detail', { companyId: tax.company_id, billId: id })}>{bill.additional_information ?? 'Conta a pagar'}</Link>
        <Badge tone="muted">{BILL_STATUS_LABELS[bill.status]}</Badge>
        <span className={classNames(drawer.end, textStyles.tabular)}>{formatCents(bill.amount_cents)}</span>
      </p>
      <p className={classNames(textStyles.m, textStyles.small)}>{wholeAmounts(besideBill(tax, bill.amount_cents))}</p>
    </>
  )
}
