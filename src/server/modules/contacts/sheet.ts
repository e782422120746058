// Contacts from a sheet, CSV or XLSX: every row right, or none goes in.
import type { ErrorDetail } from '#contract/errors.ts'
import { isValidEmail, isValidPhone } from '#domain/contact-points.ts'
import { documentError, normalizeDocument } from '#domain/documents.ts'
import type { ContactKind } from '#domain/enums.ts'
import { fold } from '#domain/text.ts'
import type { Context, UploadedFile } from '../../kernel/context.ts'
import { type Failure, fail } from '../../kernel/fail.ts'
import { normalised } from './normal-form.ts'
import { type ContactFields, insertContacts, takenDocuments } from './rows.ts'

const MAX_ROWS = 10_000

const COLUMNS = {
  name: ['nome', 'razao social', 'nome ou razao social'],
  document: ['documento', 'cpf', 'cnpj', 'cpf/cnpj', 'cpf ou cnpj'],
  kind: ['tipo'],
  email: ['e-mail', 'email'],
  phone: ['telefone', 'celular', 'fone'],
  nickname: ['apelido', 'nome fantasia', 'fantasia'],
} as const
type Column = keyof typeof COLUMNS

interface RowError {
  line: number
  message: string
}

export async function importContacts(ctx: Context, file: UploadedFile): Promise<{ imported: number; errors: RowError[] }> {
  const { records } = file
  const header = records[0]?.cells.map(cell => fold(cell)) ?? []
  const at = Object.fromEntries(
    Object.entries(COLUMNS).map(([name, titles]) => [name, header.findIndex(cell => (titles as readonly string[]).includes(cell))]),
  ) as Record<Column, number>
  if (at.name < 0 || at.kind < 0) throw rejected('A primeira linha precisa ter as colunas Nome e Tipo (cliente ou fornecedor).')
  const lines = records.slice(1)
  if (lines.length === 0) throw rejected('O arquivo não traz nenhum contato.')
  if (lines.length > MAX_ROWS) throw rejected('O arquivo passa de 10.000 linhas.')

  const errors: RowError[] = []
  const contacts: { line: number; contact: ContactFields }[] = []
  for (const record of lines) {
    const cell = (name: Column) => (at[name] < 0 ? '' : (record.cells[at[name]] ?? ''))
    const read = readRow(cell)
    if (typeof read === 'string') errors.push({ line: record.line, message: read })
    else contacts.push(...read.map(contact => ({ line: record.line, contact })))
  }
  errors.push(...(await repeated(ctx, contacts)))
  if (errors.length > 0) throw refusal(errors)
  await insertContacts(
    ctx.db,
    ctx.companyId,
    contacts.map(({ contact }) => ({ id: ctx.newId(), ...contact })),
  )
  ctx.label(contacts.length === 1 ? '1 contato importado de planilha' : `${contacts.length} contatos importados de planilha`)
  return { imported: contacts.length, errors: [] }
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
  const document = cell('document')
  const wrong = document === '' ? undefined : documentError(document)
  if (wrong) return wrong
  const email = cell('email')
  if (email !== '' && !isValidEmail(email)) return `E-mail inválido: ${email.slice(0, 60)}`
  const phone = cell('phone')
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

/** Rows whose document is already a contact of that kind, here or earlier in the file. */
async function repeated(ctx: Context, contacts: readonly { line: number; contact: ContactFields }[]): Promise<RowError[]> {
  const documents = contacts.map(({ contact }) => contact.document_number).filter(document => document !== null)
  const taken = new Set((await takenDocuments(ctx.db, ctx.companyId, documents)).map(row => `${row.kind} ${row.document_number}`))
  const seen = new Map<string, number>()
  const errors: RowError[] = []
  for (const { line, contact } of contacts) {
    if (contact.document_number === null) continue
    const key = `${contact.kind} ${contact.document_number}`
    const earlier = seen.get(key)
    if (taken.has(key)) errors.push({ line, message: 'Já existe um contato com este documento.' })
    else if (earlier !== undefined) errors.push({ line, message: `Documento repetido: já está na linha ${earlier}.` })
    seen.set(key, line)
  }
  return errors
}

const rejected = (motivo: string): Failure => fail('import.file_rejected', { motivo })

function refusal(errors: readonly RowError[]): Failure {
  const details: ErrorDetail[] = [...errors]
    .sort((a, b) => a.line - b.line)
    .slice(0, 200)
    .map(error => ({ field: `linha ${error.line}`, id: 'import.row_errors', message: error.message }))
  return fail('import.row_errors', { n: errors.length }, { details })
}
