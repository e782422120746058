// The digital account: what it holds, its statement with the balance after each movement, and its opening where there is none.

import { useMemo } from 'react'
import { useReading } from '#client/data/queries.ts'
import { useLocalEnvironment } from '#client/data/runtime-config.ts'
import { classNames } from '#client/kit/class-names.ts'
import { Note } from '#client/kit/drawer.tsx'
import { Icon } from '#client/kit/icon.tsx'
import text from '#client/kit/look/text.module.css'
import { Empty, ErrorState, Skeleton } from '#client/kit/states.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import listingScreen from '#client/surfaces/listing-screen.module.css'
import { ListingScreen, type RegisterColumn } from '#client/surfaces/listing-screen.tsx'
import { Place } from '#client/surfaces/place.tsx'
import summary from '#client/surfaces/summary.module.css'
import { useCompanyId, usePeriod, useScreenSearch, useSetSearch } from '#client/surfaces/where.ts'
import { bankStatements } from '#contract/bank-statements.ts'
import { type DigitalAccount, digitalAccounts } from '#contract/digital-account.ts'
import type { BankStatementEntry } from '#contract/statement-entries.ts'
import { formatDay } from '#domain/days.ts'
import { formatAmount, formatCents } from '#domain/money.ts'
import { EnvironmentBadge } from './looks.tsx'
import { StarkConnection } from './stark-account.tsx'
import styles from './wallet.module.css'
import { WalletPage } from './wallet-page.tsx'

export interface WalletLine extends BankStatementEntry {
  /** In cents, after this movement; null while the bank has not said what there is now. */
  balance_cents: number | null
  /** The first of its day, from the newest on. */
  opens_day: boolean
}

/** Newest first; what there is now, less what came since, is what there was then. */
export function withBalances(lines: readonly BankStatementEntry[], balanceNow: number | null): WalletLine[] {
  let after = balanceNow
  return lines.toReversed().map((line, at, all) => {
    const balance_cents = after
    if (after !== null) after -= line.amount_cents
    return { ...line, balance_cents, opens_day: all[at - 1]?.date !== line.date }
  })
}

const columns: readonly RegisterColumn<WalletLine>[] = [
  {
    id: 'date',
    title: 'Data',
    width: 104,
    render: line => (
      <span className={line.opens_day ? classNames(text.tabular, styles.dayFirst) : classNames(text.tabular, text.m)}>
        {formatDay(line.date)}
      </span>
    ),
  },
  {
    id: 'time',
    title: 'Hora',
    width: 72,
    leaves: 1,
    render: line => <span className={classNames(text.tabular, text.m)}>{line.time?.replace(':', 'h') ?? ''}</span>,
  },
  { id: 'description', title: 'Descrição', least: 200, render: line => line.description },
  {
    id: 'amount',
    title: 'Valor (R$)',
    width: 128,
    align: 'right',
    render: line => (
      <span className={line.amount_cents > 0 ? classNames(text.ok, text.med) : text.med}>{formatAmount(line.amount_cents)}</span>
    ),
  },
  {
    id: 'balance',
    title: 'Saldo (R$)',
    width: 128,
    align: 'right',
    render: line => (line.balance_cents === null ? <span className={text.m}>—</span> : formatAmount(line.balance_cents)),
  },
]

export function DigitalAccountScreen() {
  const c = useCompanyId()
  const account = useReading(digitalAccounts.get, { params: { c } })
  return (
    <WalletPage>
      {account.isError ? (
        <ErrorState title="Não foi possível abrir a conta digital" error={account.error} onRetry={() => void account.refetch()} />
      ) : account.isPending ? (
        <Skeleton />
      ) : account.data?.status === 'ACTIVE' ? (
        <Statement c={c} account={account.data} />
      ) : (
        <NoAccount account={account.data} />
      )}
    </WalletPage>
  )
}

function NoAccount({ account }: { account: DigitalAccount | null }) {
  const { local } = useLocalEnvironment()
  if (account?.status === 'PENDING' && account.environment !== 'local') return <StarkConnection isOpen={false} />
  if (account?.status === 'PENDING')
    return (
      <Empty icon="clock-3" title="Abrindo a conta digital" text="O banco está conferindo os dados da empresa. Esta página muda sozinha." />
    )
  return (
    <Empty
      icon="wallet"
      title={account === null ? 'A empresa ainda não tem conta digital' : 'O banco recusou a abertura'}
      text="Com ela se paga por Pix e boleto, recebe-se por QR Code, e cada movimento entra sozinho no extrato, já conciliado."
      actions={
        account === null ? (
          <>
            <Place at="wallet.empty" />
            {local ? <CommandButton id="wallet.open" size="form" /> : null}
          </>
        ) : undefined
      }
    />
  )
}

const NONE: readonly never[] = []

function Statement({ c, account }: { c: string; account: DigitalAccount }) {
  const period = usePeriod()
  const setSearch = useSetSearch()
  const { movimentos: filter = '' } = useScreenSearch()
  const balance = useReading(digitalAccounts.balance, { params: { c } })
  // To the present, whatever the period: balances are reckoned back from what there is now.
  const lines = useReading(bankStatements.digitalAccount, { params: { c }, query: period.start ? { start_date: period.start } : {} })
  const now = balance.data?.balance_cents ?? null
  const rows = useMemo(() => {
    const { end } = period
    return withBalances(lines.data ?? NONE, now).filter(line => end === undefined || line.date <= end)
  }, [lines.data, now, period])
  const sum = (sign: 1 | -1) => rows.reduce((total, { amount_cents }) => total + (amount_cents * sign > 0 ? amount_cents : 0), 0)
  return (
    <>
      <section className={summary.summary} aria-label="Conta digital">
        <span className={summary.who}>
          <Icon name="wallet" />
          {account.bank_name}
        </span>
        <span className={summary.fact}>
          <span className={classNames(text.m, summary.m)}>Agência</span>
          {account.branch_number}
        </span>
        <span className={summary.fact}>
          <span className={classNames(text.m, summary.m)}>Conta</span>
          {account.account_number}
        </span>
        <span className={summary.fact}>
          <span className={classNames(text.m, summary.m)}>Saldo</span>
          <span className={styles.walletBalance}>{now === null ? '—' : formatCents(now)}</span>
        </span>
        <EnvironmentBadge environment={account.environment} />
        <span className={summary.end}>
          <CommandButton id="wallet.limit" variant="ghost" short />
          <CommandButton id="wallet.receive" short icon />
          <CommandButton id="wallet.boleto" short icon />
          <CommandButton id="wallet.pix" variant="primary" short icon />
        </span>
      </section>
      {account.environment === 'local' ? null : <StarkConnection isOpen />}
      {balance.isError ? <Note kind="warning">O banco não respondeu agora: o saldo não é mostrado. {balance.error.message}</Note> : null}
      <ListingScreen
        label={`Extrato da conta digital, ${period.label}`}
        kind="wallet_line"
        noun={['movimento', 'movimentos']}
        rows={rows}
        reading={lines}
        columns={columns}
        selectable={false}
        rowName={line => `${line.description}, ${formatCents(line.amount_cents)} em ${formatDay(line.date)}`}
        textOf={line => [line.description, formatAmount(line.amount_cents), formatDay(line.date)].join(' ')}
        card={line => (
          <div className={listingScreen.registerCard}>
            <span className={listingScreen.name}>{line.description}</span>
            <span className={line.amount_cents > 0 ? classNames(text.med, text.tabular, text.ok) : classNames(text.med, text.tabular)}>
              {formatCents(line.amount_cents)}
            </span>
            <span className={classNames(text.m, text.small)}>
              {[formatDay(line.date), line.time?.replace(':', 'h')].filter(Boolean).join(' ')}
            </span>
            <span className={classNames(text.m, text.small, text.tabular)}>
              {line.balance_cents === null ? '' : `Saldo ${formatCents(line.balance_cents)}`}
            </span>
          </div>
        )}
        filter={filter}
        onFilter={movimentos => setSearch({ movimentos })}
        placeholder="Filtrar por nome, valor ou data"
        toolbar="wallet.toolbar"
        sumsBelow={[
          { label: 'Entradas', amount_cents: sum(1) },
          { label: 'Saídas', amount_cents: sum(-1) },
        ]}
        empty={{
          title: period.start ? 'Nenhum movimento neste período' : 'Nenhum movimento',
          text: 'O que entra e sai da conta aparece aqui na hora.',
          actions: period.start ? <CommandButton id="period.all" size="form" /> : null,
        }}
      />
    </>
  )
}
