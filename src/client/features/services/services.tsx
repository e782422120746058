// Services as a list: what the company does for others, each under its item of the national list.
import { Outlet, useParams, useSearch } from '@tanstack/react-router'
import { useReading } from '#client/data/queries.ts'
import { Badge } from '#client/kit/chip.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { ListingScreen, type RegisterColumn } from '#client/surfaces/listing-screen.tsx'
import { type Search, useCompanyId, useSetSearch } from '#client/surfaces/where.ts'
import { pathTo } from '#commands/screens.ts'
import { type Service, services } from '#contract/services.ts'
import { formatRate, maskServiceCode } from '#domain/fiscal/masks.ts'
import { formatCents } from '#domain/money.ts'

export { CreateService, DeleteService, ServiceDrawer } from './service-drawer.tsx'

const NONE: readonly never[] = []

const amountOf = ({ amount_cents }: Service) => (amount_cents > 0 ? formatCents(amount_cents) : <span className="m">a cada nota</span>)

const columns: readonly RegisterColumn<Service>[] = [
  {
    id: 'name',
    title: 'Nome',
    least: 200,
    sort: service => service.name,
    render: service => <span className="med">{service.name}</span>,
  },
  {
    id: 'municipal',
    title: 'Serviço municipal',
    least: 240,
    leaves: 2,
    sort: service => service.municipal_service.code,
    render: ({ municipal_service: { code, description } }) => (
      <>
        <span className="tabular">{maskServiceCode(code)}</span> <span className="m">{description}</span>
      </>
    ),
  },
  {
    id: 'iss',
    title: 'ISS',
    width: 72,
    align: 'right',
    leaves: 3,
    sort: service => service.iss_rate,
    render: service => formatRate(service.iss_rate),
  },
  {
    id: 'withheld',
    title: 'Retenção',
    width: 120,
    leaves: 1,
    sort: service => (service.iss_withheld ? 0 : 1),
    render: service => (service.iss_withheld ? <Badge tone="info">ISS retido</Badge> : <span className="m">—</span>),
  },
  { id: 'amount', title: 'Valor', width: 124, align: 'right', sort: service => service.amount_cents, render: amountOf },
]

const textOf = ({ name, description, municipal_service: item }: Service): string =>
  [name, description, item.code, maskServiceCode(item.code), item.description].join(' ')

const ServiceCard = ({ service }: { service: Service }) => (
  <div className="register-card">
    <span className="name">{service.name}</span>
    <span className="num med">{amountOf(service)}</span>
    <span className="m small">{service.municipal_service.description}</span>
    <span className="m small tabular">ISS {formatRate(service.iss_rate)}</span>
  </div>
)

export function ServicesScreen() {
  const c = useCompanyId()
  const setSearch = useSetSearch()
  const { services: filter = '' } = useSearch({ strict: false }) as Search
  const { companyServiceId: openId } = useParams({ strict: false }) as { companyServiceId?: string }
  const reading = useReading(services.list, { params: { c } })
  return (
    <ListingScreen
      label="Serviços"
      kind="service"
      noun={['serviço', 'serviços']}
      rows={reading.data ?? NONE}
      reading={reading}
      columns={columns}
      rowName={service => service.name}
      textOf={textOf}
      card={service => <ServiceCard service={service} />}
      filter={filter}
      onFilter={text => setSearch({ services: text })}
      placeholder="Filtrar por nome ou serviço municipal"
      toolbar="services.toolbar"
      openId={openId}
      addressOf={service => pathTo('services.detail', { companyId: c, companyServiceId: service.id })}
      primary={<CommandButton id="service.create" variant="primary" icon />}
      empty={{
        title: 'Nenhum serviço',
        text: 'O que a empresa faz, com o item da lista nacional e o ISS, para as notas de serviço saírem prontas.',
        actions: <CommandButton id="service.create" variant="primary" size="form" />,
      }}
    >
      <Outlet />
    </ListingScreen>
  )
}
