// A contact: new in three steps whose draft survives a reload, short over another form, whole in its drawer.
import { useRouterState } from '@tanstack/react-router'
import { useMemo, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useReading } from '#client/data/queries.ts'
import { Button } from '#client/kit/button.tsx'
import { Note } from '#client/kit/drawer.tsx'
import type { DocumentSuggestion } from '#client/kit/form/document-field.tsx'
import { type Asking, isNested } from '#client/surfaces/asked/asking.ts'
import { CommandForm } from '#client/surfaces/asked/command-form.tsx'
import { discard } from '#client/surfaces/asked/draft.ts'
import { RunsNew } from '#client/surfaces/asked/runs-new.tsx'
import { useBackTo } from '#client/surfaces/back-to.ts'
import { houseOptions } from '#client/surfaces/house.ts'
import { useCompanyId } from '#client/surfaces/where.ts'
import type { AnyTarget } from '#commands/kit/command.ts'
import type { Forms } from '#commands/kit/form.ts'
import { pathTo, type ScreenId } from '#commands/screens.ts'
import { type Contact, contacts } from '#contract/contacts.ts'
import { documentError, normalizeDocument } from '#domain/documents.ts'
import type { ContactKind } from '#domain/enums.ts'
import { CONTACT_KIND_LABELS } from '#domain/labels.ts'
import { AddressFields, IdentityFields, PixFields, ReachFields } from './contact-fields.tsx'
import { ContactForm, type ContactInput, type ContactValues, contactBody, contactDefaults } from './contact-model.ts'
import './contacts.css'

const NONE: readonly never[] = []

type ContactAsking = Asking<Forms['contact']>
type ContactMethods = UseFormReturn<ContactInput, unknown, ContactValues>

/** What was typed in a selector is a document or a name. */
function startingWith(typed: unknown): Partial<ContactInput> {
  if (typeof typed !== 'string' || typed === '') return {}
  return /\d/.test(typed) && documentError(typed) === undefined ? { document_number: normalizeDocument(typed) } : { name: typed }
}

function startOf({ records: [contact] }: AnyTarget, { typed, kind }: Readonly<Record<string, unknown>>): ContactInput {
  if (contact !== undefined) return contactDefaults(contact as Contact)
  return { ...contactDefaults(kind ? { kind: kind as ContactKind } : undefined), ...startingWith(typed) }
}

/** Customers to suggest by document, and the contact that already is what is being created. */
function useKnownContacts(c: string) {
  const all = useReading(contacts.list, { query: { companyId: c } }).data ?? NONE
  const suggestions = useMemo(
    () =>
      all.flatMap(({ id, kind, name, document_number }) => (kind === 'CUSTOMER' && document_number ? [{ id, name, document_number }] : [])),
    [all],
  )
  const same = (kind: string, document: string) =>
    document === '' ? undefined : all.find(one => one.kind === kind && one.document_number === document)
  return { all, suggestions, same }
}

export function AskedContact({ asking }: { asking: ContactAsking }) {
  if (asking.target.records.length > 0) return <WholeContact asking={asking} />
  return isNested(asking.key) || asking.source !== 'address' ? <ShortContact asking={asking} /> : <ContactSteps asking={asking} />
}

function WholeContact({ asking }: { asking: ContactAsking }) {
  return (
    <CommandForm asking={asking} schema={ContactForm} start={startOf} send={contactBody}>
      <IdentityFields />
      <h3>Como falar e pagar</h3>
      <ReachFields />
      <PixFields />
      <h3>Endereço</h3>
      <AddressFields />
    </CommandForm>
  )
}

/** Over another form, or over any page: what a contact needs to be chosen. */
function ShortContact({ asking }: { asking: ContactAsking }) {
  const { suggestions } = useKnownContacts(useCompanyId())
  return (
    <CommandForm asking={asking} schema={ContactForm} start={startOf} send={contactBody}>
      <IdentityFields suggestions={suggestions} />
      <ReachFields />
    </CommandForm>
  )
}

const STEPS = [
  { screen: 'contacts.create-document', title: 'Documento e nome' },
  { screen: 'contacts.create-reach', title: 'E-mail, telefone e Pix' },
  { screen: 'contacts.create-address', title: 'Endereço' },
] as const satisfies readonly { screen: ScreenId; title: string }[]

/** Each step has its own address; the draft leads from one to the next. */
function ContactSteps({ asking }: { asking: ContactAsking }) {
  const c = useCompanyId()
  const back = useBackTo()
  const path = useRouterState({ select: state => state.location.pathname })
  const at = Math.max(
    0,
    STEPS.findIndex(({ screen }) => path === pathTo(screen, { companyId: c })),
  )
  const now = useRef(false)
  const last = at === STEPS.length - 1
  const step = (to: number) =>
    houseOptions().ports.go({
      to: pathTo(STEPS[to]?.screen ?? 'contacts', { companyId: c }),
      search: { nome: undefined, ...(back.value ? { backTo: back.value } : {}) },
    })
  const hold = () => {
    const finish = last || now.current
    now.current = false
    if (!finish) step(at + 1)
    return !finish
  }
  const parts = [
    (form: ContactMethods) => <IdentityStep form={form} asking={asking} />,
    () => (
      <>
        <ReachFields starting />
        <PixFields />
      </>
    ),
    () => <AddressFields starting />,
  ]
  return (
    <CommandForm
      key={at}
      asking={asking}
      schema={ContactForm}
      start={startOf}
      send={contactBody}
      hold={hold}
      description={`${at + 1} de ${STEPS.length} · ${STEPS[at]?.title ?? ''}`}
      {...(last ? {} : { submitLabel: 'Continuar' })}
      back={at > 0 ? { label: 'Voltar', run: () => step(at - 1) } : undefined}
      footer={
        last ? undefined : (
          <Button
            type="submit"
            size="form"
            onClick={() => {
              now.current = true
            }}
          >
            Criar agora
          </Button>
        )
      }
    >
      {form => parts[at]?.(form)}
    </CommandForm>
  )
}

function IdentityStep({ form, asking }: { form: ContactMethods; asking: ContactAsking }) {
  const c = useCompanyId()
  const back = useBackTo()
  const { all, suggestions, same } = useKnownContacts(c)
  const [kind, document] = form.watch(['kind', 'document_number'])
  const twin = same(kind, document)
  const take = ({ id }: DocumentSuggestion) => {
    const known = all.find(one => one.id === id)
    if (known) form.reset({ ...contactDefaults(known), kind: form.getValues('kind') }, { keepDefaultValues: true })
  }
  const use = (contact: Contact) => {
    discard(asking)
    back.leave(pathTo('contacts.detail', { companyId: c, contactId: contact.id }), { kind: 'contact', id: contact.id })
  }
  return (
    <>
      <IdentityFields suggestions={suggestions} onSuggestion={take} />
      {twin ? (
        <div className="twin">
          <Note kind="info">
            {twin.name} já é {CONTACT_KIND_LABELS[twin.kind].toLowerCase()} com este documento
          </Note>
          <Button size="form" onClick={() => use(twin)}>
            {back.nested ? 'Usar este contato' : 'Abrir contato'}
          </Button>
        </div>
      ) : null}
    </>
  )
}

/** The kind a waiting selector wants: suppliers for what is paid, customers for what is received. */
function wantedKind(from: string | undefined): ContactKind | undefined {
  return from?.includes('/bills') ? 'SUPPLIER' : from?.includes('/receivables') ? 'CUSTOMER' : undefined
}

export function CreateContact() {
  const kind = wantedKind(useBackTo().value)
  return <RunsNew command="contact.create" kind="contact" list="contacts" given={kind ? { kind } : {}} />
}

export const ImportContacts = () => <RunsNew command="contact.import" list="contacts" />
