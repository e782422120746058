// A stranger's file opened as XML, or refused with one sentence that says what it is and where it breaks.
import { parseXmlText, textOfXml, XmlRefused } from '../xml.ts'
import type { OpenedXml } from './types.ts'

/** What people send by mistake, by its first bytes in Latin-1. */
const OTHERS: readonly [readonly string[], string][] = [
  [['%PDF'], 'O arquivo é um PDF: envie o XML da nota, e não o DANFE.'],
  [['PK\u0003\u0004'], 'O arquivo é um ZIP: descompacte e envie os XML de dentro.'],
  [['\u001f\u008b'], 'O arquivo está compactado (gzip): descompacte e envie o XML de dentro.'],
  [['Rar!', '7z\u00bc\u00af'], 'O arquivo está compactado: descompacte e envie os XML de dentro.'],
  [['\u0089PNG', '\u00ff\u00d8\u00ff', 'GIF8', 'RIFF'], 'O arquivo é uma imagem: envie o XML da nota.'],
  [['-----BEGIN PGP', '\u0085\u0001', 'Salted__'], 'O arquivo está criptografado: envie o XML aberto.'],
  [['0\u0080', '0\u0081', '0\u0082', '0\u0083'], 'O arquivo é um envelope de assinatura (p7m ou p7s): envie o XML que está dentro dele.'],
  [['OFXHEADER', '<OFX>'], 'O arquivo é um extrato OFX: importe-o em Extratos.'],
  [['<!DOCTYPE html', '<!doctype html', '<html', '<HTML'], 'O arquivo é uma página da internet: baixe o XML da nota no portal.'],
  [['{', '['], 'O arquivo é um JSON: envie o XML da nota.'],
]

/** Controls that XML 1.0 does not have. */
const NO_CHARACTER = /[^\P{Cc}\t\n\r\u007f-\u009f]|[\ufffe\uffff]/u

export function openXml(bytes: Uint8Array): OpenedXml {
  if (bytes.length === 0) throw new XmlRefused('O arquivo está vazio.')
  const head = Buffer.from(bytes.subarray(0, 64)).toString('latin1').trimStart()
  const other = OTHERS.find(([starts]) => starts.some(start => head.startsWith(start)))
  if (other) throw new XmlRefused(other[1])
  const text = textOfXml(bytes)
  if (text.trim() === '') throw new XmlRefused('O arquivo está vazio.')
  if (!/^\s*</.test(text)) throw new XmlRefused('O arquivo não é um XML: não começa com uma marca “<”.')
  const control = NO_CHARACTER.exec(text)
  if (control) throw new XmlRefused(`O XML traz um caractere que não existe em XML, na linha ${lineAt(text, control.index)}.`)
  return { text, root: parseXmlText(text) }
}

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length
