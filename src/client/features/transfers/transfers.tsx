// Transfers between own accounts: those that exist, and those that two statements suggest.

import { Outlet } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useReading } from '#client/data/queries.ts'
import { type Registers, useRegisters } from '#client/data/registers.ts'
import button from '#client/kit/button.module.css'
import { classNames } from '#client/kit/class-names.ts'
import drawer from '#client/kit/drawer.module.css'
import { Drawer, DrawerSection } from '#client/kit/drawer.tsx'
import facts from '#client/kit/facts.module.css'
import { Icon } from '#client/kit/icon.tsx'
import type { ListingColumn } from '#client/kit/listing/columns.ts'
import text from '#client/kit/look/text.module.css'
import { Tabs } from '#client/kit/tabs.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { useEscape } from '#client/surfaces/focus-stack.ts'
import { houseOptions } from '#client/surfaces/house.ts'
import { useIntent } from '#client/surfaces/intents.ts'
import listingScreen from '#client/surfaces/listing-screen.module.css'
import { type ListingReading, ListingScreen } from '#client/surfaces/listing-screen.tsx'
import { Place } from '#client/surfaces/place.tsx'
import { useCompanyId, usePeriod, useScreenSearch, useSetSearch } from '#client/surfaces/where.ts'
import { pathTo } from '#commands/screens.ts'
import type { Answer } from '#contract/kit/endpoint.ts'
import { type Transfer, transfers } from '#contract/transfers.ts'
import { formatDay, formatInstant } from '#domain/days.ts'
import { formatAmount, formatCents } from '#domain/money.ts'
import styles from './transfers.module.css'

type Pair = Answer<typeof transfers.equal>[number] & { id: string }

export function TransfersScreen() {
  const c = useCompanyId()
  const search = useScreenSearch()
  const setSearch = useSetSearch()
  const registers = useRegisters(c)
  const equal = useReading(transfers.equal, { params: { c } })
  const pairs = useMemo(() => (equal.data ?? []).map(pair => ({ ...pair, id: pair.from_entry_id })), [equal.data])
  const tab = search.aba === 'sugestoes' ? 'sugestoes' : 'todas'
  const choose = (aba: string) => setSearch({ aba: aba === 'todas' ? undefined : aba })
  useIntent('transfers.tab', () => choose(tab === 'todas' ? 'sugestoes' : 'todas'))
  const head = (
    <Tabs
      label="Transferências"
      tabs={[
        { id: 'todas', title: 'Transferências', keys: '[' },
        { id: 'sugestoes', title: 'Sugestões', count: pairs.length, keys: ']' },
      ]}
      value={tab}
      onChange={choose}
    />
  )
  return (
    <>
      {tab === 'todas' ? (
        <TransferList head={head} registers={registers} suggested={pairs.length} />
      ) : (
        <PairList head={head} registers={registers} pairs={pairs} reading={equal} />
      )}
      <Outlet />
    </>
  )
}

const move = (from: string, to: string) => (
  <span className={styles.move}>
    <span className={text.cut}>{from}</span>
    <Icon name="arrow-right" size="s" label="para" />
    <span className={text.cut}>{to}</span>
  </span>
)

function columnsOf({ accountName }: Registers): ListingColumn<Transfer>[] {
  return [
    {
      id: 'date',
      title: 'Data',
      width: 100,
      render: row => <span className={text.tabular}>{formatDay(row.date)}</span>,
      sort: row => row.date,
    },
    {
      id: 'from',
      title: 'Da conta',
      least: 140,
      render: row => accountName(row.from_bank_account_id),
      sort: row => accountName(row.from_bank_account_id),
      groupable: true,
    },
    {
      id: 'to',
      title: 'Para a conta',
      least: 140,
      render: row => accountName(row.to_bank_account_id),
      sort: row => accountName(row.to_bank_account_id),
      groupable: true,
    },
    {
      id: 'text',
      title: 'Descrição',
      least: 140,
      render: row => row.additional_information ?? '',
      sort: row => row.additional_information,
    },
    {
      id: 'amount',
      title: 'Valor (R$)',
      width: 130,
      align: 'right',
      render: row => formatAmount(row.amount_cents),
      sort: row => row.amount_cents,
      sums: formatAmount,
    },
  ]
}

const NO_TRANSFERS: readonly Transfer[] = []

function TransferList({ head, registers, suggested }: { head: React.ReactNode; registers: Registers; suggested: number }) {
  const c = useCompanyId()
  const period = usePeriod()
  const search = useScreenSearch()
  const setSearch = useSetSearch()
  const [openId, setOpenId] = useState<string>()
  const query = period.start ? { start_date: period.start, end_date: period.end } : {}
  const list = useReading(transfers.list, { params: { c }, query })
  const rows = list.data ?? NO_TRANSFERS
  const columns = useMemo(() => columnsOf(registers), [registers])
  const open = rows.find(row => row.id === openId)
  const { accountName } = registers
  return (
    <ListingScreen
      label={`Transferências, ${period.label}`}
      kind="transfer"
      rows={rows}
      reading={list}
      columns={columns}
      rowName={row => `transferência de ${formatCents(row.amount_cents)} em ${formatDay(row.date)}`}
      toolbar="transfers.toolbar"
      noun={['transferência', 'transferências']}
      textOf={row =>
        [
          accountName(row.from_bank_account_id),
          accountName(row.to_bank_account_id),
          row.additional_information,
          formatAmount(row.amount_cents),
          formatDay(row.date),
        ].join(' ')
      }
      filter={search.transferencias ?? ''}
      onFilter={transferencias => setSearch({ transferencias })}
      placeholder="Filtrar por conta, valor, data, descrição"
      sumsBelow={[{ label: 'Total', amount_cents: rows.reduce((sum, row) => sum + row.amount_cents, 0) }]}
      head={head}
      openId={openId}
      onOpen={row => setOpenId(row.id)}
      card={row => (
        <div className={listingScreen.registerCard}>
          <span className={listingScreen.name}>{move(accountName(row.from_bank_account_id), accountName(row.to_bank_account_id))}</span>
          <span className={classNames(text.med, text.tabular)}>{formatCents(row.amount_cents)}</span>
          <span className={classNames(text.m, text.cut)}>{row.additional_information ?? ''}</span>
          <span className={classNames(text.m, text.tabular)}>{formatDay(row.date)}</span>
        </div>
      )}
      primary={<Place at="transfers.page" />}
      empty={{
        title: 'Nenhuma transferência neste período',
        text:
          suggested === 0
            ? 'Mova dinheiro entre contas da empresa sem contar como receita ou despesa.'
            : `${suggested === 1 ? 'Há 1 provável' : `Há ${suggested} prováveis`} nos extratos: veja em Sugestões.`,
        actions: (
          <>
            <Place at="transfers.empty" />
            <CommandButton id="period.all" size="form" />
          </>
        ),
      }}
    >
      {open ? <TransferDrawer transfer={open} registers={registers} onClose={() => setOpenId(undefined)} /> : null}
    </ListingScreen>
  )
}

function TransferDrawer({ transfer, registers, onClose }: { transfer: Transfer; registers: Registers; onClose(): void }) {
  const c = useCompanyId()
  const { go } = houseOptions().ports
  const { accountName } = registers
  useEscape('dialog', () => {
    onClose()
    return true
  })
  return (
    <Drawer label="Transferência" where="Transferência" onClose={onClose} footer={<Place at="transfer.drawer" />}>
      <section>
        <h2>{transfer.additional_information ?? 'Transferência entre contas'}</h2>
        <div className={drawer.amountLine}>
          <span className={text.big}>{formatCents(transfer.amount_cents)}</span>
        </div>
      </section>
      <DrawerSection title="Dados">
        <dl className={facts.kv} data-part="facts">
          <dt>Data</dt>
          <dd className={text.tabular}>{formatDay(transfer.date)}</dd>
          <dt>Da conta</dt>
          <dd>{accountName(transfer.from_bank_account_id)}</dd>
          <dt>Para a conta</dt>
          <dd>{accountName(transfer.to_bank_account_id)}</dd>
          <dt>Criada em</dt>
          <dd className={text.tabular}>{formatInstant(transfer.created_at)}</dd>
        </dl>
      </DrawerSection>
      <DrawerSection title="Lançamentos">
        <p className={drawer.line}>
          <Icon name="arrow-up" size="s" />
          <button
            type="button"
            className={button.link}
            onClick={() => go(pathTo('bills.detail', { companyId: c, billId: transfer.bill_id }))}
          >
            Saída de {accountName(transfer.from_bank_account_id)}
          </button>
        </p>
        <p className={drawer.line}>
          <Icon name="arrow-down" size="s" />
          <button
            type="button"
            className={button.link}
            onClick={() => go(pathTo('receivables.detail', { companyId: c, receivableId: transfer.receivable_id }))}
          >
            Entrada em {accountName(transfer.to_bank_account_id)}
          </button>
        </p>
      </DrawerSection>
    </Drawer>
  )
}

function pairColumns({ accountName }: Registers): ListingColumn<Pair>[] {
  const side = (account: string, day: string, description: string) => (
    <span className={styles.half}>
      <span className={classNames(text.med, styles.med, text.cut)}>{accountName(account)}</span>
      <span className={classNames(text.m, text.cut)}>
        {formatDay(day)} · {description}
      </span>
    </span>
  )
  return [
    {
      id: 'from',
      title: 'Sai de',
      least: 260,
      render: row => side(row.from_bank_account_id, row.from_date, row.from_description),
      sort: row => row.from_date,
    },
    {
      id: 'to',
      title: 'Entra em',
      least: 260,
      render: row => side(row.to_bank_account_id, row.to_date, row.to_description),
      sort: row => row.to_date,
    },
    {
      id: 'amount',
      title: 'Valor (R$)',
      width: 130,
      align: 'right',
      render: row => formatAmount(row.amount_cents),
      sort: row => row.amount_cents,
    },
  ]
}

function PairList({
  head,
  registers,
  pairs,
  reading,
}: {
  head: React.ReactNode
  registers: Registers
  pairs: readonly Pair[]
  reading: ListingReading
}) {
  const search = useScreenSearch()
  const setSearch = useSetSearch()
  const columns = useMemo(() => pairColumns(registers), [registers])
  const { accountName } = registers
  return (
    <ListingScreen
      label="Transferências sugeridas"
      kind="transfer_pair"
      rows={pairs}
      reading={reading}
      columns={columns}
      rowName={row => `sugestão de ${formatCents(row.amount_cents)} em ${formatDay(row.from_date)}`}
      toolbar="transfers.toolbar"
      noun={['sugestão', 'sugestões']}
      textOf={row =>
        [
          accountName(row.from_bank_account_id),
          accountName(row.to_bank_account_id),
          row.from_description,
          row.to_description,
          formatAmount(row.amount_cents),
          formatDay(row.from_date),
        ].join(' ')
      }
      filter={search.transferencias ?? ''}
      onFilter={transferencias => setSearch({ transferencias })}
      placeholder="Filtrar por conta, valor, descrição"
      amountOf={row => row.amount_cents}
      head={head}
      card={row => (
        <div className={listingScreen.registerCard}>
          <span className={listingScreen.name}>{move(accountName(row.from_bank_account_id), accountName(row.to_bank_account_id))}</span>
          <span className={classNames(text.med, text.tabular)}>{formatCents(row.amount_cents)}</span>
          <span className={classNames(text.m, text.cut)}>{row.from_description}</span>
          <span className={classNames(text.m, text.tabular)}>{formatDay(row.from_date)}</span>
        </div>
      )}
      primary={<CommandButton id="transfer.accept" variant="primary" icon short />}
      empty={{
        title: 'Nenhuma transferência sugerida',
        text: 'Quando dois extratos tiverem uma saída e uma entrada de mesmo valor em até 3 dias, elas aparecem aqui.',
        actions: <CommandButton id="transfer.create" variant="primary" size="form" icon />,
      }}
    />
  )
}
