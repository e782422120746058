// What the codes of a payment return mean, bank by bank: five codes of two letters beside each payment. The same letters mean other things at Itaú.
import { counted } from '../text.ts'
import { febrabanOccurrences, type Occurrences } from './occurrences-febraban.ts'
import type { PaymentMeaning } from './states.ts'

/** The codes with an effect of their own, at Itaú. */
const ITAU_MEANINGS: Readonly<Record<string, PaymentMeaning>> = {
  '00': 'PAID',
  AE: 'PROCESSING',
  BD: 'PROCESSING',
  BE: 'PROCESSING',
  NA: 'PROCESSING',
  CE: 'CANCELLED',
  DV: 'RETURNED',
  RJ: 'REFUSED',
  SS: 'REFUSED',
}

/** Its codes in words; those in neither list are told as they came. */
const ITAU_WORDS: Readonly<Record<string, string>> = {
  '00': 'pago',
  AE: 'data do pagamento mudada pelo banco',
  AJ: 'tipo de movimento inválido',
  AL: 'banco de quem recebe inválido',
  AM: 'agência de quem recebe inválida',
  AN: 'conta de quem recebe inválida',
  AO: 'nome de quem recebe inválido',
  AP: 'data do pagamento inválida',
  AR: 'valor inválido',
  BC: 'nosso número inválido',
  BD: 'agendado',
  BE: 'agendado com a forma de pagamento mudada',
  BI: 'CPF ou CNPJ de quem recebe inválido',
  CD: 'CPF ou CNPJ diferente do cadastro',
  CE: 'cancelado no banco',
  CF: 'valor do documento inválido',
  CI: 'CPF ou CNPJ inválido',
  DV: 'o dinheiro voltou do banco de quem recebe',
  HA: 'erro no lote',
  HM: 'erro no cabeçalho do arquivo',
  IB: 'valor do documento inválido',
  NA: 'falta autorizar no banco',
  RJ: 'registro recusado',
  SS: 'saldo insuficiente',
  TA: 'totais do lote com diferença',
}

const ITAU: Occurrences = { meanings: ITAU_MEANINGS, words: ITAU_WORDS }
const occurrencesOf = (bank_code: string): Occurrences => (bank_code === '341' ? ITAU : febrabanOccurrences(bank_code))

/** The strongest word of several codes: money that came back, then money that left, then what keeps it from leaving. */
const STRENGTH: readonly PaymentMeaning[] = ['RETURNED', 'PAID', 'CANCELLED', 'REFUSED', 'UNKNOWN', 'PROCESSING']

/** A code that says what is wrong refuses; one that nobody here knows is left to a person, unless the bank refuses by its own code beside it. */
const meaningOf = (code: string, { meanings, words }: Occurrences): PaymentMeaning =>
  meanings[code] ?? (words[code] ? 'REFUSED' : 'UNKNOWN')

export function meaningOfCodes(codes: readonly string[], bank_code: string): PaymentMeaning {
  const known = occurrencesOf(bank_code)
  const said = codes.map(code => meaningOf(code, known))
  return STRENGTH.find(meaning => said.includes(meaning)) ?? 'UNKNOWN'
}

/** 'SS: saldo insuficiente', 'RJ: registro recusado; ZZ'. */
export function codesText(codes: readonly string[], bank_code: string): string {
  const { words } = occurrencesOf(bank_code)
  return codes.map(code => (words[code] ? `${code}: ${words[code]}` : code)).join('; ') || 'sem código de ocorrência'
}

const TOLD: readonly (readonly [PaymentMeaning, readonly [string, string]])[] = [
  ['PAID', ['pagamento feito', 'pagamentos feitos']],
  ['PROCESSING', ['com o banco', 'com o banco']],
  ['REFUSED', ['recusado', 'recusados']],
  ['CANCELLED', ['cancelado', 'cancelados']],
  ['RETURNED', ['devolvido', 'devolvidos']],
  ['UNKNOWN', ['a decidir', 'a decidir']],
]

/** '3 pagamentos feitos, 1 recusado', or that nothing is new. */
export function paymentReturnSentence(counts: Readonly<Partial<Record<PaymentMeaning, number>>>): string {
  const parts = TOLD.flatMap(([meaning, words]) => {
    const count = counts[meaning] ?? 0
    return count > 0 ? [counted(count, words)] : []
  })
  return parts.length > 0 ? parts.join(', ') : 'nada de novo: este retorno já foi lido'
}
