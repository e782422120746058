// A contact: a customer or a supplier, how to reach and pay it, and where it is.
import { z } from 'zod'
import { type Contact, ContactFields, contacts } from '#contract/contacts.ts'
import type { Address } from '#contract/kit/fields.ts'
import { isValidEmail, isValidPhone, toE164 } from '#domain/contact-points.ts'
import { documentError, documentKind, formatDocument } from '#domain/documents.ts'
import { PIX_KEY_TYPES, type PixKeyType } from '#domain/enums.ts'
import { CONTACT_KIND_LABELS, CONTACT_TYPE_LABELS, PIX_KEY_TYPE_LABELS } from '#domain/labels.ts'
import { openTable } from '#domain/open-table.ts'
import { HOLDER_WANTED } from '#domain/payments/bank-data.ts'
import { BANK_DATA_COLUMNS, BankDataParts, bankDataFacts, bankDataText, NO_BANK_DATA, typedBankData } from './kit/bank-data.ts'
import { choice, document, email, flag, own, phone, text } from './kit/kinds.ts'
import { defineResource } from './kit/resource.ts'
import { names } from './names.ts'

const PIX_PROBLEMS = openTable<PixKeyType, (key: string) => string | undefined>(
  {
    CPF: key => documentError(key) ?? (documentKind(key) === 'CPF' ? undefined : 'CPF é inválido'),
    CNPJ: key => documentError(key) ?? (documentKind(key) === 'CNPJ' ? undefined : 'CNPJ é inválido'),
    EMAIL: key => (isValidEmail(key) ? undefined : 'E-mail inválido'),
    PHONE_NUMBER: key => (isValidPhone(key) ? undefined : 'Telefone inválido'),
    RANDOM: key => (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(key) ? undefined : 'Chave aleatória inválida'),
  },
  () => () => undefined,
)
export const pixProblem = (type: PixKeyType, key: string): string | undefined => PIX_PROBLEMS[type](key.trim())

/** Phones are sent with +55. */
const PixKey = z
  .object({ type: z.enum(PIX_KEY_TYPES), key: z.string().min(1, 'Informe a chave').max(140, 'Até 140 caracteres') })
  .superRefine(({ type, key }, ctx) => {
    const message = key === '' ? undefined : pixProblem(type, key)
    if (message) ctx.addIssue({ code: 'custom', path: ['key'], message })
  })
  .transform(({ type, key }) => ({ type, key: type === 'PHONE_NUMBER' ? (toE164(key) ?? key) : key.trim() }))

/** A picker emptied by hand holds null. */
const part = (max: number) =>
  z
    .string()
    .max(max, `Até ${max} caracteres`)
    .nullable()
    .transform(typed => typed?.trim() || null)
/** An address of nothing is none. */
const AddressParts = z
  .object({
    postal_code: part(9).refine(code => code === null || code.length === 9, 'CEP incompleto'),
    street: part(200),
    number: part(20),
    additional_information: part(200),
    neighborhood: part(120),
    city: part(120),
    city_code: part(7),
    state: part(2),
  })
  .transform(parts => (Object.values(parts).some(value => value !== null) ? parts : null))

const NOWHERE = {
  postal_code: '',
  street: '',
  number: '',
  additional_information: '',
  neighborhood: '',
  city: '',
  city_code: '',
  state: '',
}
const partsOf = (address: Address | null) =>
  Object.fromEntries(Object.keys(NOWHERE).map(name => [name, address?.[name as keyof typeof NOWHERE] ?? '']))
const joined = (...parts: (string | null | undefined)[]): string => parts.filter(Boolean).join(', ')

const addressFacts = ({ address }: Contact): readonly (readonly [string, string])[] => [
  ['Rua', joined(address?.street, address?.number, address?.additional_information)],
  ['Cidade', joined(address?.neighborhood, address?.city, address?.state, address?.postal_code)],
]

export const contact = defineResource(contacts, ContactFields, {
  ...names.contact,
  fields: {
    name: text('Nome ou razão social', {
      title: 'Nome',
      column: { least: 220 },
      search: true,
      sheet: ['nome', 'razao social', 'nome ou razao social'],
    }),
    kind: choice('Tipo', CONTACT_KIND_LABELS, {
      radio: true,
      tabs: { search: 'contato', all: 'Todos', of: { CUSTOMER: 'Clientes', SUPPLIER: 'Fornecedores' } },
      looks: { CUSTOMER: { tone: 'info' }, SUPPLIER: { tone: 'muted' } },
      column: { width: 112 },
      search: true,
      sheet: ['tipo'],
    }),
    document_number: document('CPF ou CNPJ', {
      control: 'contact_document',
      column: { width: 164, leaves: 4 },
      search: true,
      sheet: ['documento', 'cpf', 'cnpj', 'cpf/cnpj', 'cpf ou cnpj'],
    }),
    type: choice('Pessoa', CONTACT_TYPE_LABELS, { start: 'LEGAL', when: ['document_number', 'empty'] }),
    state_tax_number: text('Inscrição estadual', { title: 'Insc. estadual', when: ['document_number', 'filled'] }),
    nickname: text('Apelido ou nome fantasia', { title: 'Apelido', search: true, sheet: ['apelido', 'nome fantasia', 'fantasia'] }),
    email: email('E-mail', { column: { least: 180, leaves: 2 }, search: true, sheet: ['e-mail', 'email'] }),
    phone_number: phone('Telefone', { column: { width: 140, leaves: 3 }, search: true, sheet: ['telefone', 'celular', 'fone'] }),
    pix_keys: own<Contact['pix_keys']>('Chaves Pix', 'pix_keys', {
      show: keys => keys.map(({ key }) => key).join(' '),
      typed: keys => keys,
      blank: [],
      read: z.array(PixKey).max(20, 'Até 20 chaves'),
    }),
    bank_account: own<Contact['bank_account']>('Dados bancários', 'bank_data', {
      help: 'Para pagar por transferência quem não tem chave Pix',
      show: bankDataText,
      typed: typedBankData,
      blank: NO_BANK_DATA,
      read: BankDataParts,
      parts: Object.values(BANK_DATA_COLUMNS),
      search: true,
    }),
    address: own<Contact['address']>('Endereço', 'address', {
      title: 'Cidade',
      show: address => joined(address?.city, address?.state),
      typed: partsOf,
      blank: NOWHERE,
      read: AddressParts,
      column: { width: 160, leaves: 1, groups: true },
      search: true,
    }),
    is_international: flag('Contato do exterior', { title: 'Exterior', yes: 'Do exterior' }),
    country: text('País', { when: ['is_international', [true]] }),
  },
  columns: ['name', 'kind', 'document_number', 'email', 'phone_number', 'address'],
  form: [
    ['kind'],
    ['document_number', 'type', 'state_tax_number'],
    ['name'],
    ['nickname'],
    'Como falar e pagar',
    ['email', 'phone_number'],
    ['pix_keys'],
    ['bank_account'],
    'Endereço',
    ['address'],
    ['is_international'],
    ['country'],
  ],
  wrong: ({ document_number, bank_account }) =>
    bank_account && !document_number && !bank_account.holder_document_number ? ['document_number', HOLDER_WANTED] : undefined,
  title: 'name',
  lead: 'nickname',
  aside: ({ name, nickname }) => (nickname === name ? null : nickname),
  drawer: {
    Dados: [
      'kind',
      ['Documento', ({ document_number: number }) => (number ? `${documentKind(number)} ${formatDocument(number)}` : 'não informado')],
      'type',
      'state_tax_number',
      'email',
      'phone_number',
      'is_international',
      'country',
    ],
    Endereço: addressFacts,
    'Chaves Pix': ({ pix_keys }) => pix_keys.map(({ type, key }) => [PIX_KEY_TYPE_LABELS[type], key]),
    'Dados bancários': ({ bank_account }) => bankDataFacts(bank_account),
  },
  card: [['kind'], ['document_number'], ['phone_number']],
  placeholder: 'Filtrar por nome, documento, e-mail, cidade',
  about: 'Clientes e fornecedores aparecem aqui quando você cria ou importa.',
  stays: 'As contas e os lançamentos ficam como estão. Dá para desfazer.',
  sheetNote: `O tipo é cliente, fornecedor ou ambos. Os dados bancários vão em ${Object.values(BANK_DATA_COLUMNS)
    .map(({ title }) => title)
    .join(', ')}.`,
})
