// Bank accounts as a list: what the books say today, what the bank last said, and the difference; their drawers and dialogs.

import { Outlet } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useReading } from '#client/data/queries.ts'
import { BankMark } from '#client/kit/bank-mark.tsx'
import { Badge } from '#client/kit/chip.tsx'
import { classNames } from '#client/kit/class-names.ts'
import textStyles from '#client/kit/look/text.module.css'
import { usePhone } from '#client/kit/use-screen.ts'
import { RunsNew } from '#client/surfaces/asked/runs-new.tsx'
import { RunsOn } from '#client/surfaces/asked/runs-on.tsx'
import listingScreen from '#client/surfaces/listing-screen.module.css'
import { ListingScreen, type RegisterColumn } from '#client/surfaces/listing-screen.tsx'
import { useTellAbsent } from '#client/surfaces/missing.ts'
import { Place } from '#client/surfaces/place.tsx'
import { useCompanyId, useRouteParam, useScreenSearch, useSetSearch } from '#client/surfaces/where.ts'
import { pathTo } from '#commands/screens.ts'
import { type BankAccount, bankAccounts } from '#contract/bank-accounts.ts'
import { formatDay } from '#domain/days.ts'
import { BANK_ACCOUNT_KIND_LABELS, BANK_ACCOUNT_STATUS_LABELS } from '#domain/labels.ts'
import { formatAmount, formatCents } from '#domain/money.ts'
import { counted } from '#domain/text.ts'
import styles from './accounts.module.css'

export { AccountDrawer } from './account-drawer.tsx'

const NONE: readonly never[] = []

/** Books minus bank, in cents; null until a statement brought the bank's balance. */
const gapOf = (account: BankAccount): number | null => (account.balance === null ? null : account.current_balance - account.balance)

function Gap({ account }: { account: BankAccount }) {
  const gap = gapOf(account)
  if (gap === null) return <span className={textStyles.m}>—</span>
  return <span className={gap === 0 ? textStyles.m : styles.gap}>{formatAmount(gap)}</span>
}

const columns: readonly RegisterColumn<BankAccount>[] = [
  {
    id: 'institution',
    title: 'Instituição',
    least: 190,
    sort: account => account.institution_name,
    groupable: true,
    render: account => (
      <span className={styles.accountName}>
        <BankMark routing_number={account.routing_number} name={account.institution_name} disabled={account.status === 'ARCHIVED'} />
        <span className={textStyles.cut}>{account.institution_name}</span>
        {account.status === 'ARCHIVED' ? (
          <Badge tone="quiet" icon="archive">
            {BANK_ACCOUNT_STATUS_LABELS.ARCHIVED}
          </Badge>
        ) : null}
      </span>
    ),
  },
  {
    id: 'branch',
    title: 'Agência',
    width: 84,
    leaves: 2,
    render: account => account.branch_number ?? <span className={textStyles.m}>—</span>,
  },
  {
    id: 'number',
    title: 'Conta',
    width: 112,
    leaves: 5,
    render: account => account.account_number ?? <span className={textStyles.m}>—</span>,
  },
  {
    id: 'kind',
    title: 'Tipo',
    width: 112,
    leaves: 1,
    sort: account => BANK_ACCOUNT_KIND_LABELS[account.kind],
    groupable: true,
    render: account => BANK_ACCOUNT_KIND_LABELS[account.kind],
  },
  {
    id: 'today',
    title: 'Saldo hoje (R$)',
    width: 136,
    align: 'right',
    sort: account => account.current_balance,
    sums: formatAmount,
    render: account => <span className={textStyles.med}>{formatAmount(account.current_balance)}</span>,
  },
  {
    id: 'bank',
    title: 'Saldo do banco (R$)',
    width: 152,
    align: 'right',
    leaves: 3,
    sort: account => account.balance,
    sums: formatAmount,
    render: account =>
      account.balance === null ? (
        <span className={textStyles.m}>—</span>
      ) : (
        <span title={account.balance_date ? `Em ${formatDay(account.balance_date)}` : undefined}>{formatAmount(account.balance)}</span>
      ),
  },
  { id: 'gap', title: 'Diferença (R$)', width: 128, align: 'right', leaves: 4, sort: gapOf, render: account => <Gap account={account} /> },
  {
    id: 'pending',
    title: 'Pendentes',
    width: 100,
    align: 'right',
    sort: account => account.pending_entries_count,
    sums: sum => sum.toLocaleString('pt-BR'),
    render: account =>
      account.pending_entries_count === 0 ? <span className={textStyles.m}>0</span> : account.pending_entries_count.toLocaleString('pt-BR'),
  },
]

const textOf = (account: BankAccount): string =>
  [
    account.routing_number,
    account.institution_name,
    account.branch_number,
    account.account_number,
    BANK_ACCOUNT_KIND_LABELS[account.kind],
  ].join(' ')

const pendingWords = (count: number): string => (count === 0 ? 'em dia' : counted(count, ['pendente', 'pendentes']))

function AccountCard({ account }: { account: BankAccount }) {
  return (
    <div className={listingScreen.registerCard}>
      <span className={classNames(styles.accountName, listingScreen.name)}>
        <BankMark routing_number={account.routing_number} name={account.institution_name} disabled={account.status === 'ARCHIVED'} />
        <span className={textStyles.cut}>{account.institution_name}</span>
      </span>
      <span className={classNames(textStyles.tabular, textStyles.med)}>{formatCents(account.current_balance)}</span>
      <span className={classNames(textStyles.m, textStyles.small)}>
        {[account.branch_number && `ag. ${account.branch_number}`, account.account_number, BANK_ACCOUNT_KIND_LABELS[account.kind]]
          .filter(Boolean)
          .join(' · ')}
      </span>
      <span className={classNames(textStyles.m, textStyles.small)}>
        {account.status === 'ARCHIVED' ? BANK_ACCOUNT_STATUS_LABELS.ARCHIVED : pendingWords(account.pending_entries_count)}
      </span>
    </div>
  )
}

/** Active accounts first, then by name: an archived one is history. */
const inOrder = (accounts: readonly BankAccount[]): readonly BankAccount[] =>
  [...accounts].sort((a, b) => Number(a.status === 'ARCHIVED') - Number(b.status === 'ARCHIVED'))

export function AccountsScreen() {
  const c = useCompanyId()
  const setSearch = useSetSearch()
  const { accounts: filter = '' } = useScreenSearch()
  const openId = useRouteParam('bankAccountId')
  const reading = useReading(bankAccounts.list, { params: { c } })
  const rows = useMemo(() => inOrder(reading.data ?? NONE), [reading.data])
  const open = rows.filter(account => account.status === 'ACTIVE')
  const phone = usePhone()
  const total = open.reduce((sum, account) => sum + account.current_balance, 0)
  const told = open.filter(account => account.balance !== null)
  const bank = told.reduce((sum, account) => sum + (account.balance ?? 0), 0)
  const gap = told.reduce((sum, account) => sum + (gapOf(account) ?? 0), 0)
  const pending = open.reduce((sum, account) => sum + account.pending_entries_count, 0)
  return (
    <ListingScreen
      label="Contas bancárias"
      kind="account"
      noun={['conta', 'contas']}
      rows={rows}
      reading={reading}
      columns={columns}
      rowName={account => account.institution_name}
      textOf={textOf}
      card={account => <AccountCard account={account} />}
      isMuted={account => account.status === 'ARCHIVED'}
      amountOf={account => account.current_balance}
      filter={filter}
      onFilter={text => setSearch({ accounts: text })}
      placeholder="Filtrar por banco, agência ou conta"
      toolbar="accounts.toolbar"
      openId={openId}
      addressOf={account => pathTo('accounts.detail', { companyId: c, bankAccountId: account.id })}
      sums={
        open.length < 2
          ? undefined
          : phone
            ? { institution: 'Contas ativas', today: formatCents(total) }
            : {
                institution: 'Contas ativas',
                today: formatAmount(total),
                bank: told.length > 0 ? formatAmount(bank) : '—',
                gap: told.length > 0 ? formatAmount(gap) : '—',
                pending: pending.toLocaleString('pt-BR'),
              }
      }
      primary={<Place at="accounts.page" />}
      bar={<Place at="accounts.bar" />}
      empty={{
        title: 'Nenhuma conta bancária',
        text: 'Cadastre a conta da empresa para importar extratos e acompanhar o saldo.',
        actions: <Place at="accounts.empty" />,
      }}
    >
      <Outlet />
    </ListingScreen>
  )
}

export function CreateAccount() {
  return <RunsNew command="account.create" kind="account" list="accounts" />
}

export function ArchiveAccount() {
  const id = useRouteParam('bankAccountId') ?? ''
  const reading = useReading(bankAccounts.list, { params: { c: useCompanyId() } })
  const account = reading.data?.find(one => one.id === id)
  useTellAbsent(reading, account)
  return <RunsOn command="account.archive" kind="account" record={account} list="accounts" />
}
