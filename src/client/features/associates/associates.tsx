// Partners as a list: their part of the company, their pay, and what is withheld of it.

import { Outlet } from '@tanstack/react-router'
import { useReading } from '#client/data/queries.ts'
import { Badge } from '#client/kit/chip.tsx'
import { classNames } from '#client/kit/class-names.ts'
import textStyles from '#client/kit/look/text.module.css'
import { usePhone } from '#client/kit/use-screen.ts'
import { RunsNew } from '#client/surfaces/asked/runs-new.tsx'
import listingScreen from '#client/surfaces/listing-screen.module.css'
import { ListingScreen, type RegisterColumn } from '#client/surfaces/listing-screen.tsx'
import { Place } from '#client/surfaces/place.tsx'
import { useCompanyId, useRouteParam, useScreenSearch, useSetSearch } from '#client/surfaces/where.ts'
import { pathTo } from '#commands/screens.ts'
import { type Associate, associates } from '#contract/associates.ts'
import { maskCpfForLists } from '#domain/documents.ts'
import { formatAmount, formatCents } from '#domain/money.ts'
import { counted } from '#domain/text.ts'
import { shareText } from './associate-model.ts'

const NONE: readonly never[] = []
const dash = <span className={textStyles.m}>—</span>

const columns: readonly RegisterColumn<Associate>[] = [
  {
    id: 'name',
    title: 'Nome',
    least: 200,
    sort: one => one.name,
    render: one => (
      <>
        <span className={textStyles.med}>{one.name}</span>
        {one.is_administrator ? <span className={textStyles.m}> · administra</span> : null}
      </>
    ),
  },
  {
    id: 'document',
    title: 'CPF',
    width: 144,
    leaves: 3,
    render: one => <span className={textStyles.tabular}>{maskCpfForLists(one.document_number)}</span>,
  },
  {
    id: 'share',
    title: 'Participação',
    width: 116,
    align: 'right',
    sort: one => one.share_basis_points,
    render: one => shareText(one.share_basis_points),
  },
  {
    id: 'pay',
    title: 'Pró-labore (R$)',
    width: 136,
    align: 'right',
    sort: one => one.pro_labore_amount_cents,
    render: one =>
      one.pro_labore_amount_cents === 0 ? dash : <span className={textStyles.med}>{formatAmount(one.pro_labore_amount_cents)}</span>,
  },
  {
    id: 'net',
    title: 'Líquido (R$)',
    width: 124,
    align: 'right',
    leaves: 2,
    sort: one => one.withholdings.net_cents,
    render: one => (one.pro_labore_amount_cents === 0 ? dash : formatAmount(one.withholdings.net_cents)),
  },
  {
    id: 'dependents',
    title: 'Dependentes',
    width: 112,
    align: 'right',
    leaves: 1,
    sort: one => one.dependents_count,
    render: one => (one.dependents_count === 0 ? dash : one.dependents_count),
  },
  {
    id: 'warnings',
    title: 'Avisos',
    width: 96,
    render: one =>
      one.warnings.length === 0 ? null : (
        <Badge tone="warning" icon="triangle-alert">
          {counted(one.warnings.length, ['aviso', 'avisos'])}
        </Badge>
      ),
  },
]

function AssociateCard({ associate }: { associate: Associate }) {
  return (
    <div className={listingScreen.registerCard}>
      <span className={listingScreen.name}>{associate.name}</span>
      <span className={textStyles.tabular}>{shareText(associate.share_basis_points)}</span>
      <span className={classNames(textStyles.m, textStyles.small)}>{associate.is_administrator ? 'Administra a empresa' : 'Sócio'}</span>
      <span className={classNames(textStyles.m, textStyles.small, textStyles.tabular)}>
        {associate.pro_labore_amount_cents > 0 ? `pró-labore ${formatCents(associate.pro_labore_amount_cents)}` : 'sem pró-labore'}
      </span>
    </div>
  )
}

export function AssociatesScreen() {
  const c = useCompanyId()
  const phone = usePhone()
  const setSearch = useSetSearch()
  const { associates: filter = '' } = useScreenSearch()
  const openId = useRouteParam('associateId')
  const reading = useReading(associates.list, { params: { c } })
  const rows = reading.data ?? NONE
  const sum = (of: (one: Associate) => number) => rows.reduce((total, one) => total + of(one), 0)
  const pay = sum(one => one.pro_labore_amount_cents)
  return (
    <ListingScreen
      label="Sócios"
      kind="associate"
      noun={['sócio', 'sócios']}
      rows={rows}
      reading={reading}
      columns={columns}
      rowName={one => one.name}
      textOf={one => [one.name, one.document_number, maskCpfForLists(one.document_number), one.email, one.phone_number].join(' ')}
      card={one => <AssociateCard associate={one} />}
      sums={
        rows.length === 0
          ? undefined
          : {
              name: 'Total',
              share: shareText(sum(one => one.share_basis_points)),
              pay: phone ? formatCents(pay) : formatAmount(pay),
              net: formatAmount(sum(one => one.withholdings.net_cents)),
            }
      }
      filter={filter}
      onFilter={text => setSearch({ associates: text })}
      placeholder="Filtrar por nome, CPF, e-mail"
      toolbar="associates.toolbar"
      openId={openId}
      addressOf={one => pathTo('associates.detail', { companyId: c, associateId: one.id })}
      primary={<Place at="associates.page" />}
      empty={{
        title: 'Nenhum sócio',
        text: 'Com os sócios aqui, o pró-labore mostra o INSS e o imposto de renda retidos, e cada um guarda seus documentos.',
        actions: <Place at="associates.empty" />,
      }}
    >
      <Outlet />
    </ListingScreen>
  )
}

export const CreateAssociate = () => <RunsNew command="associate.create" list="associates" />
