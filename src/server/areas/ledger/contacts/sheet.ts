// Contacts from a sheet, CSV or XLSX: every row right, or none goes in.
import { isValidEmail, isValidPhone } from '#domain/contact-points.ts'
import { documentError, normalizeDocument } from '#domain/documents.ts'
import type { ContactKind } from '#domain/enums.ts'
import { counted, fold } from '#domain/text.ts'
import { contact } from '#resources/contact.ts'
import type { Context, UploadedFile } from '#server/kernel/context.ts'
import { type RowError, readTable, rowsRefused, sheetImported } from '#server/sheets/table.ts'
import { normalised } from './normal-form.ts'
import { type ContactFields, insertContacts, takenDocuments, takenNames } from './rows.ts'

const MAX_ROWS = 10_000

const { columns: COLUMNS, needed: NEEDED } = contact.sheet
type Column = keyof typeof COLUMNS

export async function importContacts(ctx: Context, file: UploadedFile) {
  const rows = readTable<Column>(file, COLUMNS, NEEDED, { rows: MAX_ROWS, noun: 'contato' })
  const errors: RowError[] = []
  const contacts: { line: number; contact: ContactFields }[] = []
  for (const { line, cell } of rows) {
    const read = readRow(cell)
    if (typeof read === 'string') errors.push({ line, message: read })
    else contacts.push(...read.map(contact => ({ line, contact })))
  }
  errors.push(...(await repeated(ctx, contacts)))
  if (errors.length > 0) throw rowsRefused(errors)
  await insertContacts(
    ctx.db,
    ctx.companyId,
    contacts.map(({ contact }) => ({ id: ctx.newId(), ...contact })),
  )
  ctx.label(counted(contacts.length, ['contato importado de planilha', 'contatos importados de planilha']))
  return sheetImported(ctx, 'contacts.import', contacts.length)
}

const KINDS: Record<string, readonly ContactKind[]> = {
  cliente: ['CUSTOMER'],
  customer: ['CUSTOMER'],
  fornecedor: ['SUPPLIER'],
  supplier: ['SUPPLIER'],
  ambos: ['CUSTOMER', 'SUPPLIER'],
  'cliente e fornecedor': ['CUSTOMER', 'SUPPLIER'],
}

/** The contacts of a row (a customer who is also a supplier is two), or the pt-BR sentence that says what is wrong with it. */
function readRow(cell: (name: Column) => string): ContactFields[] | string {
  const name = cell('name')
  if (name === '') return 'Informe o nome'
  if (name.length > 200) return 'O nome passa de 200 caracteres'
  const kinds = KINDS[fold(cell('kind'))]
  if (!kinds) return cell('kind') === '' ? 'Informe o tipo: cliente ou fornecedor' : `Tipo não aceito: ${cell('kind').slice(0, 40)}`
  const document = cell('document_number')
  const wrong = document === '' ? undefined : documentError(document)
  if (wrong) return wrong
  const email = cell('email')
  if (email !== '' && !isValidEmail(email)) return `E-mail inválido: ${email.slice(0, 60)}`
  const phone = cell('phone_number')
  if (phone !== '' && !isValidPhone(phone)) return `Telefone inválido: ${phone.slice(0, 40)}`
  return kinds.map(kind =>
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
}

/** Rows whose document is already a contact of that kind, here or earlier in the file; without a document, whose name is. */
async function repeated(ctx: Context, contacts: readonly { line: number; contact: ContactFields }[]): Promise<RowError[]> {
  const documents = contacts.map(({ contact }) => contact.document_number).filter(document => document !== null)
  const taken = new Set((await takenDocuments(ctx.db, ctx.companyId, documents)).map(row => `${row.kind} ${row.document_number}`))
  const names = contacts.filter(({ contact }) => contact.document_number === null).map(({ contact }) => contact.name)
  const named = new Set((await takenNames(ctx.db, ctx.companyId, names)).map(row => `${row.kind} ${row.name}`))
  const seen = new Map<string, number>()
  const errors: RowError[] = []
  for (const { line, contact } of contacts) {
    if (contact.document_number === null) {
      if (named.has(`${contact.kind} ${contact.name}`)) errors.push({ line, message: 'Já existe um contato com este nome, sem documento.' })
      continue
    }
    const key = `${contact.kind} ${contact.document_number}`
    const earlier = seen.get(key)
    if (taken.has(key)) errors.push({ line, message: 'Já existe um contato com este documento.' })
    else if (earlier !== undefined) errors.push({ line, message: `Documento repetido: já está na linha ${earlier}.` })
    seen.set(key, line)
  }
  return errors
}
