// One contact, read first: who it is, how to reach and pay it, where it is; the form in the same place; and its deletion.
import { useParams } from '@tanstack/react-router'
import { useReading } from '#client/data/queries.ts'
import { Badge } from '#client/kit/chip.tsx'
import { DrawerSection } from '#client/kit/drawer.tsx'
import { RunsOn } from '#client/surfaces/asked/runs-on.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { Place } from '#client/surfaces/place.tsx'
import { Detail } from '#client/surfaces/record-drawer.tsx'
import { RegisterDrawer } from '#client/surfaces/register-drawer.tsx'
import { useCompanyId } from '#client/surfaces/where.ts'
import { type Contact, contacts } from '#contract/contacts.ts'
import { maskPhone } from '#domain/contact-points.ts'
import { CONTACT_KIND_LABELS, CONTACT_TYPE_LABELS, PIX_KEY_TYPE_LABELS } from '#domain/labels.ts'
import { wholeDocument } from './contact-model.ts'
import './contacts.css'

function useContactRoute() {
  const c = useCompanyId()
  const { contactId: id = '' } = useParams({ strict: false }) as { contactId?: string }
  const reading = useReading(contacts.list, { query: { companyId: c } })
  return { c, id, reading, contact: reading.data?.find(one => one.id === id) }
}

export function ContactDrawer() {
  const { id, reading, contact } = useContactRoute()
  return (
    <RegisterDrawer
      id={id}
      record={contact}
      reading={reading}
      list="contacts"
      kind="contact"
      noun="Contato"
      nameOf={one => one.name}
      missing="Este contato não existe mais"
      failed="Não foi possível abrir o contato"
      footer={one => (
        <>
          <CommandButton id={one.kind === 'SUPPLIER' ? 'contact.bills' : 'contact.receivables'} short variant="secondary" />
          <CommandButton id={one.kind === 'SUPPLIER' ? 'contact.receivables' : 'contact.bills'} short variant="ghost" />
          <span className="end">
            <CommandButton id="contact.delete" variant="ghost" short />
          </span>
        </>
      )}
      detail={one => <ContactDetail contact={one} />}
    />
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

function ContactDetail({ contact }: { contact: Contact }) {
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
      <DrawerSection title="Dados" action={<Place at="contacts.facts" />}>
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

export function DeleteContact() {
  const { contact } = useContactRoute()
  return <RunsOn command="contact.delete" kind="contact" record={contact} list="contacts" />
}
