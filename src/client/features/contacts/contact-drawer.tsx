// One contact, read first: who it is, how to reach and pay it, where it is; the form in the same place; and its deletion.
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '#client/data/api.ts'
import { useReading } from '#client/data/queries.ts'
import { Badge } from '#client/kit/chip.tsx'
import { ConfirmDialog } from '#client/kit/dialog.tsx'
import { DrawerSection } from '#client/kit/drawer.tsx'
import { Form, FormFooter } from '#client/kit/form/form.tsx'
import { ErrorState, Skeleton } from '#client/kit/states.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { EditButton } from '#client/surfaces/edit-button.tsx'
import { formFailed, settleWrite, writeFailed } from '#client/surfaces/form-outcome.ts'
import { houseOptions } from '#client/surfaces/house.ts'
import { Detail, mayDiscard, RecordDrawer, useEditing } from '#client/surfaces/record-drawer.tsx'
import { useCompanyId } from '#client/surfaces/where.ts'
import { pathTo } from '#commands/screens.ts'
import { type Contact, contacts } from '#contract/contacts.ts'
import { maskPhone } from '#domain/contact-points.ts'
import { CONTACT_KIND_LABELS, CONTACT_TYPE_LABELS, PIX_KEY_TYPE_LABELS } from '#domain/labels.ts'
import { AddressFields, IdentityFields, PixFields, ReachFields } from './contact-fields.tsx'
import { ContactForm, type ContactValues, contactBody, contactDefaults, wholeDocument } from './contact-model.ts'
import './contacts.css'

function useContactRoute() {
  const c = useCompanyId()
  const { contactId: id = '' } = useParams({ strict: false }) as { contactId?: string }
  const reading = useReading(contacts.list, { query: { companyId: c } })
  return { c, id, reading, contact: reading.data?.find(one => one.id === id) }
}

export function ContactDrawer() {
  const { id, reading, contact } = useContactRoute()
  const { may, editing, setEditing } = useEditing(id, 'contacts:u')
  const [dirty, setDirty] = useState(false)
  const leaveForm = () => {
    setEditing(false)
    setDirty(false)
  }
  const missing = reading.data !== undefined && contact === undefined
  return (
    <RecordDrawer
      id={id}
      list="contacts"
      label={contact?.name ?? 'Contato'}
      where="Contato"
      dirty={dirty}
      onLeaveForm={editing ? leaveForm : undefined}
      footer={
        contact && !editing ? (
          <>
            <CommandButton id={contact.kind === 'SUPPLIER' ? 'contact.bills' : 'contact.receivables'} short variant="secondary" />
            <CommandButton id={contact.kind === 'SUPPLIER' ? 'contact.receivables' : 'contact.bills'} short variant="ghost" />
            <span className="end">
              <CommandButton id="contact.delete" variant="ghost" short />
            </span>
          </>
        ) : undefined
      }
    >
      {reading.isError || missing ? (
        <ErrorState
          title={missing ? 'Este contato não existe mais' : 'Não foi possível abrir o contato'}
          text={reading.error?.message}
          onRetry={() => void reading.refetch()}
        />
      ) : contact === undefined ? (
        <Skeleton rows={8} />
      ) : editing ? (
        <EditContact key={contact.id} contact={contact} onDirty={setDirty} onDone={leaveForm} />
      ) : (
        <ContactDetail contact={contact} onEdit={may ? () => setEditing(true) : undefined} />
      )}
    </RecordDrawer>
  )
}

/** 'Rua das Flores, 12, sala 3' and 'Centro, Campinas, SP, 13010-000': the parts that are known. */
function addressLines(address: Contact['address']): readonly string[] {
  if (address === null) return []
  const join = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(', ')
  return [
    join(address.street, address.number, address.additional_information),
    join(address.neighborhood, address.city, address.state, address.postal_code),
  ].filter(line => line !== '')
}

function ContactDetail({ contact, onEdit }: { contact: Contact; onEdit: (() => void) | undefined }) {
  const lines = addressLines(contact.address)
  return (
    <>
      <section>
        <h2>{contact.name}</h2>
        {contact.nickname ? <p className="m">{contact.nickname}</p> : null}
        <p className="contact-badges">
          <Badge tone={contact.kind === 'CUSTOMER' ? 'info' : 'muted'}>{CONTACT_KIND_LABELS[contact.kind]}</Badge>
          {contact.is_international ? <Badge tone="muted">Exterior</Badge> : null}
        </p>
      </section>
      <DrawerSection title="Dados" action={onEdit ? <EditButton onEdit={onEdit} /> : undefined}>
        <dl className="kv">
          <Detail name="Documento">{contact.document_number ? wholeDocument(contact.document_number) : 'não informado'}</Detail>
          <Detail name="Pessoa">{CONTACT_TYPE_LABELS[contact.type]}</Detail>
          <Detail name="Insc. estadual">{contact.state_tax_number}</Detail>
          <Detail name="E-mail">{contact.email ? <a href={`mailto:${contact.email}`}>{contact.email}</a> : null}</Detail>
          <Detail name="Telefone">
            {contact.phone_number ? <a href={`tel:${contact.phone_number}`}>{maskPhone(contact.phone_number)}</a> : null}
          </Detail>
          <Detail name="País">{contact.country}</Detail>
        </dl>
      </DrawerSection>
      {lines.length > 0 ? (
        <DrawerSection title="Endereço">
          {lines.map(line => (
            <p key={line} className="contact-line">
              {line}
            </p>
          ))}
        </DrawerSection>
      ) : null}
      {contact.pix_keys.length > 0 ? (
        <DrawerSection title="Chaves Pix">
          <dl className="kv">
            {contact.pix_keys.map(({ type, key }) => (
              <Detail key={key} name={PIX_KEY_TYPE_LABELS[type]}>
                {key}
              </Detail>
            ))}
          </dl>
        </DrawerSection>
      ) : null}
    </>
  )
}

interface EditContactProps {
  contact: Contact
  onDirty(dirty: boolean): void
  onDone(): void
}

function EditContact({ contact, onDirty, onDone }: EditContactProps) {
  const [dirty, setDirty] = useState(false)
  const save = async (values: ContactValues) => {
    try {
      const body = { ...contactBody(values), version: contact.version }
      const reply = await call(contacts.update, { params: { id: contact.id }, body })
      settleWrite({ say: `Contato ${reply.data.name} alterado`, batch_id: reply.batch_id, focus: contact.id })
      onDone()
    } catch (error) {
      formFailed(error)
    }
  }
  const leave = async () => {
    if (await mayDiscard(dirty)) onDone()
  }
  return (
    <section>
      <Form
        schema={ContactForm}
        defaults={contactDefaults(contact)}
        onSubmit={save}
        label="Alterar contato"
        onDirty={now => {
          setDirty(now)
          onDirty(now)
        }}
      >
        <IdentityFields />
        <h3>Como falar e pagar</h3>
        <ReachFields />
        <PixFields />
        <h3>Endereço</h3>
        <AddressFields />
        <FormFooter submitLabel="Salvar" onCancel={() => void leave()} />
      </Form>
    </section>
  )
}

export function DeleteContact() {
  const { c, id, contact } = useContactRoute()
  const close = () => houseOptions().ports.go(pathTo('contacts', { companyId: c }))
  const remove = async () => {
    try {
      const { batch_id } = await call(contacts.delete, { params: { id } })
      settleWrite({ say: `Contato ${contact?.name ?? ''} excluído`, batch_id, focus: id })
      close()
    } catch (error) {
      writeFailed(error)
    }
  }
  if (contact === undefined) return null
  return (
    <ConfirmDialog
      open
      title={`Excluir ${contact.name}?`}
      description="As contas e os lançamentos deste contato ficam como estão. Dá para desfazer."
      confirmLabel="Excluir contato"
      danger
      onConfirm={() => void remove()}
      onCancel={close}
    />
  )
}
