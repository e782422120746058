// Contacts as a list: who they are, by kind, and how to reach them; a person's CPF shows only its middle.
import { Outlet, useParams, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useReading } from '#client/data/queries.ts'
import { Badge } from '#client/kit/chip.tsx'
import { Tabs } from '#client/kit/tabs.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { ListingScreen, type RegisterColumn } from '#client/surfaces/listing-screen.tsx'
import { type Search, useCompanyId, useSetSearch } from '#client/surfaces/where.ts'
import { pathTo } from '#commands/screens.ts'
import { type Contact, contacts } from '#contract/contacts.ts'
import { maskPhone } from '#domain/contact-points.ts'
import { CONTACT_KIND_LABELS } from '#domain/labels.ts'
import { listedDocument } from './contact-model.ts'
import './contacts.css'

export { ContactDrawer, DeleteContact } from './contact-drawer.tsx'

const NONE: readonly never[] = []
const dash = <span className="m">—</span>

const KindBadge = ({ contact }: { contact: Contact }) => (
  <Badge tone={contact.kind === 'CUSTOMER' ? 'info' : 'muted'}>{CONTACT_KIND_LABELS[contact.kind]}</Badge>
)

const cityOf = (contact: Contact): string => [contact.address?.city, contact.address?.state].filter(Boolean).join(', ')

const columns: readonly RegisterColumn<Contact>[] = [
  {
    id: 'name',
    title: 'Nome',
    least: 220,
    sort: contact => contact.name,
    render: contact => (
      <>
        <span className="med">{contact.name}</span>
        {contact.nickname && contact.nickname !== contact.name ? <span className="m"> · {contact.nickname}</span> : null}
      </>
    ),
  },
  {
    id: 'kind',
    title: 'Tipo',
    width: 112,
    sort: contact => CONTACT_KIND_LABELS[contact.kind],
    groupable: true,
    render: contact => <KindBadge contact={contact} />,
  },
  {
    id: 'document',
    title: 'CPF ou CNPJ',
    width: 164,
    leaves: 4,
    sort: contact => contact.document_number,
    render: contact => <span className="tabular">{listedDocument(contact.document_number) || dash}</span>,
  },
  { id: 'email', title: 'E-mail', least: 180, leaves: 2, sort: contact => contact.email, render: contact => contact.email ?? dash },
  {
    id: 'phone',
    title: 'Telefone',
    width: 140,
    leaves: 3,
    render: contact => <span className="tabular">{contact.phone_number ? maskPhone(contact.phone_number) : dash}</span>,
  },
  { id: 'city', title: 'Cidade', width: 160, leaves: 1, sort: cityOf, groupable: true, render: contact => cityOf(contact) || dash },
]

/** Numbers are sought with and without their mask. */
const textOf = (contact: Contact): string =>
  [
    contact.name,
    contact.nickname,
    contact.document_number,
    listedDocument(contact.document_number),
    contact.email,
    contact.phone_number,
    cityOf(contact),
    CONTACT_KIND_LABELS[contact.kind],
  ].join(' ')

function ContactCard({ contact }: { contact: Contact }) {
  return (
    <div className="register-card">
      <span className="name">{contact.name}</span>
      <KindBadge contact={contact} />
      <span className="m small tabular">{listedDocument(contact.document_number) || 'sem documento'}</span>
      <span className="m small tabular">{contact.phone_number ? maskPhone(contact.phone_number) : ''}</span>
    </div>
  )
}

const KINDS = [
  { id: '', title: 'Todos' },
  { id: 'CUSTOMER', title: 'Clientes' },
  { id: 'SUPPLIER', title: 'Fornecedores' },
]

export function ContactsScreen() {
  const c = useCompanyId()
  const setSearch = useSetSearch()
  const { contacts: filter = '', contato: kind = '' } = useSearch({ strict: false }) as Search
  const { contactId: openId } = useParams({ strict: false }) as { contactId?: string }
  const reading = useReading(contacts.list, { query: { companyId: c } })
  const all = reading.data ?? NONE
  const rows = useMemo(() => (kind === '' ? all : all.filter(contact => contact.kind === kind)), [all, kind])
  const tabs = KINDS.map(({ id, title }) => ({
    id,
    title,
    ...(reading.data ? { count: id === '' ? all.length : all.filter(contact => contact.kind === id).length } : {}),
  }))
  return (
    <ListingScreen
      label="Contatos"
      kind="contact"
      noun={['contato', 'contatos']}
      rows={rows}
      reading={reading}
      columns={columns}
      rowName={contact => contact.name}
      textOf={textOf}
      card={contact => <ContactCard contact={contact} />}
      filter={filter}
      onFilter={text => setSearch({ contacts: text })}
      placeholder="Filtrar por nome, documento, e-mail, cidade"
      toolbar="contacts.toolbar"
      openId={openId}
      addressOf={contact => pathTo('contacts.detail', { companyId: c, contactId: contact.id })}
      head={<Tabs label="Tipo de contato" tabs={tabs} value={kind} onChange={id => setSearch({ contato: id })} />}
      primary={<CommandButton id="contact.create" variant="primary" icon />}
      bar={<CommandButton id="contact.import" variant="ghost" icon short />}
      empty={{
        title: 'Nenhum contato',
        text: 'Clientes e fornecedores aparecem aqui quando você cria ou importa.',
        actions: (
          <>
            <CommandButton id="contact.create" variant="primary" size="form" />
            <CommandButton id="contact.import" size="form" />
          </>
        ),
      }}
    >
      <Outlet />
    </ListingScreen>
  )
}
