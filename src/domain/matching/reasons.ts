// Why a candidate is proposed or doubted: a closed set of codes with data, and the words people read.
import { counted } from '../text.ts'
import type { DifferenceKind } from './differences.ts'
import type { Explanation } from './explanation.ts'

export type Reason =
  | { readonly code: 'same_identifier'; readonly polarity: 'for'; readonly identifier: string }
  | { readonly code: 'same_amount'; readonly polarity: 'for' }
  | { readonly code: 'same_sum'; readonly polarity: 'for'; readonly count: number }
  | { readonly code: 'same_sum_lines'; readonly polarity: 'for'; readonly count: number }
  | { readonly code: 'explained'; readonly polarity: 'for'; readonly explanation: Explanation }
  | { readonly code: 'amount_below'; readonly polarity: 'against'; readonly missing_cents: number }
  | { readonly code: 'amount_above'; readonly polarity: 'against'; readonly extra_cents: number }
  | { readonly code: 'unique_amount'; readonly polarity: 'for' }
  | { readonly code: 'days'; readonly polarity: 'for' | 'against'; readonly days: number }
  | { readonly code: 'paid_late'; readonly polarity: 'against'; readonly days: number }
  | { readonly code: 'document_number'; readonly polarity: 'for'; readonly document_number: string }
  | { readonly code: 'contact_document'; readonly polarity: 'for'; readonly document: 'CPF' | 'CNPJ' }
  | { readonly code: 'name'; readonly polarity: 'for'; readonly similarity_percent: number }
  | { readonly code: 'name_absent'; readonly polarity: 'against' }
  | { readonly code: 'history'; readonly polarity: 'for' }
  | { readonly code: 'rule'; readonly polarity: 'for'; readonly rule_id: string; readonly rule_name: string }
  | { readonly code: 'same_contact'; readonly polarity: 'for'; readonly count: number }
  | { readonly code: 'same_due_date'; readonly polarity: 'for'; readonly count: number }
  | { readonly code: 'card_batch'; readonly polarity: 'for'; readonly count: number }
  | { readonly code: 'near_tie'; readonly polarity: 'against'; readonly points: number }
  | { readonly code: 'wanted_elsewhere'; readonly polarity: 'against'; readonly points: number }
  | { readonly code: 'other_account'; readonly polarity: 'against' }

/** The chip's text in pt-BR, such as 'mesmo valor', '1 dia', 'CNPJ no histórico', 'faltam 27,84'. */
export function reasonText(reason: Reason): string {
  switch (reason.code) {
    case 'same_identifier':
      return 'mesmo identificador'
    case 'same_amount':
      return 'mesmo valor'
    case 'same_sum':
      return `soma exata de ${reason.count}`
    case 'same_sum_lines':
      return `soma exata de ${reason.count} linhas`
    case 'explained':
      return explanationText(reason.explanation)
    case 'amount_below':
      return `faltam ${cents(reason.missing_cents)}`
    case 'amount_above':
      return `sobram ${cents(reason.extra_cents)}`
    case 'unique_amount':
      return 'único com este valor'
    case 'days':
      return reason.days === 0 ? 'mesmo dia' : counted(reason.days, ['dia', 'dias'])
    case 'paid_late':
      return `${counted(reason.days, ['dia', 'dias'])} de atraso`
    case 'document_number':
      return `documento ${reason.document_number} no histórico`
    case 'contact_document':
      return `${reason.document} no histórico`
    case 'name':
      return reason.similarity_percent >= 99 ? 'nome no histórico' : `nome ${reason.similarity_percent}% parecido`
    case 'name_absent':
      return 'nome não aparece'
    case 'history':
      return 'já conciliado assim'
    case 'rule':
      return `por regra ${reason.rule_name}`
    case 'same_contact':
      return `${reason.count} do mesmo contato`
    case 'same_due_date':
      return `${reason.count} do mesmo vencimento`
    case 'card_batch':
      return `${reason.count} vendas no cartão do dia`
    case 'near_tie':
      return reason.points === 0 ? 'empatado com outro' : `outro a ${counted(reason.points, ['ponto', 'pontos'])}`
    case 'wanted_elsewhere':
      return 'disputado por outra linha'
    case 'other_account':
      return 'de outra conta'
  }
}

const PART_WORDS: Readonly<Record<DifferenceKind, string>> = {
  fine: 'multa',
  interest: 'juros',
  discount: 'desconto',
  fee: 'tarifa',
  withholding: 'retenção',
  open: 'fica em aberto',
}

/** 'multa 21,97 + juros 3,30'; a payment in part says what stays open. */
export function explanationText({ parts, by }: Explanation): string {
  const text = parts.map(({ kind, amount_cents }) => `${PART_WORDS[kind]} ${cents(amount_cents)}`).join(' + ')
  return by === 'learned' ? `${text}, como das outras vezes` : text
}

/** 123456 -> '1.234,56'; written here so that the chips depend on nothing outside this folder. */
function cents(amount: number): string {
  const whole = Math.trunc(Math.abs(amount) / 100)
  const rest = String(Math.abs(amount) % 100).padStart(2, '0')
  return `${amount < 0 ? '-' : ''}${String(whole).replace(/\B(?=(\d{3})+$)/g, '.')},${rest}`
}
