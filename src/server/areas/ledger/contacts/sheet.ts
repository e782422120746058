// Contacts from a sheet, CSV or XLSX.
import { Email, OptionalPhone } from '#contract/kit/fields.ts'
import { PHONE_REFUSED } from '#domain/contact-points.ts'
import { documentError, normalizeDocument } from '#domain/documents.ts'
import { type ContactKind, PIX_ACCOUNT_TYPES, type PixAccountType } from '#domain/enums.ts'
import { PIX_ACCOUNT_TYPE_LABELS } from '#domain/labels.ts'
import { bankDataOf, bankDataProblem, HOLDER_WANTED } from '#domain/payments/bank-data.ts'
import { fold } from '#domain/text.ts'
import { contact } from '#resources/contact.ts'
import { BANK_DATA_NAMES } from '#resources/kit/bank-data.ts'
import { routingNumberOf } from '#server/areas/banking/institutions/handlers.ts'
import { defineSheet, type PlannedRow, type SheetDesk } from '#server/sheets/sheet.ts'
import { normalised } from './normal-form.ts'
import { type ContactFields, insertContacts, takenDocuments, takenNames } from './rows.ts'

const { needed } = contact.sheet
const columns = { ...contact.sheet.columns, ...BANK_DATA_NAMES }
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

/** 'conta poupanca' and 'poupanca'. */
const namesOf = (type: PixAccountType): string[] => {
  const name = fold(PIX_ACCOUNT_TYPE_LABELS[type])
  return [name, name.replace(/^conta (de )?/, '')]
}

/** The bank data of a row, null of a row without, or what is wrong with them. */
function bankDataIn(cell: (name: Column) => string): ContactFields['bank_account'] | string {
  const [bank, branch_number, account_number, type, holder, holder_name] = (
    ['bank', 'branch', 'account', 'account_type', 'holder_document', 'holder_name'] as const
  ).map(cell) as [string, string, string, string, string, string]
  if ([bank, branch_number, account_number, type, holder, holder_name].every(text => text === '')) return null
  // A sheet takes the zeros of '001' for none.
  const code = /^\d{1,8}/.exec(bank)?.[0] ?? ''
  const routing_number = routingNumberOf(code.padStart(code.length > 3 ? 8 : 3, '0'))
  if (routing_number === undefined) return `Banco não encontrado: ${bank.slice(0, 40) || 'informe o código'}`
  const account_type = type === '' ? 'CHECKING' : PIX_ACCOUNT_TYPES.find(one => namesOf(one).includes(fold(type)))
  if (!account_type) return `Tipo de conta não aceito: ${type.slice(0, 40)}`
  if (holder !== '' && documentError(holder)) return `${documentError(holder)} (titular da conta)`
  if (holder === '' && holder_name !== '') return 'Informe o CPF ou CNPJ do titular'
  const data = bankDataOf({ routing_number, branch_number, account_number })
  return (
    bankDataProblem(data)?.[1] ?? {
      ...data,
      account_type,
      holder_document_number: holder === '' ? null : normalizeDocument(holder),
      holder_name: holder_name || null,
    }
  )
}

type Read = Pick<PlannedRow<ContactFields>, 'problems' | 'records'>

/** The contacts of a row (a customer who is also a supplier is two), and all that is wrong with it. */
function readRow(cell: (name: Column) => string): Read {
  const [name, kind, document, nickname, email, phone, holder_name] = [
    cell('name'),
    cell('kind'),
    cell('document_number'),
    cell('nickname'),
    cell('email'),
    cell('phone_number'),
    cell('holder_name'),
  ] as const
  const kinds = KINDS[fold(kind)]
  const bank = bankDataIn(cell)
  const problems = [
    name === '' && 'Informe o nome',
    name.length > 200 && 'O nome passa de 200 caracteres',
    !kinds && (kind === '' ? 'Informe o tipo: cliente ou fornecedor' : `Tipo não aceito: ${kind.slice(0, 40)}`),
    document !== '' && documentError(document),
    nickname.length > 200 && 'O apelido passa de 200 caracteres',
    holder_name.length > 140 && 'O titular da conta passa de 140 caracteres',
    email !== '' && !Email.safeParse(email).success && `E-mail inválido: ${email.slice(0, 60)}`,
    phone !== '' && !OptionalPhone.safeParse(phone).success && `${PHONE_REFUSED}: ${phone.slice(0, 40)}`,
    typeof bank === 'string' && bank,
    bank !== null && typeof bank !== 'string' && bank.holder_document_number === null && document === '' && HOLDER_WANTED,
  ].filter(problem => typeof problem === 'string')
  if (!kinds || typeof bank === 'string' || problems.length > 0) return { problems, records: [] }
  const records = kinds.map(kind =>
    normalised({
      kind,
      document_number: document === '' ? null : normalizeDocument(document),
      name,
      nickname,
      email,
      phone_number: phone,
      address: null,
      state_tax_number: null,
      is_international: false,
      country: null,
      pix_keys: [],
      bank_account: bank,
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
