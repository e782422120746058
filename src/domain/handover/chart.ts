// The office's chart of accounts: which rows of its file are right, and how files of known programs become rows with titles.

const CHART_COLUMNS = [
  'Classificação',
  'Código reduzido',
  'Nome',
  'Natureza',
  'Tipo',
  'Conta superior',
  'Natureza ECD',
  'Referencial',
] as const

export interface ChartRow {
  /** As the office writes it: '1.1.1.02.001'. */
  code: string
  reduced: string | null
  name: string
  analytic: boolean
  nature: 'D' | 'C' | null
}

/** The code of the account above: all groups but the last of a code with dots; undefined at the top, and where only digits stand. */
export function parentByMask(code: string): string | undefined {
  const at = Math.max(code.lastIndexOf('.'), code.lastIndexOf('-'))
  return at <= 0 ? undefined : code.slice(0, at)
}

/** 1 at the top. */
export const levelOf = (code: string): number => code.split(/[.-]/).length

/** What is wrong with each row besides its own fields, in pt-BR, in the order of the rows. `kept`: codes of the chart the product has already. */
export function chartProblems(rows: readonly ChartRow[], kept: ReadonlyMap<string, { analytic: boolean }>): string[][] {
  const here = new Map(rows.map(row => [row.code, row]))
  const codes = new Map<string, number>()
  const reduced = new Map<string, number>()
  const again = (seen: Map<string, number>, value: string | null): boolean => {
    if (value === null || value === '') return false
    const times = seen.get(value) ?? 0
    seen.set(value, times + 1)
    return times > 0
  }
  return rows.map(row => {
    const above = parentByMask(row.code)
    const parent = above === undefined ? undefined : (here.get(above) ?? kept.get(above))
    return [
      again(codes, row.code) && `A classificação ${row.code} já está acima no arquivo`,
      again(reduced, row.reduced) && `O código reduzido ${row.reduced} já está acima no arquivo`,
      above !== undefined && parent === undefined && `Falta a conta superior ${above}`,
      parent?.analytic === true && `A conta superior ${above} é analítica e não pode ter contas abaixo`,
    ].filter(problem => typeof problem === 'string')
  })
}

type Cells = { line: number; cells: string[] }

/** The I050 of an ECD, or undefined for another file. The reduced code is not in it. */
export function chartOfEcd(text: string): Cells[] | undefined {
  if (!/^\|I050\|/m.test(text)) return undefined
  const rows = text.split(/\r?\n/).flatMap((line, at): Cells[] => {
    if (!line.startsWith('|I050|')) return []
    const [, , , ecd = '', kind = '', , code = '', parent = '', name = ''] = line.split('|')
    return [{ line: at + 1, cells: [code, '', name, '', kind, parent, ecd, ''] }]
  })
  return [{ line: 0, cells: [...CHART_COLUMNS] }, ...rows]
}

/** A PLANO.TXT of the SGC (IOB/EBS): positions, 220 to a line; or undefined for another file. */
export function chartOfSgc(text: string): Cells[] | undefined {
  const lines = text.split(/\r?\n/)
  const filled = lines.filter(line => line.trim() !== '')
  if (filled.length === 0 || !filled.every(line => line.length >= 134 && /^[\d.\- ]{20}.[\d ]{6}/.test(line))) return undefined
  const at = (line: string, from: number, to: number) => line.slice(from - 1, to).trim()
  const codes = filled.map(line => at(line, 1, 20))
  const rows = lines.flatMap((line, index): Cells[] => {
    if (line.trim() === '') return []
    const code = at(line, 1, 20)
    // The kind's words are not known: an account with others below it is synthetic.
    const synthetic = codes.some(other => parentByMask(other) === code)
    const reduced = at(line, 22, 27).replace(/^0+/, '')
    return [
      { line: index + 1, cells: [code, reduced, at(line, 28, 127), at(line, 134, 134), synthetic ? 'S' : 'A', '', '', at(line, 171, 220)] },
    ]
  })
  return [{ line: 0, cells: [...CHART_COLUMNS] }, ...rows]
}
