// What the commands of copies say.

import { counted, formatCount } from '#domain/text.ts'
import { faultWords } from '#server/base/trail-check.mjs'
import { BOOK_RULES, type CheckedBooks } from '#server/db/invariants.ts'
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
  log(`Trilha de auditoria: ${companiesOf(anchors.length)}, ${counted(links, ['elo', 'elos'])}, resumo ${digestOf(anchors)}.`)
}

/** A broken trail is told and never keeps the books from coming back. */
export function tellTrails({ anchors, faults }: Trails, log: Log): void {
  tellAnchors(anchors, log)
  if (faults.length === 0) return
  log(`ATENÇÃO: a trilha de auditoria não confere em ${counted(faults.length, ['ponto', 'pontos'])}:`)
  tellSome(faults, fault => `${fault.company}: ${faultWords(fault)}`, log)
  process.exitCode = 2
}

export function tellBooks({ companies, faults }: CheckedBooks, log: Log): void {
  if (faults.length === 0) {
    log(`Os livros de ${companiesOf(companies)} conferem em ${counted(BOOK_RULES.length, ['regra', 'regras'])}.`)
    return
  }
  log(`ATENÇÃO: os livros não conferem em ${counted(faults.length, ['registro', 'registros'])}:`)
  tellSome(faults, ({ company, rule, table, id, said }) => `${company}: ${rule}: ${table} ${id} ${said}`, log)
  process.exitCode = 2
}

export function tellLost(lost: readonly NamedFile[], log: Log): void {
  if (lost.length === 0) return
  log(`ATENÇÃO: ${counted(lost.length, ['arquivo citado nos livros se perdeu', 'arquivos citados nos livros se perderam'])}:`)
  tellSome(lost, fileWords, log)
  process.exitCode = 2
}

export function tellMissing(missing: readonly NamedFile[], log: Log): void {
  if (missing.length === 0) return
  log(`ATENÇÃO: ${counted(missing.length, ['arquivo não está na cópia', 'arquivos não estão na cópia'])}:`)
  tellSome(missing, fileWords, log)
}

const companiesOf = (count: number): string => counted(count, ['empresa', 'empresas'])

const fileWords = ({ name, storage_key }: NamedFile): string => `${name} (${storage_key})`

function tellSome<T>(all: readonly T[], words: (each: T) => string, log: Log): void {
  for (const each of all.slice(0, NAMED)) log(`  ${words(each)}`)
  if (all.length > NAMED) log(`  e mais ${formatCount(all.length - NAMED)}`)
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
  [
    counted(totals.tables.length, ['tabela', 'tabelas']),
    counted(rowsOf(totals), ['linha', 'linhas']),
    counted(totals.files.count, ['arquivo', 'arquivos']),
  ].join(', ')
