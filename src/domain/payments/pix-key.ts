// Pix keys (DICT): their five types, the canonical form of each, and how others see them.
import { maskPhone, toE164 } from '../contact-points.ts'
import { formatDocument, isValidCnpj, isValidCpf, maskCpfForLists, normalizeDocument } from '../documents.ts'
import type { PixKeyType } from '../enums.ts'
import { openTable } from '../open-table.ts'

export interface PixKey {
  /** Document without mask, '+55' phone, lower-case e-mail or UUID. */
  key: string
  type: PixKeyType
}

const EMAIL = /^[a-z0-9.!#$&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/
const LONGEST_EMAIL = 77
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** How many keys one account may have, by its holder. */
export const MAX_KEYS = { NATURAL: 5, LEGAL: 20 } as const

const READERS = openTable<PixKeyType, (text: string) => string | undefined>(
  {
    CPF: text => (isValidCpf(text) ? normalizeDocument(text) : undefined),
    CNPJ: text => (isValidCnpj(text) ? normalizeDocument(text) : undefined),
    EMAIL: text => {
      const email = text.trim().toLowerCase()
      return email.length <= LONGEST_EMAIL && EMAIL.test(email) ? email : undefined
    },
    PHONE_NUMBER: text => toE164(text),
    RANDOM: text => {
      const uuid = text.trim().toLowerCase()
      return UUID.test(uuid) ? uuid : undefined
    },
  },
  () => text => text.trim(),
)

/** The canonical form of a key of that type; undefined when it is not one. */
export const normalizePixKey = (type: PixKeyType, text: string): string | undefined => READERS[type](text)

/** The type that the text alone suggests. Eleven digits may be a CPF or a phone; a valid CPF without '+' counts as a CPF, as banks do it. */
export function readPixKey(text: string): PixKey | undefined {
  const types: readonly PixKeyType[] = text.trim().startsWith('+')
    ? ['PHONE_NUMBER']
    : text.includes('@')
      ? ['EMAIL']
      : ['RANDOM', 'CPF', 'CNPJ', 'PHONE_NUMBER']
  for (const type of types) {
    const key = normalizePixKey(type, text)
    if (key !== undefined) return { key, type }
  }
  return undefined
}

/** As people write it: a document with its marks, a telephone without the country. */
export function formatPixKey(text: string): string {
  const read = readPixKey(text)
  switch (read?.type) {
    case 'CPF':
    case 'CNPJ':
      return formatDocument(read.key)
    case 'PHONE_NUMBER':
      return maskPhone(read.key.replace('+55', ''))
    default:
      return text
  }
}

/** For logs and other people's screens: enough to recognise, too little to harvest. */
export function maskPixKey({ key, type }: PixKey): string {
  switch (type) {
    case 'CPF':
      return maskCpfForLists(key)
    case 'CNPJ':
    case 'RANDOM':
      return key
    case 'PHONE_NUMBER':
      return `${key.slice(0, 5)}*****${key.slice(-4)}`
    case 'EMAIL': {
      const [name = '', domain = ''] = key.split('@')
      return `${name.slice(0, 2)}***@${domain}`
    }
  }
}
