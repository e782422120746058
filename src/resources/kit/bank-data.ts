// Bank data as a form asks for them, a sheet holds them and a drawer tells them.
import { z } from 'zod'
import type { ContactBank } from '#contract/contacts.ts'
import { knownBank } from '#domain/banks.ts'
import { formatDocument } from '#domain/documents.ts'
import { PIX_ACCOUNT_TYPE_LABELS } from '#domain/labels.ts'
import type { SheetPart } from './field.ts'

type Data = ContactBank | null

export const NO_BANK_DATA = {
  routing_number: '',
  branch_number: '',
  account_number: '',
  account_type: 'CHECKING',
  holder_document_number: '',
  holder_name: '',
}

export const typedBankData = (data: Data) =>
  data === null ? NO_BANK_DATA : { ...data, holder_document_number: data.holder_document_number ?? '', holder_name: data.holder_name ?? '' }

/** A picker emptied by hand holds null. */
const part = z
  .string()
  .nullable()
  .transform(typed => typed?.trim() ?? '')

/** Data of nothing are none. */
export const BankDataParts = z
  .object({
    routing_number: part,
    branch_number: part,
    account_number: part,
    account_type: z.string(),
    holder_document_number: part.transform(typed => typed || null),
    holder_name: part.transform(typed => typed || null),
  })
  .transform(data => (Object.entries(data).some(([name, value]) => name !== 'account_type' && value) ? data : null))

const bankText = (code: string): string => [code, knownBank(code)].filter(Boolean).join(' ')

/** 'Itaú, agência 7307, conta 14446-4'. */
export const bankDataText = (data: Pick<ContactBank, 'routing_number' | 'branch_number' | 'account_number'> | null): string =>
  data === null
    ? ''
    : `${knownBank(data.routing_number) ?? `banco ${data.routing_number}`}, agência ${data.branch_number}, conta ${data.account_number}`

export const bankDataFacts = (data: Data): readonly (readonly [string, string])[] =>
  data === null
    ? []
    : [
        ['Banco', bankText(data.routing_number)],
        ['Agência', data.branch_number],
        [PIX_ACCOUNT_TYPE_LABELS[data.account_type], data.account_number],
        [
          'Titular',
          [data.holder_name, data.holder_document_number && formatDocument(data.holder_document_number)].filter(Boolean).join(', '),
        ],
      ]

export const BANK_DATA_COLUMNS = {
  bank: { title: 'Banco', sheet: ['banco', 'codigo do banco', 'ispb'], text: data => (data ? bankText(data.routing_number) : '') },
  branch: { title: 'Agência', sheet: ['agencia', 'ag'], text: data => data?.branch_number ?? '' },
  account: { title: 'Conta com dígito', sheet: ['conta', 'conta com digito', 'conta corrente'], text: data => data?.account_number ?? '' },
  account_type: {
    title: 'Tipo de conta',
    sheet: ['tipo de conta', 'tipo da conta'],
    text: data => (data ? PIX_ACCOUNT_TYPE_LABELS[data.account_type] : ''),
  },
  holder_document: {
    title: 'CPF ou CNPJ do titular',
    sheet: ['cpf ou cnpj do titular', 'documento do titular', 'cpf/cnpj do titular'],
    text: data => (data?.holder_document_number ? formatDocument(data.holder_document_number) : ''),
  },
  holder_name: { title: 'Titular da conta', sheet: ['titular da conta', 'titular', 'favorecido'], text: data => data?.holder_name ?? '' },
} satisfies Readonly<Record<string, SheetPart<Data>>>

/** The names of those columns, as sheets say them. */
export const BANK_DATA_NAMES = Object.fromEntries(Object.entries(BANK_DATA_COLUMNS).map(([name, { sheet }]) => [name, sheet])) as Readonly<
  Record<keyof typeof BANK_DATA_COLUMNS, string[]>
>
