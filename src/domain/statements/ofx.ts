// Reads OFX statements, 1.x SGML and 2.x XML, as Brazilian banks really write them.
import { quoted } from './bank-text.ts'
import { decodeStatement } from './decode.ts'
import { type BankStatus, OfxReader } from './ofx-reader.ts'
import { scanOfx } from './ofx-scan.ts'
import { setSigns } from './ofx-signs.ts'
import { type StatementFile, StatementFileError, withoutUndefined } from './statement-file.ts'

/** Header pairs of either version, in capitals ('VERSION' → '102'); empty for a file without header. */
export const ofxHeader = (text: string): Record<string, string> => {
  const bodyAt = text.search(/<OFX\b/i)
  const head = text.slice(0, bodyAt === -1 ? 2000 : Math.min(bodyAt, 2000))
  const header: Record<string, string> = {}
  const instruction = /<\?OFX\s([^>]{0,1000})\?>/i.exec(head)
  const pairs = instruction
    ? instruction[1]!.matchAll(/([A-Z]{4,12})\s*=\s*["']([^"']{0,60})["']/gi)
    : head.matchAll(/\b([A-Z]{4,12}):([\w.-]{0,60})/g)
  for (const pair of pairs) header[pair[1]!.toUpperCase()] = pair[2]!
  return header
}

/** Whether the bytes are meant as OFX: its tag or header stands near the beginning. */
export const looksLikeOfx = (bytes: Uint8Array): boolean => {
  let head = ''
  for (const byte of bytes.subarray(0, 8192)) if (byte !== 0) head += String.fromCharCode(byte)
  return /<OFX\b|OFXHEADER\s*[:=]/i.test(head)
}

/** Line numbers of growing offsets; counts each newline once. */
const lineCounter = (text: string) => {
  let line = 1
  let nextBreak = text.indexOf('\n')
  return (offset: number): number => {
    while (nextBreak !== -1 && nextBreak < offset) {
      line++
      nextBreak = text.indexOf('\n', nextBreak + 1)
    }
    return line
  }
}

const bankFailure = ({ code, message }: BankStatus): string => {
  if (code === '15500') return 'O banco recusou o acesso e não enviou o extrato (código 15500: usuário ou senha).'
  const said = message === '' ? '' : `: ${quoted(message)}`
  return `O banco devolveu um erro no lugar do extrato${said}${code === '' ? '' : ` (código ${code})`}.`
}

/**
 * Reads every STMTRS and CCSTMTRS of the file, in order. A row that cannot be read goes into its account's `errors`.
 * Throws StatementFileError when there is no statement at all: another format, a sign-on error, an empty or hostile file.
 */
export const readOfx = (bytes: Uint8Array): StatementFile => {
  const { text } = decodeStatement(bytes)
  const bodyAt = text.search(/<OFX\b/i)
  if (bodyAt === -1) throw new StatementFileError('O arquivo não é um extrato OFX.')
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text.slice(0, bodyAt))) {
    throw new StatementFileError('O arquivo traz declarações XML que um extrato não usa.')
  }
  const reader = new OfxReader(lineCounter(text))
  scanOfx(text, bodyAt, reader)
  reader.finish()
  if (reader.accounts.length === 0) {
    const failure = reader.failures[0]
    throw new StatementFileError(failure ? bankFailure(failure) : 'O arquivo OFX não traz nenhum extrato.')
  }
  const warnings = [...reader.warnings, ...reader.failures.map(bankFailure)]
  const version = ofxHeader(text).VERSION
  if (version !== undefined && !/^[12]\d\d$/.test(version)) warnings.push(`Versão de OFX desconhecida (${version}): confira as linhas.`)
  if (!reader.ended) warnings.push('O arquivo parece incompleto: falta o fim.')
  for (const account of reader.accounts) warnings.push(...setSigns(account))
  return {
    format: 'OFX',
    accounts: reader.accounts,
    warnings,
    ...withoutUndefined({ institution_name: reader.institutionName || undefined, institution_id: reader.institutionId || undefined }),
  }
}
