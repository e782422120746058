// What the words of a page say: amount, days, who is paid, which number. Only what stands beside its label is believed.
import { type Day, dayFrom } from '../days.ts'
import { isValidCnpj, isValidCpf, normalizeDocument } from '../documents.ts'
import { parseAmount } from '../money.ts'
import { capitalized } from '../text.ts'
import { type Found, type Piece, valueBeside } from './page.ts'

const MONEY = /(?<![\d.,])(\d{1,3}(?:\.\d{3})*|\d+),(\d{2})(?!\d)/
const DAY = /(?<!\d)(\d{2})\/(\d{2})\/(\d{4}|\d{2})(?!\d)/
const DOCUMENT = /(?<![\dA-Z])(?:[\dA-Z]{2}\.?[\dA-Z]{3}\.?[\dA-Z]{3}\/?[\dA-Z]{4}-?\d{2}|\d{3}\.\d{3}\.\d{3}-\d{2})(?!\d)/gi

function readMoney(text: string): number | undefined {
  const cents = parseAmount(MONEY.exec(text)?.[0] ?? '')
  return cents !== undefined && cents > 0 ? cents : undefined
}

function readDay(text: string): Day | undefined {
  const [, day, month, year = ''] = DAY.exec(text) ?? []
  return day === undefined ? undefined : dayFrom(Number(year.length === 2 ? `20${year}` : year), Number(month), Number(day))
}

const isDocument = (text: string): boolean => isValidCnpj(text) || isValidCpf(text)

const readDocument = (own: string) => (text: string) =>
  [...text.matchAll(DOCUMENT)].map(([found]) => normalizeDocument(found)).find(found => found !== own && isDocument(found))

/** 'Fatura 2026/1187', 'Nº do documento 2026/1187': letters alone are no number. */
const readNumber = (text: string): string | undefined => {
  const found = /^[\s:.º°#-]*([A-Z]{0,4}[\d][\w./-]{0,29})(?=\s|$|,)/i.exec(text)?.[1]?.replace(/[./-]+$/, '')
  return found === undefined || DAY.test(found) || MONEY.test(found) ? undefined : found
}

const LABEL_WORDS =
  /^(vencimento|data|valor|n[ºo°.]|numero|número|cnpj|cpf|ag[êe]ncia|nosso|esp[ée]cie|carteira|quantidade|aceite|local|instru)/i

/** A name has letters, is no label of the next cell, and stops where its document begins. */
function readName(text: string): string | undefined {
  const name = text
    .replace(
      /(?:\s*[-,:|/]?\s*(?:CNPJ|CPF)(?:\/(?:CNPJ|CPF))?\s*:?)?\s*(?:\d{14}|[\dA-Z]{2}\.[\dA-Z]{3}\.[\dA-Z]{3}\/[\dA-Z]{4}-\d{2}|[\dA-Z]{2}\.?\d{3}\.?\d{3}\/?\d{4}-?\d{2}|\d{3}\.\d{3}\.\d{3}-\d{2}).*$/i,
      '',
    )
    .replace(/^[\s:,.|/-]+|[\s:,.|/-]+$/g, '')
    .trim()
  return /\p{L}{3}/u.test(name) && !LABEL_WORDS.test(name) && name.length <= 120 ? name : undefined
}

function readWords(text: string): string | undefined {
  const words = text.replace(/^[\s:.-]+/, '').trim()
  return /\p{L}{3}/u.test(words) && !LABEL_WORDS.test(words) ? capitalized(words.slice(0, 200)) : undefined
}

const DUE = /(?:data d[eo] )?vencimento|vence em|pagar? at[ée]/i
const ISSUED = /data d[oe] documento|data (?:de|da) emiss[ãa]o|emiss[ãa]o|emitid[ao] em/i
const NUMBER = /n(?:[ºo°.]|[úu]mero)?\s*(?:do\s*)?doc(?:umento|\.)?|fatura(?:\s*n[ºo°.])?|nota fiscal(?:\s*n[ºo°.])?/i
const PAYEE = /benefici[áa]rio(?: final)?|cedente|favorecido|prestador(?: de servi[çc]os)?|emitente|raz[ãa]o social/i
const ABOUT =
  /referente\s*(?:a|à|ao)?\b|discrimina[çc][ãa]o(?: d[oe]s? servi[çc]os?)?|descri[çc][ãa]o(?: d[oe]s? servi[çc]os?)?|^servi[çc]o$/i
/** The most telling first: a page has many amounts. */
const AMOUNTS = [
  /valor (?:total )?a pagar|total a pagar|valor cobrado/i,
  /valor (?:do )?documento/i,
  /valor (?:total )?da (?:fatura|nota|conta)|total da (?:fatura|nota|conta)/i,
  /valor l[íi]quido/i,
  /valor total|^total\b/i,
  /^valor\b/i,
]

export interface TextFacts {
  amount_cents?: Found<number> | undefined
  due_date?: Found<Day> | undefined
  issue_date?: Found<Day> | undefined
  payee_document?: Found<string> | undefined
  payee_name?: Found<string> | undefined
  document_number?: Found<string> | undefined
  description?: Found<string> | undefined
}

function firstOf<T>(found: Iterable<Found<T> | undefined>): Found<T> | undefined {
  for (const one of found) if (one !== undefined) return one
  return undefined
}

function* amountsOf(runs: readonly Piece[]): Generator<Found<number> | undefined> {
  for (const label of AMOUNTS) yield valueBeside(runs, label, readMoney)
}

/** Who is paid: the document at the payee's label, else the first one that is not the company's own. */
function payeeDocument(runs: readonly Piece[], own: string): Found<string> | undefined {
  const read = readDocument(own)
  const labelled = valueBeside(runs, PAYEE, read)
  if (labelled) return labelled
  for (const run of runs) {
    const value = read(run.text)
    if (value !== undefined) return { value, box: run }
  }
  return undefined
}

/** `own` is the company's document: who pays is printed too. */
export function factsOf(runs: readonly Piece[], own: string): TextFacts {
  return {
    amount_cents: firstOf(amountsOf(runs)),
    due_date: valueBeside(runs, DUE, readDay),
    issue_date: valueBeside(runs, ISSUED, readDay),
    payee_document: payeeDocument(runs, normalizeDocument(own)),
    payee_name: valueBeside(runs, PAYEE, readName),
    document_number: valueBeside(runs, NUMBER, readNumber),
    description: valueBeside(runs, ABOUT, readWords),
  }
}
