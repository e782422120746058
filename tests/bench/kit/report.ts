// The table a bench prints: ours beside its floor or peer, their ratio, the budget, and whether it is kept; kept as JSON too.
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { isSmallest } from './sizes.ts'

export interface Figure {
  /** 'P6': the line of the budgets it belongs to. */
  budget: string
  what: string
  ours: number
  /** What it is compared with, measured in the same run. */
  beside?: { what: string; value: number } | undefined
  unit?: 'ms' | 'MB' | 'kB' | 's' | '×' | '%' | ''
  /** Kept when ours is at most `ratio` times what is beside it; at most `most` units. Neither: for information. */
  ratio?: number
  most?: number
}

export const resultsFolder = join('test-results', isSmallest ? 'bench-smallest' : 'bench')
const number = (value: number): string =>
  Number.isFinite(value)
    ? value.toLocaleString('pt-BR', { maximumFractionDigits: Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0 })
    : '–'

/** Undefined when nothing was asked. */
export function isKept({ ours, beside, ratio, most }: Figure): boolean | undefined {
  if (ratio === undefined && most === undefined) return undefined
  const within = ratio === undefined || (beside !== undefined && ours <= ratio * beside.value)
  return within && (most === undefined || ours <= most)
}

function budgetText({ ratio, most, unit = 'ms' }: Figure): string {
  const parts = [ratio === undefined ? '' : `≤ ${number(ratio)}×`, most === undefined ? '' : `≤ ${number(most)} ${unit}`]
  return parts.filter(Boolean).join(' e ') || 'sem orçamento'
}

const heads = ['', 'o quê', 'nosso', 'piso ou par', 'razão', 'orçamento', '']

/** The lines of the table, ready to print. */
export function tableOf(figures: readonly Figure[]): string {
  const cells = figures.map(figure => {
    const { budget, what, ours, beside, unit = 'ms' } = figure
    const kept = isKept(figure)
    return [
      budget,
      what,
      `${number(ours)} ${unit}`,
      beside ? `${number(beside.value)} ${unit} ${beside.what}` : '–',
      beside ? `${number(ours / beside.value)}×` : '–',
      budgetText(figure),
      kept === undefined ? '' : kept ? 'ok' : 'ACIMA',
    ]
  })
  const widths = heads.map((head, at) => Math.max(head.length, ...cells.map(row => row[at]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    `  ${row.map((cell, at) => (at === 2 || at === 4 ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0))).join('  ')}`.trimEnd()
  return [line(heads), `  ${widths.map(width => '─'.repeat(width)).join('  ')}`, ...cells.map(line)].join('\n')
}

/** Prints the table with the load of the machine, and keeps the figures in test-results/bench/<name>.json for the summary. */
export function report(name: string, figures: readonly Figure[]): void {
  const load = loadavg()[0] ?? 0
  console.log(`\n${tableOf(figures)}`)
  console.log(`  carga da máquina ${number(load)} em ${cpus().length} núcleos, Node ${process.versions.node}`)
  mkdirSync(resultsFolder, { recursive: true })
  const kept = figures.map(figure => ({ ...figure, kept: isKept(figure) ?? null }))
  writeFileSync(join(resultsFolder, `${name}.json`), `${JSON.stringify({ name, load, figures: kept }, null, 2)}\n`)
}

/** A line under the table: where the time went. */
export function note(text: string): void {
  console.log(`  ${text}`)
}
