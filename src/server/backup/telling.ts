// What the commands of copies say.
import { type BackupReport, type Restored, rowsOf } from './backup.ts'
import type { Totals } from './content.ts'
import type { NamedFile } from './named-files.ts'

export type Log = (line: string) => void

/** Of a long list the rest is counted. */
const NAMED = 20

export function tellCopied(report: BackupReport, log: Log): void {
  log(`Cópia feita e conferida: ${report.file}`)
  log(`${sizeOf(report)}, ${(report.bytes / 1e6).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} MB.`)
  tellMissing(report.files.missing, log)
}

export function tellRestored(restored: Restored, log: Log): void {
  log(`Restaurado e conferido: ${sizeOf(restored)}.`)
  tellMissing(restored.files.missing, log)
}

export function tellMissing(missing: readonly NamedFile[], log: Log): void {
  if (missing.length === 0) return
  log(missing.length === 1 ? 'ATENÇÃO: 1 arquivo não está na cópia:' : `ATENÇÃO: ${count(missing.length)} arquivos não estão na cópia:`)
  for (const { name, storage_key } of missing.slice(0, NAMED)) log(`  ${name} (${storage_key})`)
  if (missing.length > NAMED) log(`  e mais ${count(missing.length - NAMED)}`)
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
  `${totals.tables.length} tabelas, ${count(rowsOf(totals))} linhas, ${count(totals.files.count)} arquivos`

const count = (n: number): string => n.toLocaleString('pt-BR')
