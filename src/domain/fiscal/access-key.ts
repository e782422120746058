// Access keys of NF-e and NFC-e (44), national NFS-e keys (50) and DPS ids (45): built, read and checked. Text, never numbers.
import { documentKind } from '../documents.ts'

export type FiscalModel = '55' | '65'

export interface AccessKeyParts {
  /** IBGE code of the issuer's state, two digits. */
  uf: string
  /** 'AAMM' of the issue date. */
  year_month: string
  /** CNPJ, or CPF, canonical. */
  document: string
  model: string
  series: number
  number: number
  emission_type: string
  /** Eight digits that make the key hard to guess. */
  code: string
}

/** Weights 2 to 9 from the right, each character counted as its ASCII code minus 48, mod 11; a remainder of 0 or 1 gives 0. */
export function keyCheckDigit(body: string): number {
  let sum = 0
  for (let at = body.length - 1, weight = 2; at >= 0; at -= 1, weight = weight === 9 ? 2 : weight + 1) {
    sum += (body.charCodeAt(at) - 48) * weight
  }
  const rest = sum % 11
  return rest < 2 ? 0 : 11 - rest
}

const padded = (value: number | string, length: number): string => {
  const text = String(value).padStart(length, '0')
  if (text.length !== length) throw new RangeError(`${value} does not fit in ${length} positions`)
  return text
}

const withCheckDigit = (body: string): string => `${body}${keyCheckDigit(body)}`

/** Throws RangeError when a part does not fit its positions. */
export function buildAccessKey(parts: AccessKeyParts): string {
  return withCheckDigit(
    padded(parts.uf, 2) +
      padded(parts.year_month, 4) +
      padded(parts.document, 14) +
      padded(parts.model, 2) +
      padded(parts.series, 3) +
      padded(parts.number, 9) +
      padded(parts.emission_type, 1) +
      padded(parts.code, 8),
  )
}

const ACCESS_KEY = /^\d{6}[A-Z0-9]{12}\d{26}$/

export const isAccessKey = (key: string): boolean => ACCESS_KEY.test(key) && key.endsWith(String(keyCheckDigit(key.slice(0, 43))))

/** The parts of a well-formed key, whether or not its check digit is right; undefined for anything else. A CPF comes back without its padding. */
export function readAccessKey(key: string): (AccessKeyParts & { check_digit: string }) | undefined {
  if (!ACCESS_KEY.test(key)) return undefined
  const series = Number(key.slice(22, 25))
  const document = key.slice(6, 20)
  // Series 920 to 969 belong to issuers with a CPF.
  const isPerson = series >= 920 && series <= 969
  return {
    uf: key.slice(0, 2),
    year_month: key.slice(2, 6),
    document: isPerson ? document.slice(3) : document,
    model: key.slice(20, 22),
    series,
    number: Number(key.slice(25, 34)),
    emission_type: key.slice(34, 35),
    code: key.slice(35, 43),
    check_digit: key.slice(43),
  }
}

/** As printed: eleven groups of four. */
export const groupKey = (key: string): string => key.replace(/(.{4})(?=.)/g, '$1 ')

/** 1 for a CPF, 2 for a CNPJ: the type digit of DPS ids and NFS-e keys. */
const documentType = (document: string): '1' | '2' => (documentKind(document) === 'CPF' ? '1' : '2')

export interface DpsParts {
  /** IBGE code of the city, seven digits. */
  city: string
  document: string
  series: string
  number: number
}

export const buildDpsId = ({ city, document, series, number }: DpsParts): string =>
  `DPS${padded(city, 7)}${documentType(document)}${padded(document, 14)}${padded(series, 5)}${padded(number, 15)}`

export function readDpsId(id: string): (DpsParts & { document_type: 'CPF' | 'CNPJ' }) | undefined {
  const match = /^DPS(\d{7})([12])([0-9A-Z]{14})(\d{5})(\d{15})$/.exec(id)
  if (!match) return undefined
  const [, city = '', type, document = '', series = '', number] = match
  const isPerson = type === '1'
  return {
    city,
    document_type: isPerson ? 'CPF' : 'CNPJ',
    document: isPerson ? document.slice(3) : document,
    series,
    number: Number(number),
  }
}

export interface NfseKeyParts {
  city: string
  /** 1 production, 2 test. */
  environment: string
  document: string
  number: number
  year_month: string
  /** Nine digits. */
  code: string
}

export const buildNfseKey = (parts: NfseKeyParts): string =>
  withCheckDigit(
    padded(parts.city, 7) +
      parts.environment +
      documentType(parts.document) +
      padded(parts.document, 14) +
      padded(parts.number, 13) +
      padded(parts.year_month, 4) +
      padded(parts.code, 9),
  )

const NFSE_KEY = /^\d{8}[12][0-9A-Z]{14}\d{27}$/

export const isNfseKey = (key: string): boolean => NFSE_KEY.test(key) && key.endsWith(String(keyCheckDigit(key.slice(0, 49))))

export function readNfseKey(key: string): (NfseKeyParts & { document_type: 'CPF' | 'CNPJ'; check_digit: string }) | undefined {
  if (!NFSE_KEY.test(key)) return undefined
  const isPerson = key[8] === '1'
  const document = key.slice(9, 23)
  return {
    city: key.slice(0, 7),
    environment: key.slice(7, 8),
    document_type: isPerson ? 'CPF' : 'CNPJ',
    document: isPerson ? document.slice(3) : document,
    number: Number(key.slice(23, 36)),
    year_month: key.slice(36, 40),
    code: key.slice(40, 49),
    check_digit: key.slice(49),
  }
}
