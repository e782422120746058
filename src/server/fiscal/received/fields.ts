// The fields that every layout of notes has: documents, instants, amounts.
import { isDay } from '#domain/days.ts'
import { centsOf, textAt, type XmlNode, XmlRefused } from '../xml.ts'

export const orNull = (text: string): string | null => text || null

/** CNPJ, else CPF, in the spelling of NF-e and national NFS-e. */
export const documentOf = (node: XmlNode | undefined): string => (textAt(node, 'CNPJ') || textAt(node, 'CPF')).toUpperCase()

/** Older layouts leave the zone out, and some the hour: both are Brasília's. */
export function instantIn(text: string): string | undefined {
  const whole = /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T12:00:00` : text.replace(' ', 'T')
  const instant = Date.parse(/T[\d:.]+$/.test(whole) ? `${whole}-03:00` : whole)
  return Number.isNaN(instant) || !isDay(text.slice(0, 10)) ? undefined : new Date(instant).toISOString()
}

export function instantOf(text: string, why: string): string {
  const instant = instantIn(text)
  if (instant === undefined) throw new XmlRefused(why)
  return instant
}

const AMOUNT = /^\d{1,13}(\.\d{1,10})?$/

/** The amount of a field that must be there: a note whose total cannot be read says nothing. */
export function centsIn(node: XmlNode, ...path: string[]): number {
  const text = textAt(node, ...path)
  if (!AMOUNT.test(text)) throw new XmlRefused(`O valor da nota não pôde ser lido: ${path.at(-1)} diz “${text.slice(0, 40)}”.`)
  return centsOf(text)
}

/** Percent in hundredths: '5.00' is 500. */
export const rateOf = (text: string): number => Math.min(centsOf(text), 10_000)
