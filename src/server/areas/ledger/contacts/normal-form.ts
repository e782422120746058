// The one form in which a contact is stored, whoever wrote it.
import { readPhone } from '#domain/contact-points.ts'
import { documentKind } from '#domain/documents.ts'
import { bankDataProblem, HOLDER_WANTED } from '#domain/payments/bank-data.ts'
import { routingNumberOf } from '#server/areas/banking/institutions/handlers.ts'
import { invalid } from '#server/base/fail.ts'
import type { ContactFields } from './rows.ts'

/** As it is stored: the document decides natural or legal, phones by `readPhone`, e-mails lower case, empty texts null. */
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
    phone_number: phone && (readPhone(phone) ?? phone),
    bank_account: contact.bank_account && atKnownBank(contact.bank_account, document),
  }
}

/** By the COMPE code, whichever of its codes named the bank. */
function atKnownBank(account: NonNullable<ContactFields['bank_account']>, document: string | null): ContactFields['bank_account'] {
  if (document === null && account.holder_document_number === null) throw invalid('document_number', HOLDER_WANTED)
  const routing_number = routingNumberOf(account.routing_number)
  if (routing_number === undefined) throw invalid('bank_account.routing_number', 'Banco não encontrado: escolha na lista')
  const problem = bankDataProblem({ ...account, routing_number })
  if (problem) throw invalid(`bank_account.${problem[0]}`, problem[1])
  return { ...account, routing_number }
}
