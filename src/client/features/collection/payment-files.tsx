// Files of payments as a list, the open one first; beside it each payment and what the bank answered.
import { Outlet } from '@tanstack/react-router'
import { useReading } from '#client/data/queries.ts'
import { Badge, looks } from '#client/kit/chip.tsx'
import { classNames } from '#client/kit/class-names.ts'
import drawer from '#client/kit/drawer.module.css'
import { DrawerSection } from '#client/kit/drawer.tsx'
import facts from '#client/kit/facts.module.css'
import text from '#client/kit/look/text.module.css'
import { ActsOnRecord } from '#client/surfaces/acts-on-record.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { MoreActions } from '#client/surfaces/command-menu.tsx'
import listingScreen from '#client/surfaces/listing-screen.module.css'
import { ListingScreen, type RegisterColumn } from '#client/surfaces/listing-screen.tsx'
import { useTellMissing } from '#client/surfaces/missing.ts'
import { Place } from '#client/surfaces/place.tsx'
import { Detail, RecordDrawer } from '#client/surfaces/record-drawer.tsx'
import { SiblingTabs } from '#client/surfaces/sibling-tabs.tsx'
import { useCompanyId, useRouteParam, useScreenSearch, useSetSearch } from '#client/surfaces/where.ts'
import { pathTo } from '#commands/screens.ts'
import { type PaymentFile, paymentAgreements, paymentFiles } from '#contract/payment-files.ts'
import { formatDay } from '#domain/days.ts'
import { formatAmount, formatCents } from '#domain/money.ts'
import { byStandardSentence, payingBankName } from '#domain/payment-files/agreement.ts'
import { FILE_PAYMENT_KIND_LABELS, FILE_PAYMENT_STATUS_LABELS, PAYMENT_FILE_STATUS_LABELS } from '#domain/payment-files/states.ts'
import { counted } from '#domain/text.ts'
import { AMOUNT_COLUMN, FileFacts, FileHead, nameColumn, nameOf } from './sent-file.tsx'

const NONE: readonly never[] = []
const ASKED = 'Do que o banco disser pago, o Razão pergunta antes de dar a conta por paga.'

const LOOKS = looks<PaymentFile['status']>({
  OPEN: { tone: 'muted', icon: 'circle-dashed' },
  GENERATED: { tone: 'info', icon: 'file-text' },
  SENT: { tone: 'info', icon: 'send' },
  ANSWERED: { tone: 'quiet', icon: 'check-check' },
})

const FileBadge = ({ status }: Pick<PaymentFile, 'status'>) => <Badge {...LOOKS[status]}>{PAYMENT_FILE_STATUS_LABELS[status]}</Badge>

const answersOf = ({ status, paid_count, payments_count, unpaid_count }: PaymentFile): string =>
  status === 'OPEN' || status === 'GENERATED'
    ? ''
    : `${paid_count} de ${payments_count}${unpaid_count > 0 ? `, ${counted(unpaid_count, ['não paga', 'não pagas'])}` : ''}`

const columns: readonly RegisterColumn<PaymentFile>[] = [
  nameColumn(160),
  {
    id: 'agreement',
    title: 'Sai de',
    width: 200,
    sort: one => one.agreement_name,
    groupable: one => one.agreement_name,
    render: one => `${one.agreement_name}${one.is_test ? ', em teste' : ''}`,
  },
  {
    id: 'first_day',
    title: 'Paga a partir de',
    width: 128,
    leaves: 1,
    sort: one => one.first_day,
    render: one => <span className={text.tabular}>{one.first_day ? formatDay(one.first_day) : ''}</span>,
  },
  { id: 'payments', title: 'Contas', width: 84, align: 'right', sort: one => one.payments_count, render: one => one.payments_count },
  { id: 'answers', title: 'Pagas', width: 160, leaves: 2, sort: one => one.paid_count, render: one => answersOf(one) },
  AMOUNT_COLUMN,
  {
    id: 'status',
    title: 'Situação',
    width: 160,
    sort: one => PAYMENT_FILE_STATUS_LABELS[one.status],
    groupable: true,
    render: one => <FileBadge status={one.status} />,
  },
]

function FileCard({ one }: { one: PaymentFile }) {
  return (
    <div className={listingScreen.registerCard}>
      <span className={listingScreen.name}>{nameOf(one)}</span>
      <span className={classNames(text.med, text.tabular)}>{formatCents(one.total_cents)}</span>
      <span className={classNames(text.m, text.small)}>
        {[counted(one.payments_count, ['conta', 'contas']), answersOf(one) && `pagas ${answersOf(one)}`].filter(Boolean).join(', ')}
      </span>
      <FileBadge status={one.status} />
    </div>
  )
}

/** Without an agreement no file can be made; with one, the bank may have sent something. */
function Beginnings() {
  const { data } = useReading(paymentAgreements.list, { params: { c: useCompanyId() } })
  if (data === undefined) return null
  return data.length === 0 ? (
    <CommandButton id="payment_agreement.create" variant="primary" size="form" />
  ) : (
    <Place at="payment_files.empty" />
  )
}

export function PaymentFilesScreen() {
  const c = useCompanyId()
  const setSearch = useSetSearch()
  const { payment_files: filter = '' } = useScreenSearch()
  const openId = useRouteParam('paymentFileId')
  const reading = useReading(paymentFiles.list, { params: { c } })
  return (
    <ListingScreen
      label="Pagamentos por arquivo"
      kind="payment_file"
      noun={['remessa', 'remessas']}
      rows={reading.data ?? NONE}
      reading={reading}
      columns={columns}
      rowName={nameOf}
      textOf={one => [nameOf(one), one.file_name, PAYMENT_FILE_STATUS_LABELS[one.status], formatAmount(one.total_cents)].join(' ')}
      card={one => <FileCard one={one} />}
      isMuted={one => one.status === 'ANSWERED'}
      amountOf={one => one.total_cents}
      filter={filter}
      onFilter={payment_files => setSearch({ payment_files })}
      placeholder="Filtrar por conta, número, situação"
      toolbar="payment_files.toolbar"
      openId={openId}
      addressOf={one => pathTo('payment_files.detail', { companyId: c, paymentFileId: one.id })}
      head={<SiblingTabs at="payment_files" />}
      primary={<Place at="payment_files.page" />}
      empty={{
        title: 'Nenhuma remessa de pagamentos',
        text: 'Marque contas a pagar e escolha “Pagar por arquivo do banco”: elas esperam aqui pelo arquivo que você envia ao banco.',
        actions: <Beginnings />,
      }}
    >
      <Outlet />
    </ListingScreen>
  )
}

export function PaymentFileDrawer() {
  const c = useCompanyId()
  const id = useRouteParam('paymentFileId') ?? ''
  const reading = useReading(paymentFiles.list, { params: { c } })
  const one = reading.data?.find(each => each.id === id)
  useTellMissing(reading.isSuccess && one === undefined)
  return (
    <ActsOnRecord kind="payment_file" record={one}>
      <RecordDrawer
        id={id}
        list="payment_files"
        label={one ? nameOf(one) : 'Remessa de pagamentos'}
        where="Remessa de pagamentos"
        footer={
          one ? (
            <>
              {one.status === 'OPEN' ? <CommandButton id="payment_file.generate" variant="primary" short icon /> : null}
              {one.status === 'OPEN' ? null : <CommandButton id="payment_file.download" short icon />}
              {one.status === 'GENERATED' ? <CommandButton id="payment_file.send" variant="primary" short icon /> : null}
              <span className={drawer.end}>
                <MoreActions at="payment_file.row" />
              </span>
            </>
          ) : undefined
        }
      >
        {one ? <FileBody one={one} /> : null}
      </RecordDrawer>
    </ActsOnRecord>
  )
}

function FileBody({ one }: { one: PaymentFile }) {
  const { data: payments = [] } = useReading(paymentFiles.payments, { params: { c: one.company_id, id: one.id } })
  const bank = payingBankName(one.bank_code)
  return (
    <>
      <FileHead
        one={one}
        badge={<FileBadge status={one.status} />}
        test={one.is_test ? { bank, more: `${byStandardSentence(one.bank_code)} ${ASKED}`.trim() } : undefined}
      />
      <FileFacts one={one} kind={`${bank}, CNAB 240`} />
      <DrawerSection title={counted(payments.length, ['pagamento', 'pagamentos'])}>
        <dl className={facts.kv} data-part="facts">
          {payments.map(each => (
            <Detail key={each.id} name={each.payee_name}>
              {[
                FILE_PAYMENT_KIND_LABELS[each.kind],
                formatCents(each.amount_cents),
                `em ${formatDay(each.paid_on ?? each.pay_on)}`,
                one.status === 'OPEN' ? '' : FILE_PAYMENT_STATUS_LABELS[each.status].toLowerCase(),
                each.status === 'PAID' ? '' : (each.reason ?? ''),
              ]
                .filter(Boolean)
                .join(', ')}
            </Detail>
          ))}
        </dl>
      </DrawerSection>
    </>
  )
}
