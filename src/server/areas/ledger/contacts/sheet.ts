// Contacts from a sheet, CSV or XLSX.
import { isValidEmail, isValidPhone } from '#domain/contact-points.ts'
import { documentError, normalizeDocument } from '#domain/documents.ts'
import type { ContactKind } from '#domain/enums.ts'
import { fold } from '#domain/text.ts'
import { contact } from '#resources/contact.ts'
import { defineSheet, type PlannedRow, type SheetDesk } from '#server/sheets/sheet.ts'
import { normalised } from './normal-form.ts'
import { type ContactFields, insertContacts, takenDocuments, takenNames } from './rows.ts'

const { columns, needed } = contact.sheet
type Column = keyof typeof columns

export const contactSheet = defineSheet<Column, ContactFields>({
  command: 'contacts.import',
  columns,
  needed,
  noun: 'contato',
  label: ['contato importado de planilha', 'contatos importados de planilha'],
  strict: true,
  plan: (desk, rows) =>
    told(
      desk,
      rows.map(({ line, cell }) => ({ line, ...readRow(cell) })),
    ),
  insert: (desk, contacts) =>
    insertContacts(
      desk.db,
      desk.companyId,
      contacts.map(contact => ({ id: desk.newId(), ...contact })),
    ),
})

const KINDS: Record<string, readonly ContactKind[]> = {
  cliente: ['CUSTOMER'],
  customer: ['CUSTOMER'],
  fornecedor: ['SUPPLIER'],
  supplier: ['SUPPLIER'],
  ambos: ['CUSTOMER', 'SUPPLIER'],
  'cliente e fornecedor': ['CUSTOMER', 'SUPPLIER'],
}

type Read = Pick<PlannedRow<ContactFields>, 'problems' | 'records'>

/** The contacts of a row (a customer who is also a supplier is two), and all that is wrong with it. */
function readRow(cell: (name: Column) => string): Read {
  const [name, kind, document, email, phone] = [
    cell('name'),
    cell('kind'),
    cell('document_number'),
    cell('email'),
    cell('phone_number'),
  ] as const
  const kinds = KINDS[fold(kind)]
  const problems = [
    name === '' && 'Informe o nome',
    name.length > 200 && 'O nome passa de 200 caracteres',
    !kinds && (kind === '' ? 'Informe o tipo: cliente ou fornecedor' : `Tipo não aceito: ${kind.slice(0, 40)}`),
    document !== '' && documentError(document),
    email !== '' && !isValidEmail(email) && `E-mail inválido: ${email.slice(0, 60)}`,
    phone !== '' && !isValidPhone(phone) && `Telefone inválido: ${phone.slice(0, 40)}`,
  ].filter(problem => typeof problem === 'string')
  if (!kinds || problems.length > 0) return { problems, records: [] }
  const records = kinds.map(kind =>
    normalised({
      kind,
      document_number: document === '' ? null : normalizeDocument(document),
      name,
      nickname: cell('nickname').slice(0, 200),
      email,
      phone_number: phone,
      address: null,
      state_tax_number: null,
      is_international: false,
      country: null,
      pix_keys: [],
    }),
  )
  return { problems, records }
}

/** Adds whose document is a contact of that kind already, here or earlier in the file; without a document, whose name is. */
async function told({ db, companyId }: SheetDesk, rows: readonly (Read & { line: number })[]): Promise<PlannedRow<ContactFields>[]> {
  const contacts = rows.flatMap(row => row.records)
  const documents = contacts.map(contact => contact.document_number).filter(document => document !== null)
  const taken = new Set((await takenDocuments(db, companyId, documents)).map(row => `${row.kind} ${row.document_number}`))
  const names = contacts.filter(contact => contact.document_number === null).map(contact => contact.name)
  const named = new Set((await takenNames(db, companyId, names)).map(row => `${row.kind} ${row.name}`))
  const seen = new Map<string, number>()
  return rows.map(({ line, problems, records }) => {
    const repeats: string[] = []
    let present: string | undefined
    for (const { kind, name, document_number } of records) {
      if (document_number === null) {
        if (named.has(`${kind} ${name}`)) present = 'Já existe um contato com este nome, sem documento.'
        continue
      }
      const key = `${kind} ${document_number}`
      const earlier = seen.get(key)
      if (taken.has(key)) present = 'Já existe um contato com este documento.'
      else if (earlier !== undefined) repeats.push(`Documento repetido: já está na linha ${earlier}.`)
      seen.set(key, line)
    }
    return { line, problems: [...problems, ...new Set(repeats)], present, records }
  })
}
