// The list of the statement files that were sent.

import { useMemo } from 'react'
import { useReading } from '#client/data/queries.ts'
import { type Registers, useRegisters } from '#client/data/registers.ts'
import { Badge } from '#client/kit/chip.tsx'
import type { ListingColumn } from '#client/kit/listing/columns.ts'
import text from '#client/kit/look/text.module.css'
import listingScreen from '#client/surfaces/listing-screen.module.css'
import { ListingScreen } from '#client/surfaces/listing-screen.tsx'
import { Place } from '#client/surfaces/place.tsx'
import { useCompanyId, useScreenSearch, useSetSearch } from '#client/surfaces/where.ts'
import { pathTo } from '#commands/screens.ts'
import { type Import, imports } from '#contract/bank-statements.ts'
import { formatDay, formatMoment } from '#domain/days.ts'
import { counted, formatCount } from '#domain/text.ts'
import { IMPORT_LOOKS } from './import-words.ts'

/** '15/01 a 19/11/2026': the year once where it is one. */
export function rangeText({ start_date, end_date }: Pick<Import, 'start_date' | 'end_date'>): string {
  if (start_date === null) return ''
  if (end_date === null || end_date === start_date) return formatDay(start_date)
  const first = formatDay(start_date)
  return `${start_date.slice(0, 4) === end_date.slice(0, 4) ? first.slice(0, 5) : first} a ${formatDay(end_date)}`
}

/** '480 gravadas', '12 novas, 3 duvidosas': what an import did or would do. */
export function countsText(record: Import): string {
  if (record.status === 'COMMITTED' || record.status === 'REVERTED') return counted(record.committed_count, ['gravada', 'gravadas'])
  if (record.status !== 'PREVIEW' && record.status !== 'COMMITTING') return ''
  const parts = [
    [record.new_count, 'nova', 'novas'],
    [record.doubtful_count, 'duvidosa', 'duvidosas'],
  ] as const
  return parts
    .filter(([many]) => many > 0)
    .map(([many, one, some]) => `${formatCount(many)} ${many === 1 ? one : some}`)
    .join(', ')
}

function StatusBadge({ record }: { record: Import }) {
  const { label, tone, icon } = IMPORT_LOOKS[record.status]
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  )
}

function columnsOf(accountName: Registers['accountName']): ListingColumn<Import>[] {
  return [
    {
      id: 'created_at',
      title: 'Enviado em',
      width: 152,
      render: row => <span className={text.tabular}>{formatMoment(row.created_at)}</span>,
      sort: row => row.created_at,
    },
    { id: 'file_name', title: 'Arquivo', least: 140, render: row => row.file_name, sort: row => row.file_name },
    {
      id: 'status',
      title: 'Situação',
      width: 184,
      render: row => <StatusBadge record={row} />,
      sort: row => IMPORT_LOOKS[row.status].label,
      groupable: true,
    },
    {
      id: 'account',
      title: 'Conta',
      least: 120,
      render: row => accountName(row.bank_account_id),
      sort: row => accountName(row.bank_account_id),
      groupable: true,
    },
    {
      id: 'range',
      title: 'Período',
      width: 160,
      render: row => <span className={text.tabular}>{rangeText(row)}</span>,
      sort: row => row.start_date,
    },
    { id: 'counts', title: 'Linhas', least: 100, render: countsText },
    { id: 'by', title: 'Por', least: 80, render: row => row.created_by_name ?? '', sort: row => row.created_by_name, groupable: true },
  ]
}

const NONE: readonly Import[] = []

export function ImportsScreen() {
  const c = useCompanyId()
  const { accountName } = useRegisters(c)
  const list = useReading(imports.list, { params: { c } })
  const search = useScreenSearch()
  const setSearch = useSetSearch()
  const columns = useMemo(() => columnsOf(accountName), [accountName])
  const settled = (row: Import) => row.status === 'REVERTED' || row.status === 'DISCARDED'
  return (
    <ListingScreen
      label="Extratos importados"
      kind="import"
      rows={list.data ?? NONE}
      reading={list}
      columns={columns}
      rowName={row => row.file_name}
      toolbar="imports.toolbar"
      noun={['importação', 'importações']}
      textOf={row =>
        [row.file_name, accountName(row.bank_account_id), IMPORT_LOOKS[row.status].label, rangeText(row), row.created_by_name ?? ''].join(
          ' ',
        )
      }
      filter={search.importacoes ?? ''}
      onFilter={importacoes => setSearch({ importacoes })}
      placeholder="Filtrar por arquivo, conta, situação"
      isMuted={settled}
      addressOf={row => pathTo('statements.import', { companyId: c, importId: row.id })}
      card={row => (
        <div className={listingScreen.registerCard}>
          <span className={listingScreen.name}>{row.file_name}</span>
          <StatusBadge record={row} />
          <span className={text.m}>
            {[accountName(row.bank_account_id), rangeText(row)].filter(Boolean).join(' · ') || formatMoment(row.created_at)}
          </span>
          <span className={text.m}>{countsText(row)}</span>
        </div>
      )}
      primary={<Place at="imports.page" />}
      empty={{
        title: 'Nenhum arquivo de extrato',
        text: 'Envie o OFX ou o CSV do banco. O que chega pela conexão com o banco entra direto na conciliação e não aparece aqui.',
        actions: <Place at="imports.empty" />,
      }}
    />
  )
}
