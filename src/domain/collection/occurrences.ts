// What a bank's return says of a slip, in our words: registered, refused with its reason, paid, written off. What nobody knows is asked about.
import { labels } from '../open-table.ts'
import type { SlipOccurrence } from '../statements/cnab.ts'
import { counted } from '../text.ts'

export const OCCURRENCE_MEANINGS = ['REGISTERED', 'REFUSED', 'SETTLED', 'WRITTEN_OFF', 'CONFIRMED', 'NOT_DONE', 'TOLD', 'UNKNOWN'] as const
export type OccurrenceMeaning = (typeof OCCURRENCE_MEANINGS)[number]

/** What a person may answer for an occurrence that we do not know. */
export const OCCURRENCE_ANSWERS = ['REGISTERED', 'REFUSED', 'SETTLED', 'WRITTEN_OFF', 'TOLD'] as const
export type OccurrenceAnswer = (typeof OCCURRENCE_ANSWERS)[number]

export const OCCURRENCE_LABELS = labels<OccurrenceMeaning>({
  REGISTERED: 'registrado',
  REFUSED: 'recusado',
  SETTLED: 'liquidado',
  WRITTEN_OFF: 'baixado',
  CONFIRMED: 'instrução aceita',
  NOT_DONE: 'instrução recusada',
  TOLD: 'sem efeito',
  UNKNOWN: 'a decidir',
})

/** The codes on which FEBRABAN and the banks agree. A bank's own settlements come before them. */
const COMMON: Readonly<Record<string, OccurrenceMeaning>> = {
  '02': 'REGISTERED',
  '03': 'REFUSED',
  '09': 'WRITTEN_OFF',
  '10': 'WRITTEN_OFF',
  '11': 'TOLD',
  '12': 'CONFIRMED',
  '13': 'CONFIRMED',
  '14': 'CONFIRMED',
  '19': 'CONFIRMED',
  '20': 'CONFIRMED',
  '23': 'TOLD',
  '28': 'TOLD',
}
/** FEBRABAN's refusals of instructions, in CNAB 240. */
const OWN_240: Readonly<Record<string, OccurrenceMeaning>> = { '26': 'NOT_DONE', '27': 'CONFIRMED', '30': 'NOT_DONE' }
const OWN_400: Readonly<Record<string, Readonly<Record<string, OccurrenceMeaning>>>> = {
  '077': { '07': 'WRITTEN_OFF' },
  '237': { '27': 'NOT_DONE', '30': 'NOT_DONE', '32': 'NOT_DONE' },
  '341': { '15': 'NOT_DONE', '16': 'NOT_DONE', '17': 'NOT_DONE' },
}

/** What an occurrence means in a bank's return of a width; `settled` are the codes that bring money there. */
export function meaningOf(
  occurrence: string,
  { bank, layout, settled }: { bank: string; layout: 'CNAB240' | 'CNAB400'; settled: ReadonlySet<string> },
): OccurrenceMeaning {
  if (settled.has(occurrence)) return 'SETTLED'
  const own = layout === 'CNAB240' ? OWN_240 : OWN_400[bank]
  return own?.[occurrence] ?? COMMON[occurrence] ?? 'UNKNOWN'
}

/** FEBRABAN's reasons of refusal in CNAB 240 (C047); those of CNAB 400 are each bank's own. */
const REASONS_240: Readonly<Record<string, string>> = {
  '04': 'movimento não permitido para a carteira',
  '05': 'movimento inválido',
  '06': 'CPF ou CNPJ do beneficiário inválido',
  '07': 'agência ou conta inválida',
  '08': 'nosso número inválido',
  '09': 'nosso número repetido',
  '10': 'carteira inválida',
  '16': 'vencimento inválido',
  '17': 'vencimento antes da emissão',
  '18': 'vencimento fora do prazo',
  '20': 'valor inválido',
  '21': 'espécie inválida',
  '24': 'data de emissão inválida',
  '26': 'código de juros inválido',
  '27': 'juros inválidos',
  '33': 'abatimento maior ou igual ao valor',
  '37': 'código de protesto inválido',
  '38': 'prazo de protesto inválido',
  '45': 'nome do pagador não informado',
  '46': 'CPF ou CNPJ do pagador inválido',
  '47': 'endereço do pagador não informado',
  '48': 'CEP inválido',
  '49': 'CEP sem praça de cobrança',
  '51': 'CEP de outro estado',
  '52': 'UF inválida',
  '57': 'código da multa inválido',
  '58': 'data da multa inválida',
  '60': 'título não cadastrado no banco',
  '63': 'título já cadastrado no banco',
  '79': 'data de juros inválida',
  '86': 'seu número inválido',
}

/** 'motivo 46: CPF ou CNPJ do pagador inválido'; a code that only the bank explains stands by itself. Empty where the bank gave none. */
export function reasonText(reasons: readonly string[], layout: 'CNAB240' | 'CNAB400'): string {
  const given = reasons.filter(code => !/^0*$/.test(code))
  if (given.length === 0) return ''
  const told = given.map(code => {
    const words = layout === 'CNAB240' ? REASONS_240[code] : undefined
    return words ? `${code}: ${words}` : code
  })
  return `${given.length === 1 ? 'motivo' : 'motivos'} ${told.join('; ')}`
}

/** The numbers by which a return may name a slip: banks write it with or without its check digit, and with zeros before it or not. */
export interface Numbered {
  number: string
  digit: string
}

const bare = (text: string): string => text.replace(/^0+/, '')

/** Whether a bank's returns of a width write the number together with its check digit. */
const WITH_DIGIT = new Set(['033/CNAB240', '033/CNAB400', '077/CNAB400', '237/CNAB400', '341/CNAB400', '748/CNAB240', '756/CNAB240'])

/** The number a return writes for a slip, without zeros before it. */
export function returnedNumber({ number, digit }: Numbered, bank: string, layout: 'CNAB240' | 'CNAB400'): string {
  return bare(WITH_DIGIT.has(`${bank}/${layout}`) ? `${number}${digit}` : number)
}

/** The same of what a return wrote. */
export const numberOf = ({ our_number }: Pick<SlipOccurrence, 'our_number'>): string => bare(our_number.replace(/\s/g, ''))

/** Says the same occurrence however often its file is read, so that it is taken once. */
export const occurrenceKey = (of: SlipOccurrence): string =>
  [numberOf(of), of.occurrence, of.occurrence_day ?? of.credit_day ?? '', of.paid_cents, of.document, of.reasons.join('.')].join('|')

const TOLD: readonly (readonly [OccurrenceMeaning, readonly [string, string]])[] = [
  ['SETTLED', ['boleto liquidado', 'boletos liquidados']],
  ['REGISTERED', ['registrado', 'registrados']],
  ['REFUSED', ['recusado', 'recusados']],
  ['WRITTEN_OFF', ['baixado', 'baixados']],
  ['CONFIRMED', ['instrução aceita', 'instruções aceitas']],
  ['NOT_DONE', ['instrução recusada', 'instruções recusadas']],
  ['UNKNOWN', ['ocorrência a decidir', 'ocorrências a decidir']],
]

/** '3 boletos liquidados, 1 recusado', or that nothing is new. */
export function returnSentence(counts: Readonly<Partial<Record<OccurrenceMeaning, number>>>): string {
  const parts = TOLD.flatMap(([meaning, words]) => {
    const count = counts[meaning] ?? 0
    return count > 0 ? [counted(count, words)] : []
  })
  return parts.length > 0 ? parts.join(', ') : 'nada de novo: este retorno já foi lido'
}
