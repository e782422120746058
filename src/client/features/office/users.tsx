// The office's people: what each attends, invitations on their way, and a new one.

import { useMemo, useState } from 'react'
import { z } from 'zod'
import { useReading } from '#client/data/queries.ts'
import { Badge } from '#client/kit/chip.tsx'
import { classNames } from '#client/kit/class-names.ts'
import { DrawerSection } from '#client/kit/drawer.tsx'
import facts from '#client/kit/facts.module.css'
import { PhoneField } from '#client/kit/form/contact-fields.tsx'
import formStyles from '#client/kit/form/form.module.css'
import { EmailField, TextField } from '#client/kit/form/text-field.tsx'
import textStyles from '#client/kit/look/text.module.css'
import type { Asking } from '#client/surfaces/asked/asking.ts'
import { CommandForm } from '#client/surfaces/asked/command-form.tsx'
import listingScreen from '#client/surfaces/listing-screen.module.css'
import { ListingScreen, type RegisterColumn } from '#client/surfaces/listing-screen.tsx'
import { LookedUpDocument } from '#client/surfaces/looked-up-document.tsx'
import { useOffice } from '#client/surfaces/office.ts'
import { Place } from '#client/surfaces/place.tsx'
import { Detail, RecordDrawer } from '#client/surfaces/record-drawer.tsx'
import { useScreenSearch, useSetSearch } from '#client/surfaces/where.ts'
import type { Forms } from '#commands/kit/form.ts'
import { type OrganizationUser, organizations } from '#contract/people.ts'
import { isValidPhone, maskPhone } from '#domain/contact-points.ts'
import { isValidCpf } from '#domain/documents.ts'
import { USER_KIND_LABELS } from '#domain/labels.ts'
import { counted, formatCount } from '#domain/text.ts'
import styles from './office.module.css'

const NONE: readonly never[] = []
type Row = OrganizationUser & { manages: boolean }

const nameOf = (row: OrganizationUser): string => row.name ?? row.email ?? 'Convite'
const served = (row: OrganizationUser): string =>
  row.kind === 'ORGANIZATION_MANAGER' ? 'todas' : row.companies.length === 0 ? '—' : formatCount(row.companies.length)

function Status({ row }: { row: OrganizationUser }) {
  return row.status === 'ACTIVE' ? (
    <Badge tone="ok" icon="circle-check">
      Ativo
    </Badge>
  ) : (
    <Badge tone="info" icon="clock-3">
      Convite enviado
    </Badge>
  )
}

const columns: readonly RegisterColumn<Row>[] = [
  { id: 'name', title: 'Nome', least: 176, sort: nameOf, render: row => <span className={textStyles.med}>{nameOf(row)}</span> },
  {
    id: 'kind',
    title: 'Função',
    width: 160,
    leaves: 3,
    sort: row => USER_KIND_LABELS[row.kind],
    groupable: true,
    render: row => USER_KIND_LABELS[row.kind],
  },
  {
    id: 'email',
    title: 'E-mail',
    least: 232,
    leaves: 2,
    sort: row => row.email,
    render: row => row.email ?? <span className={textStyles.m}>—</span>,
  },
  {
    id: 'phone',
    title: 'Telefone',
    width: 144,
    leaves: 1,
    render: row => <span className={textStyles.tabular}>{row.phone_number ? maskPhone(row.phone_number) : '—'}</span>,
  },
  {
    id: 'companies',
    title: 'Empresas',
    width: 96,
    align: 'right',
    sort: row => row.companies.length,
    render: row => <span className={textStyles.tabular}>{served(row)}</span>,
  },
  { id: 'status', title: 'Situação', width: 148, sort: row => row.status, render: row => <Status row={row} /> },
]

export function OfficeUsers() {
  const setSearch = useSetSearch()
  const { pessoas: filter = '' } = useScreenSearch()
  const reading = useReading(organizations.users)
  const { mayOffice } = useOffice()
  const manages = mayOffice('users', 'c')
  const rows = useMemo<readonly Row[]>(() => (reading.data ?? NONE).map(user => ({ ...user, manages })), [reading.data, manages])
  const [openId, setOpenId] = useState<string>()
  const open = rows.find(row => row.id === openId)
  return (
    <ListingScreen
      label="Pessoas do escritório"
      kind="office_user"
      noun={['pessoa', 'pessoas']}
      rows={rows}
      reading={reading}
      columns={columns}
      rowName={nameOf}
      textOf={row =>
        [row.name, row.email, row.phone_number, USER_KIND_LABELS[row.kind], ...row.companies.map(company => company.name)].join(' ')
      }
      card={row => (
        <div className={listingScreen.registerCard}>
          <span className={listingScreen.name}>{nameOf(row)}</span>
          <Status row={row} />
          <span className={classNames(textStyles.m, textStyles.small)}>{USER_KIND_LABELS[row.kind]}</span>
          <span className={classNames(textStyles.m, textStyles.small)}>
            {row.kind === 'ORGANIZATION_MANAGER' ? 'todas as empresas' : counted(row.companies.length, ['empresa', 'empresas'])}
          </span>
        </div>
      )}
      isMuted={row => row.status !== 'ACTIVE'}
      selectable={false}
      filter={filter}
      onFilter={text => setSearch({ pessoas: text })}
      placeholder="Filtrar por nome, e-mail ou empresa"
      toolbar="office-users.toolbar"
      openId={openId}
      onOpen={row => setOpenId(row.id)}
      primary={manages ? <Place at="office-users.page" /> : undefined}
      empty={{ title: 'Ninguém no escritório', text: 'Quem você convidar aparece aqui.' }}
    >
      {open ? <UserDrawer key={open.id} user={open} onClose={() => setOpenId(undefined)} /> : null}
    </ListingScreen>
  )
}

function UserDrawer({ user, onClose }: { user: Row; onClose(): void }) {
  return (
    <RecordDrawer
      id={user.id}
      list="organization.users"
      label={nameOf(user)}
      where="Pessoa do escritório"
      onClose={onClose}
      footer={user.manages ? <Place at="office_user.drawer" /> : undefined}
    >
      <section>
        <h2>{nameOf(user)}</h2>
        <p className={styles.officeActions}>
          <Status row={user} />
        </p>
      </section>
      <DrawerSection title="Dados">
        <dl className={facts.kv} data-part="facts">
          <Detail name="Função">{USER_KIND_LABELS[user.kind]}</Detail>
          <Detail name="E-mail">{user.email}</Detail>
          <Detail name="Telefone">{user.phone_number ? maskPhone(user.phone_number) : null}</Detail>
        </dl>
      </DrawerSection>
      <DrawerSection title="Empresas que atende">
        {user.kind === 'ORGANIZATION_MANAGER' ? (
          <p className={classNames(textStyles.m, textStyles.small)}>O gestor atende todas as empresas do escritório.</p>
        ) : user.companies.length === 0 ? (
          <p className={classNames(textStyles.m, textStyles.small)}>Nenhuma. Designe empresas em “Empresas do escritório”.</p>
        ) : null}
        <ul className={styles.officeLines}>
          {user.companies.map(company => (
            <li key={company.id}>
              <span>{company.name}</span>
              <span className={classNames(textStyles.m, textStyles.small)}>{company.role_name}</span>
            </li>
          ))}
        </ul>
      </DrawerSection>
    </RecordDrawer>
  )
}

const schema = z
  .object({
    name: z.string().trim().min(1, 'Informe o nome').max(200, 'Até 200 caracteres'),
    document_number: z
      .string()
      .min(1, 'Informe o CPF')
      .refine(isValidCpf, { error: 'CPF é inválido', when: ({ issues }) => issues.length === 0 }),
    email: z.union([z.literal(''), z.email('E-mail inválido')]),
    phone_number: z.string().refine(phone => phone === '' || isValidPhone(phone), 'Telefone inválido'),
  })
  .refine(form => form.email !== '' || form.phone_number !== '', { path: ['email'], message: 'Informe e-mail ou telefone' })
const DEFAULTS = { name: '', document_number: '', email: '', phone_number: '' }

export function AskedOfficeUser({ asking }: { asking: Asking<Forms['office-user']> }) {
  return (
    <CommandForm
      asking={asking}
      schema={schema}
      start={() => DEFAULTS}
      send={({ email, phone_number, ...body }) => ({ ...body, ...(email ? { email } : {}), ...(phone_number ? { phone_number } : {}) })}
    >
      <TextField name="name" label="Nome" autoFocus maxLength={200} />
      <LookedUpDocument name="document_number" label="CPF" />
      <div className={formStyles.two}>
        <EmailField name="email" label="E-mail" autoComplete="off" />
        <PhoneField name="phone_number" label="Telefone" />
      </div>
    </CommandForm>
  )
}
