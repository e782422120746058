// A received file read and verified: which of the known documents it is, or one sentence that says what it is instead.
import { allNamed, tagSaid, XmlRefused } from '../xml.ts'
import { readAbrasf } from './abrasf.ts'
import { eventsIn, wordsIn } from './ends.ts'
import { readAbrasfCancel, readNfeEvent, readNfseEvent, readUnsignedWord } from './events.ts'
import { readNfe } from './nfe.ts'
import { readNfse } from './nfse.ts'
import { openXml } from './open.ts'
import type { OpenedXml, ReceivedFile, ReceivedNote, ToldEnd, Trust } from './types.ts'

const NOTES: readonly [string, (opened: OpenedXml, trust: Trust) => ReceivedFile][] = [
  ['infNFe', readNfe],
  ['infNFSe', readNfse],
  ['InfNfse', readAbrasf],
]

/** Documents people take for the note, by an element that only they have. */
const OTHERS: readonly [string, string][] = [
  ['infCte', 'O arquivo é um CT-e: só NF-e, NFC-e e NFS-e são recebidas.'],
  ['infMDFe', 'O arquivo é um MDF-e: só NF-e, NFC-e e NFS-e são recebidas.'],
  ['infCFe', 'O arquivo é um CF-e SAT: só NF-e, NFC-e e NFS-e são recebidas.'],
  ['infInut', 'O arquivo é uma inutilização de números: só notas e seus cancelamentos são recebidos.'],
  ['infDPS', 'O arquivo é a declaração do serviço (DPS): envie a NFS-e feita dela.'],
  ['InfRps', 'O arquivo é um RPS: envie a NFS-e feita dele.'],
  ['InfDeclaracaoPrestacaoServico', 'O arquivo é um RPS: envie a NFS-e feita dele.'],
  ['EncryptedData', 'O arquivo está criptografado: envie o XML aberto.'],
]

/** Throws XmlRefused, with the pt-BR reason, for what is no note and no end of one. */
export function readReceived(bytes: Uint8Array, trust: Trust): ReceivedFile {
  const opened = openXml(bytes)
  for (const [element, read] of NOTES) {
    const count = allNamed(opened.root, element).length
    if (count > 1) throw new XmlRefused(`O arquivo traz ${count} notas: envie uma em cada arquivo.`)
    if (count === 1) return withEnd(read(opened, trust), opened, trust)
  }
  return readEvent(opened, trust)
}

function withEnd(file: ReceivedFile, opened: OpenedXml, trust: Trust): ReceivedFile {
  if (!('note' in file)) return file
  const end = endOf(file.note, opened, trust)
  return end ? { ...file, end } : file
}

/** What verifies has the last word; what would be refused alone says nothing here, and what is of another note says nothing of this one. */
function endOf(note: ReceivedNote, { text, root }: OpenedXml, trust: Trust): ToldEnd | undefined {
  const judged = eventsIn(root).map(event => unlessRefused(() => readEvent({ text, root: event }, trust)))
  const told = [...judged, unlessRefused(() => readUnsignedWord(root)), ...wordsIn(root, note)]
    .filter(each => each !== undefined && 'event' in each)
    .filter(({ event }) => event.access_key === note.access_key)
  return told.find(({ evidence }) => evidence.state === 'VERIFIED') ?? told[0]
}

function unlessRefused(read: () => ReceivedFile | undefined): ReceivedFile | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof XmlRefused) return undefined
    throw error
  }
}

function readEvent(opened: OpenedXml, trust: Trust): ReceivedFile {
  const has = (element: string) => allNamed(opened.root, element).length
  if (has('detEvento') > 1 || has('infPedReg') > 1 || has('Confirmacao') > 1)
    throw new XmlRefused('O arquivo traz mais de um evento: envie um em cada arquivo.')
  if (has('infPedReg') > 0) return readNfseEvent(opened, trust)
  if (has('Confirmacao') > 0) return readAbrasfCancel(opened, trust)
  if (has('detEvento') > 0) return readNfeEvent(opened, trust)
  const word = readUnsignedWord(opened.root)
  if (word) return word
  const other = OTHERS.find(([element]) => has(element) > 0)
  throw new XmlRefused(
    other?.[1] ?? `O arquivo não é uma nota: começa por ${tagSaid(Object.keys(opened.root)[0] ?? '?')}, que não se conhece.`,
  )
}
