// Bank accounts as a list: what the books say today, what the bank last said, and the difference; their drawers and dialogs.

import { Outlet } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useReading } from '#client/data/queries.ts'
import { BankMark } from '#client/kit/bank-mark.tsx'
import textStyles from '#client/kit/look/text.module.css'
import { usePhone } from '#client/kit/use-screen.ts'
import { RunsNew } from '#client/surfaces/asked/runs-new.tsx'
import { RunsOn } from '#client/surfaces/asked/runs-on.tsx'
import { ListingScreen } from '#client/surfaces/listing-screen.tsx'
import { useTellAbsent } from '#client/surfaces/missing.ts'
import { Place } from '#client/surfaces/place.tsx'
import { totalsOf } from '#client/surfaces/resource/columns.tsx'
import { listed } from '#client/surfaces/resource/list.tsx'
import { cell } from '#client/surfaces/resource/records.tsx'
import { useCompanyId, useRouteParam, useScreenSearch, useSetSearch } from '#client/surfaces/where.ts'
import { pathTo } from '#commands/screens.ts'
import { type BankAccount, bankAccounts } from '#contract/bank-accounts.ts'
import { formatDay } from '#domain/days.ts'
import { formatAmount } from '#domain/money.ts'
import { account, gapOf } from '#resources/account.ts'
import styles from './accounts.module.css'

export { AccountDrawer } from './account-drawer.tsx'

const NONE: readonly never[] = []

const list = listed(account, {
  mark: ({ routing_number, institution_name, status }) => (
    <BankMark routing_number={routing_number} name={institution_name} disabled={status === 'ARCHIVED'} />
  ),
  cells: {
    balance: row => (
      <span title={row.balance !== null && row.balance_date ? `Em ${formatDay(row.balance_date)}` : undefined}>
        {row.balance === null ? cell(account, 'balance', row) : formatAmount(row.balance)}
      </span>
    ),
    gap: row => {
      const gap = gapOf(row)
      return gap ? (
        <span className={styles.gap}>{formatAmount(gap)}</span>
      ) : (
        <span className={textStyles.m}>{gap === 0 ? formatAmount(0) : '—'}</span>
      )
    },
  },
})

/** Active accounts first, then by name: an archived one is history. */
const inOrder = (accounts: readonly BankAccount[]): readonly BankAccount[] =>
  [...accounts].sort((a, b) => Number(a.status === 'ARCHIVED') - Number(b.status === 'ARCHIVED'))

export function AccountsScreen() {
  const c = useCompanyId()
  const setSearch = useSetSearch()
  const { accounts: filter = '' } = useScreenSearch()
  const reading = useReading(bankAccounts.list, { params: { c } })
  const rows = useMemo(() => inOrder(reading.data ?? NONE), [reading.data])
  const open = rows.filter(row => row.status === 'ACTIVE')
  const phone = usePhone()
  return (
    <ListingScreen
      {...list}
      label="Contas bancárias"
      kind="account"
      rows={rows}
      reading={reading}
      amountOf={row => row.current_balance}
      filter={filter}
      onFilter={text => setSearch({ accounts: text })}
      toolbar="accounts.toolbar"
      openId={useRouteParam('bankAccountId')}
      addressOf={row => pathTo('accounts.detail', { companyId: c, bankAccountId: row.id })}
      sums={open.length < 2 ? undefined : totalsOf(account, open, phone, 'Contas ativas')}
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
  const record = reading.data?.find(one => one.id === id)
  useTellAbsent(reading, record)
  return <RunsOn command="account.archive" kind="account" record={record} list="accounts" />
}
