// A paper that asks for money, read into the bills it stands for: boletos by barcode or digitable line, Pix codes, and what its words add.
import type { Day } from '../days.ts'
import { type ParsedBoleto, parseBoleto } from '../payments/boleto.ts'
import { type BrCode, parseBrCode } from '../payments/br-code.ts'
import { readPixKey } from '../payments/pix-key.ts'
import { factsOf, type TextFacts } from './facts.ts'
import { type Box, type Found, linesOf, type Page, runsOf } from './page.ts'

/** BOTH: barcode and Pix say the same. */
export type Source = 'BARCODE' | 'LINE' | 'PIX' | 'BOTH' | 'TEXT'

export interface Read<T> {
  value: T
  source: Source
  /** From 1. */
  page: number
  box: Box
}

export interface Slip {
  boleto: Read<ParsedBoleto> | undefined
  pix: Read<BrCode> | undefined
  amount_cents?: Read<number> | undefined
  due_date?: Read<Day> | undefined
  issue_date?: Read<Day> | undefined
  payee_document?: Read<string> | undefined
  payee_name?: Read<string> | undefined
  document_number?: Read<string> | undefined
  description?: Read<string> | undefined
  /** Barcode and Pix that disagree: nothing is filled in for the person. */
  amounts_differ?: { boleto_cents: number; pix_cents: number }
}

const BANK_DIGITS = 47
const COLLECTION_DIGITS = 48
/** Digits with what people print between them. */
const DIGITS = /\d[\d.\s-]{44,}\d/g

/** The digitable lines within a text: what stands before one (the bank's code) may look like part of it. */
function boletosIn(text: string, today: Day): ParsedBoleto[] {
  const found: ParsedBoleto[] = []
  for (const [run] of text.matchAll(DIGITS)) {
    const digits = run.replace(/\D/g, '')
    for (let at = 0; at + BANK_DIGITS <= digits.length; at++) {
      const boleto = [BANK_DIGITS, COLLECTION_DIGITS]
        .filter(length => at + length <= digits.length)
        .map(length => parseBoleto(digits.slice(at, at + length), today))
        .find(parsed => parsed !== undefined)
      if (boleto) {
        found.push(boleto)
        at += boleto.digitable_line.length - 1
      }
    }
  }
  return found
}

const CODE_START = '000201'
const CODE_END = /6304[0-9A-F]{4}/gi
/** A copy-and-paste code runs over a few lines of print. */
const MOST_LINES_OF_CODE = 8

/** The Pix codes printed as text, from the line they begin in. */
function pixIn(lines: readonly string[], at: number): BrCode | undefined {
  const start = lines[at]?.indexOf(CODE_START) ?? -1
  if (start < 0) return undefined
  const text = lines
    .slice(at, at + MOST_LINES_OF_CODE)
    .join('')
    .slice(start)
  for (const end of text.matchAll(CODE_END)) {
    const code = parseBrCode(text.slice(0, end.index + end[0].length))
    if (code) return code
  }
  return undefined
}

/** One of each, the first that was read: what a camera reads comes before what is printed. */
function distinct<T>(reads: readonly Read<T>[], keyOf: (value: T) => string): Read<T>[] {
  const byKey = new Map<string, Read<T>>()
  for (const read of reads) if (!byKey.has(keyOf(read.value))) byKey.set(keyOf(read.value), read)
  return [...byKey.values()]
}

const readsOn = <T>(page: number, source: Source, found: readonly Found<T | undefined>[]): Read<T>[] =>
  found.flatMap(({ value, box }) => (value === undefined ? [] : [{ value, box, source, page }]))

function codesOf(pages: readonly Page[], today: Day): { boletos: Read<ParsedBoleto>[]; codes: Read<BrCode>[] } {
  const boletos: Read<ParsedBoleto>[] = []
  const printed: Read<ParsedBoleto>[] = []
  const codes: Read<BrCode>[] = []
  pages.forEach((page, index) => {
    const at = index + 1
    const lines = linesOf(page)
    const texts = lines.map(line => line.text)
    const bars = page.codes.filter(code => code.format === 'ITF').map(box => ({ value: parseBoleto(box.text, today), box }))
    const squares = page.codes.filter(code => code.format === 'QR').map(box => ({ value: parseBrCode(box.text), box }))
    boletos.push(...readsOn(at, 'BARCODE', bars))
    printed.push(
      ...readsOn(
        at,
        'LINE',
        lines.flatMap(box => boletosIn(box.text, today).map(value => ({ value, box }))),
      ),
    )
    codes.push(...readsOn(at, 'PIX', [...squares, ...lines.map((box, line) => ({ value: pixIn(texts, line), box }))]))
  })
  return {
    boletos: distinct([...boletos, ...printed], boleto => boleto.barcode),
    // A recurrence authorises later debits and is nothing to pay.
    codes: distinct(codes, code => JSON.stringify(code)).filter(code => code.value.kind !== 'RECURRENCE'),
  }
}

const at = <T>(read: Read<unknown>, value: T | null | undefined): Read<T> | undefined =>
  value === null || value === undefined || value === '' ? undefined : { ...read, value }

const told = <T>(page: number, found: Found<T> | undefined): Read<T> | undefined => found && { ...found, source: 'TEXT', page }

/** What the codes alone say. A code of Pix without an amount leaves it to the payer. */
function slipOf(boleto: Read<ParsedBoleto> | undefined, pix: Read<BrCode> | undefined): Slip {
  const ofBoleto = boleto && at(boleto, boleto.value.amount_cents)
  const ofPix = pix && at(pix, pix.value.amount_cents)
  const key = pix?.value.pix_key ? readPixKey(pix.value.pix_key) : undefined
  const slip: Slip = {
    boleto,
    pix,
    due_date: boleto && at(boleto, boleto.value.due_date),
    payee_document: pix && (key?.type === 'CNPJ' || key?.type === 'CPF') ? at(pix, key.key) : undefined,
    payee_name: pix && at(pix, pix.value.merchant_name),
    description: pix && at(pix, pix.value.additional_information),
    document_number: pix && pix.value.txid !== '***' ? at(pix, pix.value.txid) : undefined,
  }
  if (ofBoleto && ofPix && ofBoleto.value !== ofPix.value)
    return { ...slip, amounts_differ: { boleto_cents: ofBoleto.value, pix_cents: ofPix.value } }
  const amount_cents = ofBoleto ?? ofPix
  return { ...slip, amount_cents: amount_cents && { ...amount_cents, source: ofBoleto && ofPix ? 'BOTH' : amount_cents.source } }
}

type Facts = { [F in keyof TextFacts]: NonNullable<TextFacts[F]> extends Found<infer T> ? Read<T> | undefined : never }

/** The facts of some pages, the first page that tells one counting. */
function factsOn(pages: readonly Page[], numbers: readonly number[], own: string): Facts {
  const facts: Record<string, Read<unknown> | undefined> = {}
  for (const number of numbers) {
    const page = pages[number - 1]
    if (!page) continue
    for (const [name, found] of Object.entries(factsOf(runsOf(page), own)))
      facts[name] ??= told(number, found as Found<unknown> | undefined)
  }
  return facts as Facts
}

/** Codes come before words: they carry check digits. Words name the payee better than a code, which cuts names at 25 letters. */
function withFacts(slip: Slip, facts: Facts, isAlone: boolean): Slip {
  const payee = {
    payee_document: facts.payee_document ?? slip.payee_document,
    payee_name: facts.payee_name ?? slip.payee_name,
  }
  // Beside another boleto on its page, nobody knows whose the other words are.
  if (!isAlone) return { ...slip, ...payee }
  return {
    ...slip,
    ...payee,
    amount_cents: slip.amounts_differ ? undefined : (slip.amount_cents ?? facts.amount_cents),
    due_date: slip.due_date ?? facts.due_date,
    issue_date: facts.issue_date,
    document_number: facts.document_number ?? slip.document_number,
    description: slip.description ?? facts.description,
  }
}

const pageOf = ({ boleto, pix }: Slip): number => boleto?.page ?? pix?.page ?? 1

/** Each boleto with the Pix code of its own page, where no other boleto might mean it too; what is left of the codes stands alone. */
function pairs(boletos: readonly Read<ParsedBoleto>[], codes: readonly Read<BrCode>[]): Slip[] {
  const free = new Set(codes)
  const paired = boletos.map(boleto => {
    const isAloneHere = boletos.filter(other => other.page === boleto.page).length === 1
    const near = [...free].filter(code => code.page === boleto.page)
    const mine = boletos.length === 1 && free.size === 1 ? [...free] : isAloneHere && near.length === 1 ? near : []
    for (const code of mine) free.delete(code)
    return slipOf(boleto, mine[0])
  })
  return [...paired, ...[...free].map(code => slipOf(undefined, code))]
}

/** What words alone make a bill of: who is paid and how much. */
const isEnough = ({ amount_cents, payee_document, due_date }: Facts): boolean =>
  amount_cents !== undefined && (payee_document !== undefined || due_date !== undefined)

/** The bills a paper stands for, in the order of its pages; none when nothing on it can be read. `own` is the document of who pays. */
export function readPaper(pages: readonly Page[], own: string, today: Day): Slip[] {
  const { boletos, codes } = codesOf(pages, today)
  const slips = pairs(boletos, codes)
  const all = pages.map((_, index) => index + 1)
  if (slips.length === 0) {
    const facts = factsOn(pages, all, own)
    return isEnough(facts) ? [withFacts({ boleto: undefined, pix: undefined }, facts, true)] : []
  }
  return slips.map(slip => {
    const mine = pageOf(slip)
    const isAlone = slips.filter(other => pageOf(other) === mine).length === 1
    const where = slips.length === 1 ? [mine, ...all.filter(number => number !== mine)] : [mine]
    return withFacts(slip, factsOn(pages, where, own), isAlone)
  })
}
