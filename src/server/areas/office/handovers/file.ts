// The file of a plan in a layout: written, read back, and checked before anybody gets it.
import type { HandoverPreview } from '#contract/handovers.ts'
import type { Posted } from '#domain/handover/changes.ts'
import { levelOf, parentByMask } from '#domain/handover/chart.ts'
import { encoded } from '#domain/handover/code-set.ts'
import { isAmount, isDayField, written } from '#domain/handover/fields.ts'
import { type Layout, layoutProblems, linesOf, SECTION_NAMES } from '#domain/handover/layout.ts'
import { PRESET_IDS, PRESETS, type PresetId } from '#domain/handover/presets.ts'
import { isBalanced, readEntries, UnreadableFile } from '#domain/handover/read.ts'
import { type FileAccount, type FileContents, type FileEntry, totalOf, valuesOfEntry, writeFile } from '#domain/handover/write.ts'
import type { Cell } from '#domain/sheets.ts'
import { findCompany } from '#server/areas/people/companies/rows.ts'
import { fail, invalid } from '#server/base/fail.ts'
import type { Context } from '#server/kernel/context.ts'
import { withReader } from '#server/parsers/reader.ts'
import type { HandoverPlan } from './plan.ts'
import { type ChartCode, chartCodes, findLayout, lastNumber, type NumberedLine } from './rows.ts'

export interface ChosenLayout extends Layout {
  name: string
  about: string
  extension: string
}

export async function chosenLayout(ctx: Context, ref: string): Promise<ChosenLayout> {
  if (isPreset(ref)) return PRESETS[ref]
  const own = await findLayout(ctx.db, ctx.companyId, ref)
  if (!own) throw invalid('layout', 'Este layout não existe mais')
  const delimited = own.separator === 'SEMICOLON' || own.separator === 'COMMA'
  return { ...own, about: 'Layout guardado pela empresa.', extension: own.kind === 'XLSX' ? 'xlsx' : delimited ? 'csv' : 'txt' }
}

const isPreset = (ref: string): ref is PresetId => PRESET_IDS.some(id => id === ref)

export interface HandoverFile {
  contents: FileContents
  lines: readonly NumberedLine[]
  text: readonly string[]
  shortened: HandoverPreview['shortened']
  /** Why it may not be delivered, in pt-BR. */
  refusal: string | null
}

export async function fileOf(
  ctx: Context,
  layout: ChosenLayout,
  plan: HandoverPlan,
  days: { start_date: string; end_date: string },
): Promise<HandoverFile> {
  const chart = await chartCodes(ctx.db, ctx.companyId)
  const byId = new Map(chart.map(account => [account.id, account]))
  const from = await lastNumber(ctx.db, ctx.companyId)
  // Each reversal stays before what takes its place: the sort keeps the order of one day.
  const lines = [...plan.lines]
    .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
    .map((line, at) => ({ ...line, number: from + at + 1 }))
  const without = new Set<string>()
  const codeOf = (id: string): string => {
    const account = byId.get(id)
    const code = layout.account_code === 'REDUCED' ? account?.reduced : account?.code
    if (!code) without.add(account ? `${account.code} ${account.name}` : id)
    return code ?? ''
  }
  const entries = lines.map((line): FileEntry => fileEntry(line, codeOf))
  const contents: FileContents = {
    ...(await companyFacts(ctx)),
    first_day: entries.reduce((day, entry) => (entry.date < day ? entry.date : day), days.start_date),
    last_day: entries.reduce((day, entry) => (entry.date > day ? entry.date : day), days.end_date),
    entries,
    accounts: usedAccounts(layout, chart, lines),
  }
  const file = writeFile(layout, contents)
  const [wide] = file.tooWide
  const [wrong] = layoutProblems(layout)
  const refusal =
    entries.length === 0
      ? null
      : wrong
        ? `${SECTION_NAMES[wrong.section]}: ${wrong.message}`
        : without.size > 0
          ? `Contas sem código reduzido no plano: ${[...without].slice(0, 3).join(', ')}${without.size > 3 ? ` e mais ${without.size - 3}` : ''}`
          : layout.company_code === null && usesCompanyCode(layout)
            ? 'Este layout leva o código da empresa no programa do escritório: copie-o e preencha o código.'
            : wide
              ? `${wide.value} não cabe nos ${wide.width} caracteres de “${wide.field}”`
              : readBack(layout, file.lines, contents)
  return { contents, lines, text: file.lines, shortened: file.shortened, refusal }
}

const usesCompanyCode = (layout: Layout): boolean =>
  [layout.header, layout.account, layout.entry, layout.trailer].some(section =>
    linesOf(section).some(line => line.some(part => 'field' in part && part.field === 'empresa')),
  )

function readBack(layout: Layout, lines: readonly string[], contents: FileContents): string | null {
  try {
    const accounts = layout.account === '' ? 0 : contents.accounts.length
    return isBalanced(readEntries(layout, lines, accounts), contents.entries)
      ? null
      : 'Débitos e créditos do arquivo não fecham com os lançamentos.'
  } catch (error) {
    if (error instanceof UnreadableFile) return 'O arquivo não se lê de volta pelo próprio layout: dê largura ou separador aos campos.'
    throw error
  }
}

const fileEntry = (line: Posted & { number: number }, codeOf: (id: string) => string): FileEntry => ({
  number: line.number,
  date: line.date,
  debit: codeOf(line.debit),
  credit: codeOf(line.credit),
  amount_cents: line.amount_cents,
  history_code: line.history_code,
  history: line.history,
  document: line.document,
})

/** The accounts of the file and those above them, in the order of the chart. */
function usedAccounts(layout: Layout, chart: readonly ChartCode[], lines: readonly Posted[]): FileAccount[] {
  if (layout.account === '') return []
  const used = new Set(lines.flatMap(line => [line.debit, line.credit]))
  const codes = new Set<string>()
  for (const { id, code } of chart)
    if (used.has(id)) for (let at: string | undefined = code; at !== undefined; at = parentByMask(at)) codes.add(at)
  const once = new Map<string, ChartCode>()
  for (const account of chart) if (codes.has(account.code) && !once.has(account.code)) once.set(account.code, account)
  return [...once.values()]
    .sort((a, b) => (a.code < b.code ? -1 : 1))
    .map(account => ({
      code: (layout.account_code === 'REDUCED' ? account.reduced : account.code) ?? '',
      classification: account.code,
      reduced: account.reduced ?? '',
      name: account.name,
      nature: account.nature ?? '',
      ecd_nature: account.ecd_nature ?? '',
      analytic: account.analytic,
      level: levelOf(account.code),
      parent: parentByMask(account.code) ?? '',
    }))
}

/** The same plan makes the same bytes. */
export async function bytesOf(layout: ChosenLayout, { text }: HandoverFile): Promise<Uint8Array> {
  if (layout.kind === 'XLSX') return withReader(reader => reader.workbook(workbookOf(layout, text)))
  const end = layout.line_end === 'CRLF' ? '\r\n' : '\n'
  return encoded(text.map(line => line + end).join(''), layout.code_set)
}

/** The written text as typed cells: days and amounts are numbers in a sheet. */
function workbookOf(layout: Layout, text: readonly string[]) {
  const header = layout.header.split(';')
  const fields = (linesOf(layout.entry)[0] ?? []).flatMap(part => ('field' in part ? part.field : []))
  const rows = readEntries(layout, text, 0).map((entry, at) => {
    const values = valuesOfEntry(entry, at)
    return fields.map((field): Cell => {
      const value = values[field] ?? ''
      if (isDayField(field)) return { day: value }
      return isAmount(field) ? { cents: Number(value) } : { text: written(field, value, layout) }
    })
  })
  return { name: 'Lançamentos', header, rows }
}

async function companyFacts(ctx: Context): Promise<Pick<FileContents, 'cnpj' | 'company_name'>> {
  const company = await findCompany(ctx.db, ctx.companyId)
  if (!company) throw fail('resource.not_found')
  return { cnpj: company.document_number ?? '', company_name: company.name }
}

export const totalCents = (file: HandoverFile): number => totalOf(file.contents.entries)
