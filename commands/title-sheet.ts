// Bills and receivables from a sheet.
import { entries } from '#contract/entries.ts'
import { counted } from '#domain/text.ts'
import { type AnyTarget, companyIn } from './kit/command.ts'
import type { Ports } from './kit/ports.ts'
import { wrote } from './slices.ts'

/** What a sheet brought in; its refused lines are told with the first of them. */
export async function importSheet(ports: Ports, target: AnyTarget, file: File, kind: 'DEBIT' | 'CREDIT' | undefined, go: string) {
  const reply = await ports.call(entries.upload, { params: { c: companyIn(target).id }, form: { file, ...(kind ? { kind } : {}) } })
  const { imported, errors } = reply.data
  const say = counted(imported, ['lançamento importado', 'lançamentos importados'])
  const [first] = errors
  if (first === undefined) return wrote(reply, say, { go })
  const out = counted(errors.length, ['linha ficou', 'linhas ficaram'])
  const detail = `${out} de fora. Linha ${first.line}: ${first.message}`
  return wrote(reply, 'Planilha importada em parte', { label: say, detail, warns: true, go })
}

export const SHEET_WORDS =
  'Planilha CSV ou XLSX com as colunas Vencimento e Valor; Descrição, Fornecedor ou Cliente, Categoria, Documento e Competência são opcionais.'
