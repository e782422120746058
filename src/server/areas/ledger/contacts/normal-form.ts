// The one form in which a contact is stored, whoever wrote it.
import { toE164 } from '#domain/contact-points.ts'
import { documentKind } from '#domain/documents.ts'
import type { ContactFields } from './rows.ts'

/** As it is stored: the document decides natural or legal, phones are +55…, e-mails lower case, empty texts null. */
export function normalised(contact: Omit<ContactFields, 'type'> & { type?: ContactFields['type'] | undefined }): ContactFields {
  const document = contact.document_number
  const type = document ? (documentKind(document) === 'CPF' ? 'NATURAL' : 'LEGAL') : (contact.type ?? 'LEGAL')
  const phone = contact.phone_number?.trim() || null
  return {
    ...contact,
    type,
    document_number: document,
    name: contact.name.trim(),
    nickname: contact.nickname?.trim() || null,
    email: contact.email?.trim().toLowerCase() || null,
    phone_number: phone && (toE164(phone) ?? phone),
  }
}
