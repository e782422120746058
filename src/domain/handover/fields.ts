// What a layout may be filled with, and how each value is written and read back.
import { formatDay } from '../days.ts'
import type { Layout } from './layout.ts'

/** Free texts: the only ones that may be cut. */
export const TEXT_FIELDS: readonly string[] = ['historico', 'documento', 'usuario', 'nome', 'razao_social']

const DAYS: readonly string[] = ['data', 'inicio', 'fim']
const AMOUNTS: readonly string[] = ['valor', 'total']

export const FIELD_HELP = {
  cnpj: 'CNPJ da empresa, só os dígitos',
  empresa: 'código da empresa no programa do escritório',
  razao_social: 'nome da empresa',
  inicio: 'primeiro dia',
  fim: 'último dia',
  usuario: 'usuário',
  lancamentos: 'quantos lançamentos o arquivo traz',
  total: 'soma dos lançamentos',
  numero: 'número do lançamento, que não se repete entre entregas',
  sequencia: 'ordem do lançamento no arquivo, desde 1',
  data: 'dia',
  debito: 'conta debitada',
  credito: 'conta creditada',
  valor: 'valor',
  codigo_historico: 'código do histórico padrão',
  historico: 'histórico',
  documento: 'número do documento',
  conta: 'código da conta',
  classificacao: 'classificação da conta',
  reduzido: 'código reduzido',
  nome: 'nome da conta',
  natureza: 'D ou C',
  natureza_ecd: 'natureza da ECD, de 01 a 09',
  tipo: 'S sintética, A analítica',
  nivel: 'nível da conta',
  conta_superior: 'conta acima',
} as const
export type LayoutField = keyof typeof FIELD_HELP

/** The values of one line, in the domain's own form: days as yyyy-MM-dd, amounts in cents, all as text. */
export type Values = Partial<Record<LayoutField, string>>

export const isAmount = (field: LayoutField): boolean => AMOUNTS.includes(field)
export const isDayField = (field: LayoutField): boolean => DAYS.includes(field)

export function written(field: LayoutField, value: string, layout: Layout): string {
  if (value === '') return ''
  if (isDayField(field)) return writtenDay(value, layout)
  return isAmount(field) ? writtenAmount(value, layout) : value
}

function writtenDay(day: string, { day_format }: Layout): string {
  const [year, month, date] = day.split('-')
  switch (day_format) {
    case 'dd/mm/aaaa':
      return formatDay(day)
    case 'ddmmaaaa':
      return `${date}${month}${year}`
    case 'aaaammdd':
      return `${year}${month}${date}`
    case 'aaaa-mm-dd':
      return day
  }
}

function writtenAmount(cents: string, { amount_format }: Layout): string {
  if (amount_format === 'CENTS') return cents
  const digits = cents.padStart(3, '0')
  return `${digits.slice(0, -2)}${amount_format === 'COMMA' ? ',' : '.'}${digits.slice(-2)}`
}

const DAY_SHAPES: Record<Layout['day_format'], RegExp> = {
  'dd/mm/aaaa': /^(?<d>\d{2})\/(?<m>\d{2})\/(?<y>\d{4})$/,
  ddmmaaaa: /^(?<d>\d{2})(?<m>\d{2})(?<y>\d{4})$/,
  aaaammdd: /^(?<y>\d{4})(?<m>\d{2})(?<d>\d{2})$/,
  'aaaa-mm-dd': /^(?<y>\d{4})-(?<m>\d{2})-(?<d>\d{2})$/,
}

/** The inverse of `written`, of a text without its padding; undefined for what it never writes. */
export function readValue(field: LayoutField, text: string, layout: Layout): string | undefined {
  if (text === '') return ''
  if (isDayField(field)) {
    const { y, m, d } = DAY_SHAPES[layout.day_format].exec(text)?.groups ?? {}
    return y === undefined ? undefined : `${y}-${m}-${d}`
  }
  if (!isAmount(field)) return text
  const shape = { COMMA: /^\d+,\d{2}$/, POINT: /^\d+\.\d{2}$/, CENTS: /^\d+$/ }[layout.amount_format]
  return shape.test(text) ? text.replace(/\D/g, '').replace(/^0+(?=\d)/, '') : undefined
}
