// Inviting a person: tied to a document and a role, sent by e-mail or phone. Nobody's account is made here.
import { useMemo } from 'react'
import { z } from 'zod'
import { useReading } from '#client/data/queries.ts'
import { reachProblems } from '#client/data/reach.ts'
import { PhoneField } from '#client/kit/form/contact-fields.tsx'
import { DocumentField } from '#client/kit/form/document-field.tsx'
import formStyles from '#client/kit/form/form.module.css'
import { EmailField, TextField } from '#client/kit/form/text-field.tsx'
import { RolePicker } from '#client/kit/picker/pickers.tsx'
import { Skeleton } from '#client/kit/states.tsx'
import type { Asking } from '#client/surfaces/asked/asking.ts'
import { CommandForm } from '#client/surfaces/asked/command-form.tsx'
import { RunsNew } from '#client/surfaces/asked/runs-new.tsx'
import { RunsOn } from '#client/surfaces/asked/runs-on.tsx'
import { useCompanyId, useScreenSearch } from '#client/surfaces/where.ts'
import { companyIn } from '#commands/kit/command.ts'
import type { Forms } from '#commands/kit/form.ts'
import { DocumentNumber } from '#contract/contacts.ts'
import { type CompanyUser, roles, users } from '#contract/people.ts'
import { isValidPhone } from '#domain/contact-points.ts'

const NONE: readonly never[] = []

export const InviteForm = z
  .object({
    document_number: z.string().min(1, 'Informe o CPF ou o CNPJ').pipe(DocumentNumber),
    name: z.string().trim().min(1, 'Informe o nome').max(200, 'Até 200 caracteres'),
    role_id: z.string({ error: 'Escolha o cargo' }).min(1, 'Escolha o cargo'),
    email: z.union([z.literal(''), z.email('E-mail inválido').max(254, 'Até 254 caracteres')]),
    phone_number: z.string().refine(phone => phone === '' || isValidPhone(phone), 'Telefone inválido'),
  })
  .refine(form => form.email !== '' || form.phone_number !== '', {
    path: ['email'],
    message: 'Informe o e-mail ou o telefone que recebe o convite',
    when: ({ issues }) => issues.length === 0,
  })
type InviteInput = z.input<typeof InviteForm>

const inviteDefaults = (again: CompanyUser | undefined): InviteInput => ({
  document_number: '',
  name: again?.name ?? '',
  role_id: again?.role.id ?? '',
  email: again?.email ?? '',
  phone_number: again?.phone_number ?? '',
})

export function AskedInvitation({ asking }: { asking: Asking<Forms['invitation']> }) {
  return (
    <CommandForm
      asking={asking}
      schema={InviteForm}
      start={({ records: [again] }) => inviteDefaults(again as CompanyUser | undefined)}
      check={reachProblems}
    >
      <InviteFields c={companyIn(asking.target).id} />
    </CommandForm>
  )
}

/** `?convite=` names the person whose invitation lapsed. */
export function InviteUser() {
  const { convite } = useScreenSearch()
  const people = useReading(users.list, { params: { c: useCompanyId() } }).data
  if (convite === undefined) return <RunsNew command="user.invite" list="users" />
  return <RunsOn command="user.invite-again" kind="user" record={people?.find(user => user.id === convite)} list="users" />
}

function InviteFields({ c }: { c: string }) {
  const reading = useReading(roles.list, { params: { c } })
  const given = useMemo(() => (reading.data ?? NONE).filter(role => role.may_give), [reading.data])
  if (reading.isPending) return <Skeleton rows={4} />
  return (
    <>
      <DocumentField name="document_number" label="CPF ou CNPJ" autoFocus help="É com ele que a pessoa entra para aceitar." />
      <TextField name="name" label="Nome" maxLength={200} />
      <RolePicker name="role_id" label="Cargo" roles={given} placeholder="O que a pessoa pode fazer" />
      <div className={formStyles.two}>
        <EmailField name="email" label="E-mail" autoComplete="off" maxLength={254} />
        <PhoneField name="phone_number" label="Telefone" />
      </div>
    </>
  )
}
