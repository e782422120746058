// A layout of a hand-over file: lines as the office's program reads them, with what is filled in between braces.
import { FIELD_HELP, type LayoutField, TEXT_FIELDS } from './fields.ts'

export const LAYOUT_KINDS = ['TEXT', 'XLSX'] as const
export const CODE_SETS = ['WINDOWS_1252', 'UTF_8', 'ASCII'] as const
export const LINE_ENDS = ['CRLF', 'LF'] as const
export const DAY_FORMATS = ['dd/mm/aaaa', 'ddmmaaaa', 'aaaammdd', 'aaaa-mm-dd'] as const
export const AMOUNT_FORMATS = ['COMMA', 'POINT', 'CENTS'] as const
export const SEPARATORS = ['NONE', 'PIPE', 'SEMICOLON', 'COMMA', 'TAB'] as const
export const ACCOUNT_CODES = ['REDUCED', 'CLASSIFICATION'] as const

export const SEPARATOR_SIGNS: Record<(typeof SEPARATORS)[number], string> = {
  NONE: '',
  PIPE: '|',
  SEMICOLON: ';',
  COMMA: ',',
  TAB: '\t',
}

export interface Layout {
  kind: (typeof LAYOUT_KINDS)[number]
  /** Lines as templates: before the entries, for each account, for each entry, after all. Two lines for an entry: one of each side. */
  header: string
  account: string
  entry: string
  trailer: string
  separator: (typeof SEPARATORS)[number]
  /** A value that holds the separator stands in quotes; otherwise the sign gives way to a blank. */
  quoted: boolean
  code_set: (typeof CODE_SETS)[number]
  line_end: (typeof LINE_ENDS)[number]
  day_format: (typeof DAY_FORMATS)[number]
  amount_format: (typeof AMOUNT_FORMATS)[number]
  /** Which number of an account the program reads. */
  account_code: (typeof ACCOUNT_CODES)[number]
  /** The company's number in the office's program. */
  company_code: string | null
  /** Who the program notes as author. */
  user_name: string | null
}

/** What stands in a line: a text as it is, or a field with its width in characters. */
export type Part = { text: string } | { field: LayoutField; width?: number; pad?: '0' | '<' | '>' }
export type TemplateLine = readonly Part[]

const HOLE = /\{([^{}]*)\}/g
/** 'valor', 'valor:015' (zeros before), 'historico:40', 'valor:>15' (blanks before). */
const FIELD = /^([a-z_]+)(?::(>?)(0?)([1-9]\d{0,3}))?$/

type Section = 'header' | 'account' | 'entry' | 'trailer'
export const SECTION_NAMES: Record<Section, string> = {
  header: 'Cabeçalho',
  account: 'Linhas de cada conta',
  entry: 'Linhas de cada lançamento',
  trailer: 'Rodapé',
}
export const SECTIONS = Object.keys(SECTION_NAMES) as Section[]

const OF_FILE = ['cnpj', 'empresa', 'razao_social', 'inicio', 'fim', 'usuario', 'lancamentos', 'total'] as const
const OF_ACCOUNT = ['conta', 'classificacao', 'reduzido', 'nome', 'natureza', 'natureza_ecd', 'tipo', 'nivel', 'conta_superior'] as const
const OF_ENTRY = ['numero', 'sequencia', 'data', 'debito', 'credito', 'valor', 'codigo_historico', 'historico', 'documento'] as const

/** What each part of the file may be filled with. */
export const SECTION_FIELDS: Record<Section, readonly LayoutField[]> = {
  header: OF_FILE,
  account: [...OF_ACCOUNT, ...OF_FILE],
  entry: [...OF_ENTRY, ...OF_FILE],
  trailer: OF_FILE,
}

const partOf = (written: string): Part | undefined => {
  if (written === 'tab') return { text: '\t' }
  const [, name, right, zero, width] = FIELD.exec(written) ?? []
  if (name === undefined || !(name in FIELD_HELP)) return undefined
  const field = name as LayoutField
  return width === undefined ? { field } : { field, width: Number(width), pad: zero ? '0' : right ? '>' : '<' }
}

/** The lines of a section; a hole that names nothing stays text, which `layoutProblems` tells of. */
export function linesOf(template: string): TemplateLine[] {
  if (template === '') return []
  return template.split(/\r?\n/).map(line => {
    const parts: Part[] = []
    let from = 0
    for (const hole of line.matchAll(HOLE)) {
      if (hole.index > from) parts.push({ text: line.slice(from, hole.index) })
      parts.push(partOf(hole[1] ?? '') ?? { text: hole[0] })
      from = hole.index + hole[0].length
    }
    if (from < line.length) parts.push({ text: line.slice(from) })
    return parts
  })
}

/** What is wrong with a layout, in pt-BR, with the section it stands in. */
export function layoutProblems(layout: Layout): { section: Section; message: string }[] {
  const problems = SECTIONS.flatMap(section => {
    const lines = linesOf(layout[section])
    return lines.flatMap((line, at) =>
      [...wrongFields(section, line), ...wrongWidths(layout, line)].map(message => ({
        section,
        message: lines.length === 1 ? message : `Linha ${at + 1}: ${message}`,
      })),
    )
  })
  const used = linesOf(layout.entry).flatMap(line => line.flatMap(part => ('field' in part ? part.field : [])))
  for (const field of ['data', 'debito', 'credito', 'valor'] as const)
    if (!used.includes(field)) problems.push({ section: 'entry', message: `Falta o campo “${field}”: sem ele o lançamento não fecha` })
  if (layout.kind === 'XLSX' && (linesOf(layout.entry).length > 1 || linesOf(layout.header).length !== 1))
    problems.push({ section: 'entry', message: 'Numa planilha há uma linha de títulos e uma linha por lançamento' })
  return problems
}

function wrongFields(section: Section, line: TemplateLine): string[] {
  return line.flatMap(part => {
    if ('text' in part) {
      const hole = /\{[^{}]*\}/.exec(part.text)
      return hole ? [`“${hole[0].slice(1, -1)}” não é um campo`] : []
    }
    return SECTION_FIELDS[section].includes(part.field) ? [] : [`O campo “${part.field}” não existe aqui`]
  })
}

/** Without a separator only widths tell where a field ends. */
function wrongWidths({ separator, kind }: Layout, line: TemplateLine): string[] {
  if (separator !== 'NONE' || kind === 'XLSX') return []
  return line.flatMap(part =>
    'field' in part && part.width === undefined ? [`O campo “${part.field}” precisa de largura, como em “${part.field}:10”`] : [],
  )
}

/** Whether a value of the field may be cut at its width. */
export const mayBeCut = (field: LayoutField): boolean => TEXT_FIELDS.includes(field)
