// What the commands of copies say.

import { formatCount } from '#domain/text.ts'
import { faultWords } from '#server/base/trail-check.mjs'
import { type Anchor, digestOf, type Trails } from '#server/db/trail.ts'
import { type BackupReport, type Restored, rowsOf } from './backup.ts'
import type { Totals } from './content.ts'
import type { NamedFile } from './named-files.ts'

export type Log = (line: string) => void

/** Of a long list the rest is counted. */
const NAMED = 20

export function tellCopied(report: BackupReport, log: Log): void {
  log(`Cópia feita e conferida: ${report.file}`)
  log(`${sizeOf(report)}, ${(report.bytes / 1e6).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} MB.`)
  tellAnchors(report.anchors, log)
  tellMissing(report.files.missing, log)
}

export function tellRestored(restored: Restored, log: Log): void {
  log(`Restaurado e conferido: ${sizeOf(restored)}.`)
  tellTrails(restored.trails, log)
  tellMissing(restored.files.missing, log)
}

/** What was written down of the audit trail proves later that its past was not rewritten. */
function tellAnchors(anchors: readonly Anchor[], log: Log): void {
  const links = anchors.reduce((sum, { seq }) => sum + seq, 0)
  log(`Trilha de auditoria: ${formatCount(anchors.length)} empresas, ${formatCount(links)} elos, resumo ${digestOf(anchors)}.`)
}

/** A broken trail is told and never keeps the books from coming back. */
export function tellTrails({ anchors, faults }: Trails, log: Log): void {
  tellAnchors(anchors, log)
  if (faults.length === 0) return
  log(`ATENÇÃO: a trilha de auditoria não confere em ${formatCount(faults.length)} ${faults.length === 1 ? 'ponto' : 'pontos'}:`)
  for (const fault of faults.slice(0, NAMED)) log(`  ${fault.company}: ${faultWords(fault)}`)
  if (faults.length > NAMED) log(`  e mais ${formatCount(faults.length - NAMED)}`)
  process.exitCode = 2
}

export function tellMissing(missing: readonly NamedFile[], log: Log): void {
  if (missing.length === 0) return
  log(
    missing.length === 1 ? 'ATENÇÃO: 1 arquivo não está na cópia:' : `ATENÇÃO: ${formatCount(missing.length)} arquivos não estão na cópia:`,
  )
  for (const { name, storage_key } of missing.slice(0, NAMED)) log(`  ${name} (${storage_key})`)
  if (missing.length > NAMED) log(`  e mais ${formatCount(missing.length - NAMED)}`)
}

/** Certificates and sessions are sealed with the product's secret, which is in no copy. */
export function tellSecret(copied: string | undefined, present: string | undefined, dir: string, log: Log): void {
  if (copied === undefined || copied === present) return
  log('O segredo do produto (RAZAO_SECRET, ou o arquivo secret) não vai na cópia, e o daqui não é o de quem foi copiado.')
  log(
    `Antes de iniciar, ponha o de lá em ${dir}/secret ou em RAZAO_SECRET; sem ele os certificados digitais precisam ser enviados de novo.`,
  )
}

export const sizeOf = (totals: Totals): string =>
  `${totals.tables.length} tabelas, ${formatCount(rowsOf(totals))} linhas, ${formatCount(totals.files.count)} arquivos`
