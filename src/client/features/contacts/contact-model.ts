// The form of a contact as data: its schema, what it starts with, what is sent, and the draft kept between the steps of a new one.
import { z } from 'zod'
import type { Contact } from '#contract/contacts.ts'
import { isValidEmail, isValidPhone, toE164 } from '#domain/contact-points.ts'
import { documentError, documentKind, formatDocument, maskCpfForLists } from '#domain/documents.ts'
import { CONTACT_KINDS, CONTACT_TYPES, PIX_KEY_TYPES, type PixKeyType } from '#domain/enums.ts'

const text = (max: number) => z.string().max(max, `Até ${max} caracteres`)

const PIX_PROBLEMS: Readonly<Record<PixKeyType, (key: string) => string | undefined>> = {
  CPF: key => documentError(key) ?? (documentKind(key) === 'CPF' ? undefined : 'CPF é inválido'),
  CNPJ: key => documentError(key) ?? (documentKind(key) === 'CNPJ' ? undefined : 'CNPJ é inválido'),
  EMAIL: key => (isValidEmail(key) ? undefined : 'E-mail inválido'),
  PHONE_NUMBER: key => (isValidPhone(key) ? undefined : 'Telefone inválido'),
  RANDOM: key => (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(key) ? undefined : 'Chave aleatória inválida'),
}
export const pixProblem = (type: PixKeyType, key: string): string | undefined => PIX_PROBLEMS[type](key.trim())

const PixKey = z.object({ type: z.enum(PIX_KEY_TYPES), key: text(140).min(1, 'Informe a chave') }).superRefine(({ type, key }, ctx) => {
  const message = key === '' ? undefined : pixProblem(type, key)
  if (message) ctx.addIssue({ code: 'custom', path: ['key'], message })
})

/** A picker emptied by hand holds null. */
const picked = (max: number) =>
  text(max)
    .nullable()
    .transform(value => value ?? '')

const AddressForm = z.object({
  postal_code: text(9).refine(code => code === '' || code.length === 9, 'CEP incompleto'),
  street: text(200),
  number: text(20),
  additional_information: text(200),
  neighborhood: text(120),
  city: text(120),
  city_code: picked(7),
  state: picked(2),
})

export const ContactForm = z.object({
  kind: z.enum(CONTACT_KINDS, { error: 'Escolha cliente ou fornecedor' }),
  type: z.enum(CONTACT_TYPES),
  document_number: text(30).superRefine((value, ctx) => {
    const message = value === '' ? undefined : documentError(value)
    if (message) ctx.addIssue({ code: 'custom', message })
  }),
  name: text(200).trim().min(1, 'Informe o nome'),
  nickname: text(200),
  email: text(254).refine(email => email === '' || isValidEmail(email), 'E-mail inválido'),
  phone_number: text(20).refine(phone => phone === '' || isValidPhone(phone), 'Telefone inválido'),
  state_tax_number: text(20),
  is_international: z.boolean(),
  country: text(60),
  address: AddressForm,
  pix_keys: z.array(PixKey).max(20, 'Até 20 chaves'),
})
export type ContactInput = z.input<typeof ContactForm>
export type ContactValues = z.output<typeof ContactForm>

const EMPTY_ADDRESS = {
  postal_code: '',
  street: '',
  number: '',
  additional_information: '',
  neighborhood: '',
  city: '',
  city_code: '',
  state: '',
}

export function contactDefaults(contact?: Partial<Contact>): ContactInput {
  const address = Object.fromEntries(
    Object.entries(EMPTY_ADDRESS).map(([name]) => [name, contact?.address?.[name as keyof typeof EMPTY_ADDRESS] ?? '']),
  ) as typeof EMPTY_ADDRESS
  return {
    kind: contact?.kind ?? 'CUSTOMER',
    type: contact?.type ?? 'LEGAL',
    document_number: contact?.document_number ?? '',
    name: contact?.name ?? '',
    nickname: contact?.nickname ?? '',
    email: contact?.email ?? '',
    phone_number: contact?.phone_number ?? '',
    state_tax_number: contact?.state_tax_number ?? '',
    is_international: contact?.is_international ?? false,
    country: contact?.country ?? '',
    address,
    pix_keys: contact?.pix_keys ?? [],
  }
}

/** What is sent: empty texts are null, an address of nothing is none, Pix phones carry +55. */
export function contactBody(values: ContactValues) {
  const { address, pix_keys, ...fields } = values
  const orNull = (value: string): string | null => (value.trim() === '' ? null : value.trim())
  const parts = Object.fromEntries(Object.entries(address).map(([name, value]) => [name, orNull(value)]))
  return {
    ...fields,
    document_number: orNull(fields.document_number),
    nickname: orNull(fields.nickname),
    email: orNull(fields.email),
    phone_number: orNull(fields.phone_number),
    state_tax_number: orNull(fields.state_tax_number),
    country: fields.is_international ? orNull(fields.country) : null,
    address: Object.values(parts).some(value => value !== null) ? parts : null,
    pix_keys: pix_keys.map(({ type, key }) => ({ type, key: type === 'PHONE_NUMBER' ? (toE164(key) ?? key) : key.trim() })),
  }
}

/** In lists and titles a CPF shows its middle digits only. */
export const listedDocument = (document: string | null): string => (document === null ? '' : maskCpfForLists(document))
export const wholeDocument = (document: string): string => `${documentKind(document)} ${formatDocument(document)}`
