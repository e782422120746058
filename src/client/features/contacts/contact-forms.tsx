// A new contact in three steps whose draft survives a reload, the short form a selector opens, and contacts from a sheet.
import { useMemo, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { call } from '#client/data/api.ts'
import { useReading } from '#client/data/queries.ts'
import { Button } from '#client/kit/button.tsx'
import { Note } from '#client/kit/drawer.tsx'
import type { DocumentSuggestion } from '#client/kit/form/document-field.tsx'
import { type BackTo, useBackTo } from '#client/surfaces/back-to.ts'
import { FormDialog } from '#client/surfaces/form-dialog.tsx'
import { settleWrite } from '#client/surfaces/form-outcome.ts'
import { houseOptions } from '#client/surfaces/house.ts'
import { SheetImport } from '#client/surfaces/sheet-import.tsx'
import { useCompanyId } from '#client/surfaces/where.ts'
import { pathTo, type ScreenId } from '#commands/screens.ts'
import { type Contact, contacts } from '#contract/contacts.ts'
import { documentError, normalizeDocument } from '#domain/documents.ts'
import type { ContactKind } from '#domain/enums.ts'
import { CONTACT_KIND_LABELS } from '#domain/labels.ts'
import { AddressFields, IdentityFields, PixFields, ReachFields } from './contact-fields.tsx'
import { ContactForm, type ContactInput, type ContactValues, contactBody, contactDefaults, keepDraft, readDraft } from './contact-model.ts'
import './contacts.css'

const NONE: readonly never[] = []

async function create(c: string, values: ContactValues): Promise<Contact> {
  const { data, batch_id } = await call(contacts.create, { body: { ...contactBody(values), company_id: c } })
  settleWrite({ say: `Contato ${data.name} criado`, batch_id, focus: data.id })
  return data
}

/** The kind a waiting selector wants: suppliers for what is paid, customers for what is received. */
function wantedKind(back: BackTo): ContactKind | undefined {
  if (back.value === undefined) return undefined
  return back.value.includes('/bills') ? 'SUPPLIER' : back.value.includes('/receivables') ? 'CUSTOMER' : undefined
}

/** What was typed in a selector is a document or a name. */
function startingWith(typed: string): Partial<ContactInput> {
  if (typed === '') return {}
  return /\d/.test(typed) && documentError(typed) === undefined ? { document_number: normalizeDocument(typed) } : { name: typed }
}

const STEPS: readonly ScreenId[] = ['contacts.create-document', 'contacts.create-reach', 'contacts.create-address']

interface StepProps {
  /** 0, 1, 2. */
  at: number
  title: string
  /** Which part of the schema must hold before going on. */
  schema: typeof ContactForm
  children(form: UseFormReturn<ContactInput, unknown, ContactValues>): React.ReactNode
}

function ContactStep({ at, title, schema, children }: StepProps) {
  const c = useCompanyId()
  const back = useBackTo()
  const finish = useRef(false)
  const [start] = useState(() => {
    const draft = at === 0 && back.typed !== '' ? undefined : readDraft(c)
    if (draft) return draft
    const kind = wantedKind(back)
    return { ...contactDefaults(kind ? { kind } : undefined), ...startingWith(back.typed) }
  })
  const last = at === STEPS.length - 1
  const step = (to: number) =>
    houseOptions().ports.go({
      to: pathTo(STEPS[to] ?? 'contacts', { companyId: c }),
      search: { nome: undefined, ...(back.value ? { backTo: back.value } : {}) },
    })
  const leave = () => {
    keepDraft(c, undefined)
    back.leave(pathTo('contacts', { companyId: c }))
  }
  const save = async (values: ContactValues) => {
    const now = finish.current
    finish.current = false
    if (!last && !now) {
      keepDraft(c, values)
      return step(at + 1)
    }
    const contact = await create(c, values)
    keepDraft(c, undefined)
    return back.leave(pathTo('contacts.detail', { companyId: c, contactId: contact.id }), { kind: 'contact', id: contact.id })
  }
  return (
    <FormDialog
      key={at}
      title="Novo contato"
      description={`${at + 1} de ${STEPS.length} · ${title}`}
      schema={schema}
      defaults={start}
      submitLabel={last ? 'Criar contato' : 'Continuar'}
      onSubmit={save}
      onClose={leave}
      {...(at > 0 ? { cancelLabel: 'Voltar', onBack: () => step(at - 1) } : {})}
      footer={
        last ? undefined : (
          <Button
            type="submit"
            size="form"
            onClick={() => {
              finish.current = true
            }}
          >
            Criar agora
          </Button>
        )
      }
    >
      {children}
    </FormDialog>
  )
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

function IdentityStep({ form }: { form: UseFormReturn<ContactInput, unknown, ContactValues> }) {
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
    keepDraft(c, undefined)
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

export function ContactDocumentStep() {
  return (
    <ContactStep at={0} title="Documento e nome" schema={ContactForm}>
      {form => <IdentityStep form={form} />}
    </ContactStep>
  )
}

export function ContactReachStep() {
  return (
    <ContactStep at={1} title="E-mail, telefone e Pix" schema={ContactForm}>
      {() => (
        <>
          <ReachFields starting />
          <PixFields />
        </>
      )}
    </ContactStep>
  )
}

export function ContactAddressStep() {
  return (
    <ContactStep at={2} title="Endereço" schema={ContactForm}>
      {() => <AddressFields starting />}
    </ContactStep>
  )
}

interface NewContactProps {
  c: string
  kind?: ContactKind | undefined
  /** What was typed in the selector that asked for it. */
  typed?: string | undefined
  onCreated(id: string): void
  onClose(): void
}

/** The short form, in a dialog of its own: any form may open it over itself and go on with the new contact selected. */
export function NewContact({ c, kind, typed = '', onCreated, onClose }: NewContactProps) {
  const { suggestions } = useKnownContacts(c)
  return (
    <FormDialog
      title="Novo contato"
      schema={ContactForm}
      defaults={{ ...contactDefaults(kind ? { kind } : undefined), ...startingWith(typed) }}
      submitLabel="Criar contato"
      onSubmit={async values => onCreated((await create(c, values)).id)}
      onClose={onClose}
    >
      <IdentityFields suggestions={suggestions} />
      <ReachFields />
    </FormDialog>
  )
}

export function ImportContacts() {
  const c = useCompanyId()
  return (
    <SheetImport
      title="Importar contatos"
      description="Planilha CSV ou XLSX com as colunas Nome e Tipo (cliente, fornecedor ou ambos); Documento, E-mail, Telefone e Apelido são opcionais. Com qualquer erro, nada entra."
      send={file => call(contacts.import, { params: { c }, form: { file } as never })}
      say={count => (count === 1 ? '1 contato importado' : `${count} contatos importados`)}
      onClose={() => houseOptions().ports.go(pathTo('contacts', { companyId: c }))}
    />
  )
}
