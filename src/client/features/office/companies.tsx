// The office's companies: who attends each of them, what waits, and a new one by its CNPJ.

import { Outlet } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useReading } from '#client/data/queries.ts'
import { Badge } from '#client/kit/chip.tsx'
import { classNames } from '#client/kit/class-names.ts'
import { DrawerSection } from '#client/kit/drawer.tsx'
import facts from '#client/kit/facts.module.css'
import textStyles from '#client/kit/look/text.module.css'
import { ErrorState, Skeleton } from '#client/kit/states.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import listingScreen from '#client/surfaces/listing-screen.module.css'
import { ListingScreen, type RegisterColumn } from '#client/surfaces/listing-screen.tsx'
import { useOffice } from '#client/surfaces/office.ts'
import { Place } from '#client/surfaces/place.tsx'
import { Detail, RecordDrawer } from '#client/surfaces/record-drawer.tsx'
import { useRouteParam, useScreenSearch, useSetSearch } from '#client/surfaces/where.ts'
import { pathTo } from '#commands/screens.ts'
import { type CompanySummary, companies } from '#contract/companies.ts'
import { type OrganizationUser, organizations } from '#contract/people.ts'
import { formatDay } from '#domain/days.ts'
import { formatDocument } from '#domain/documents.ts'
import { TAX_REGIME_LABELS } from '#domain/labels.ts'
import { formatCount } from '#domain/text.ts'
import styles from './office.module.css'

const NONE: readonly never[] = []

type Row = CompanySummary & { manages: boolean; attendants: readonly Attendant[] }
interface Attendant {
  id: string
  name: string
  role_name: string
}

/** Who attends a company, by name; the office's managers act in all of them and are not told. */
export function attendantsOf(companyId: string, people: readonly OrganizationUser[]): readonly Attendant[] {
  return people.flatMap(({ id, name, companies: served }) => {
    const here = served.find(company => company.id === companyId)
    return here ? [{ id, name: name ?? 'Sem nome', role_name: here.role_name }] : []
  })
}

function useOfficeCompanies() {
  const reading = useReading(companies.organization)
  const people = useReading(organizations.users).data
  const { mayOffice } = useOffice()
  const manages = mayOffice('assignments', 'c')
  const rows = useMemo<readonly Row[]>(
    () => (reading.data ?? NONE).map(company => ({ ...company, manages, attendants: attendantsOf(company.id, people ?? NONE) })),
    [reading.data, people, manages],
  )
  return { reading, rows }
}

const namesOf = (row: Row): string => row.attendants.map(one => one.name).join(', ')
const waitingIn = (row: Row): number => row.pending_lines_count + row.overdue_bills_count + row.overdue_receivables_count

const columns: readonly RegisterColumn<Row>[] = [
  { id: 'name', title: 'Empresa', least: 220, sort: row => row.name, render: row => <span className={textStyles.med}>{row.name}</span> },
  {
    id: 'document',
    title: 'CNPJ',
    width: 164,
    leaves: 3,
    sort: row => row.document_number,
    render: row => <span className={textStyles.tabular}>{formatDocument(row.document_number)}</span>,
  },
  {
    id: 'regime',
    title: 'Regime',
    width: 140,
    leaves: 2,
    sort: row => TAX_REGIME_LABELS[row.tax_regime],
    groupable: true,
    render: row => TAX_REGIME_LABELS[row.tax_regime],
  },
  {
    id: 'attendants',
    title: 'Quem atende',
    least: 180,
    sort: namesOf,
    groupable: true,
    render: row => namesOf(row) || <span className={textStyles.m}>só a gestão</span>,
  },
  { id: 'role', title: 'Seu cargo', width: 132, leaves: 1, groupable: row => row.role_name, render: row => row.role_name },
  {
    id: 'waiting',
    title: 'Esperando',
    width: 96,
    align: 'right',
    sort: waitingIn,
    sums: formatCount,
    render: row =>
      waitingIn(row) > 0 ? (
        <span className={textStyles.tabular}>{formatCount(waitingIn(row))}</span>
      ) : (
        <span className={textStyles.m}>—</span>
      ),
  },
]

export function OfficeCompanies() {
  const setSearch = useSetSearch()
  const { empresas: filter = '' } = useScreenSearch()
  const officeCompanyId = useRouteParam('officeCompanyId')
  const { reading, rows } = useOfficeCompanies()
  return (
    <ListingScreen
      label="Empresas do escritório"
      kind="office_company"
      noun={['empresa', 'empresas']}
      rows={rows}
      reading={reading}
      columns={columns}
      rowName={row => row.name}
      textOf={row =>
        [row.name, row.document_number, formatDocument(row.document_number), TAX_REGIME_LABELS[row.tax_regime], namesOf(row)].join(' ')
      }
      card={row => (
        <div className={listingScreen.registerCard}>
          <span className={listingScreen.name}>{row.name}</span>
          {waitingIn(row) > 0 ? <Badge>{`${waitingIn(row)} esperando`}</Badge> : <span />}
          <span className={classNames(textStyles.m, textStyles.small)}>{formatDocument(row.document_number)}</span>
          <span className={classNames(textStyles.m, textStyles.small)}>{namesOf(row)}</span>
        </div>
      )}
      selectable={false}
      filter={filter}
      onFilter={text => setSearch({ empresas: text })}
      placeholder="Filtrar por nome, CNPJ, regime ou contador"
      toolbar="office-companies.toolbar"
      openId={officeCompanyId ?? null}
      addressOf={row => pathTo('organization.company', { officeCompanyId: row.id })}
      primary={<Place at="office-companies.page" />}
      empty={{
        title: 'Nenhuma empresa',
        text: 'Cadastre a primeira pelo CNPJ.',
        actions: <Place at="office-companies.page" />,
      }}
    >
      <Outlet />
    </ListingScreen>
  )
}

export function OfficeCompanyDrawer() {
  const officeCompanyId = useRouteParam('officeCompanyId') ?? ''
  const { reading, rows } = useOfficeCompanies()
  const company = rows.find(row => row.id === officeCompanyId)
  return (
    <RecordDrawer
      id={officeCompanyId}
      list="organization.companies"
      label={company?.name ?? 'Empresa'}
      where="Empresa"
      footer={
        company ? (
          <>
            <CommandButton id="office-company.open" variant="primary" />
            <CommandButton id="office-company.assign" short />
          </>
        ) : undefined
      }
    >
      {company ? (
        <CompanyBody company={company} />
      ) : reading.isPending ? (
        <Skeleton rows={6} />
      ) : (
        <ErrorState
          title={reading.isError ? 'Não foi possível abrir a empresa' : 'Esta empresa não está entre as do escritório'}
          error={reading.error}
          {...(reading.isError ? {} : { text: 'Volte à lista e escolha outra.' })}
          onRetry={reading.isError ? () => void reading.refetch() : undefined}
        />
      )}
    </RecordDrawer>
  )
}

function CompanyBody({ company }: { company: Row }) {
  return (
    <>
      <section>
        <h2>{company.name}</h2>
        <p className={textStyles.m}>{formatDocument(company.document_number)}</p>
      </section>
      <DrawerSection title="Dados">
        <dl className={facts.kv} data-part="facts">
          <Detail name="Regime">{TAX_REGIME_LABELS[company.tax_regime]}</Detail>
          <Detail name="Seu cargo">{company.role_name}</Detail>
          <Detail name="A conciliar">{company.pending_lines_count > 0 ? formatCount(company.pending_lines_count) : 'nada'}</Detail>
          <Detail name="A pagar vencidas">{formatCount(company.overdue_bills_count)}</Detail>
          <Detail name="A receber vencidas">{formatCount(company.overdue_receivables_count)}</Detail>
          <Detail name="Último extrato">{company.last_statement_date ? formatDay(company.last_statement_date) : 'nenhum'}</Detail>
          <Detail name="Fechada até">{company.last_closed_date ? formatDay(company.last_closed_date) : 'nenhum período'}</Detail>
        </dl>
      </DrawerSection>
      <DrawerSection title="Quem atende" action={<CommandButton id="office-company.unassign" variant="ghost" short />}>
        {company.attendants.length === 0 ? (
          <p className={classNames(textStyles.m, textStyles.small)}>Nenhum contador designado; a gestão do escritório atende todas.</p>
        ) : null}
        <ul className={styles.officeLines}>
          {company.attendants.map(one => (
            <li key={one.id}>
              <span>{one.name}</span>
              <span className={classNames(textStyles.m, textStyles.small)}>{one.role_name}</span>
            </li>
          ))}
        </ul>
      </DrawerSection>
    </>
  )
}
