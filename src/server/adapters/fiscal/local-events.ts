// Correction letters, manifestations and voided ranges at the local authority: checked as the real ones check them, registered once, failing on demand.
import { isAccessKey } from '#domain/fiscal/access-key.ts'
import { MANIFESTATION_CODES } from '#domain/fiscal/manifestations.ts'
import type { Db } from '#server/db/query.ts'
import { checkSignature } from '#server/fiscal/sign.ts'
import { nodeAt, parseXml, textAt } from '#server/fiscal/xml.ts'
import { type Authorised, type OutgoingCorrection, type OutgoingNote, type OutgoingVoid, unknown, type Verdict } from './authority.ts'
import { protocolOf, refuse } from './local-answers.ts'
import { processedVoidOf, registeredEvent } from './local-documents.ts'
import {
  findLocalEvent,
  findLocalNote,
  findLocalVoid,
  type LocalVoid,
  listLocalManifestations,
  localNumbersUsed,
  putLocalEvent,
  putLocalManifestation,
  putLocalVoid,
} from './local-rows.ts'

/** A letter or justification with these words is refused; with those, unanswered at the first try. */
const REFUSED_WORD = 'recusar esta'
const SILENT_WORD = 'sem resposta'
const LETTER = { type: '110110', name: 'Carta de Correção registrada' }
const SILENCE = unknown('Serviço paralisado momentaneamente')
const UNSIGNED = refuse('297', 'Assinatura difere do calculado')

export async function correctLocally(db: Db, event: OutgoingCorrection, now: number): Promise<Verdict> {
  const { company_id, key, sequence, xml } = event
  const note = await findLocalNote(db, company_id, key)
  if (!note) return refuse('217', 'NF-e não consta na base de dados da SEFAZ')
  if (note.cancelled_at) return refuse('580', 'O evento exige uma NF-e autorizada')
  if (!checkSignature(xml).valid) return UNSIGNED
  const text = textAt(parseXml(Buffer.from(xml)), 'evento', 'infEvento', 'detEvento', 'xCorrecao')
  if (text.includes(REFUSED_WORD)) return refuse('594', 'O número de sequência do evento informado é maior que o permitido')
  if (text.includes(SILENT_WORD) && event.tries === 0) return SILENCE
  const before = await findLocalEvent(db, company_id, key, sequence)
  const kept = before ?? { protocol: protocolOf(now), registered_at: new Date(now).toISOString() }
  const { protocol } = kept
  const at = Date.parse(kept.registered_at)
  const document = registeredEvent(xml, { ...LETTER, organ: key.slice(0, 2), key, sequence, protocol, at })
  if (!before) await putLocalEvent(db, { company_id, access_key: key, sequence, ...kept, document_xml: document })
  return done('135', 'Evento registrado e vinculado à NF-e', kept, () => document)
}

/** Of any note whose key is right: notes of suppliers that are not of this installation are manifested too. */
export async function manifestLocally(db: Db, event: OutgoingNote, now: number): Promise<Verdict> {
  const { company_id, key, xml } = event
  if (!isAccessKey(key)) return refuse('236', 'Chave de acesso com dígito verificador inválido')
  if (!checkSignature(xml).valid) return UNSIGNED
  const info = nodeAt(parseXml(Buffer.from(xml)), 'evento', 'infEvento')
  const [type, sequence] = [textAt(info, 'tpEvento'), Number(textAt(info, 'nSeqEvento'))]
  const justification = textAt(info, 'detEvento', 'xJust')
  if (justification.includes(REFUSED_WORD)) return refuse('596', 'Evento apresentado fora do prazo')
  if (justification.includes(SILENT_WORD) && event.tries === 0) return SILENCE
  const before = await listLocalManifestations(db, company_id, key)
  if (type === MANIFESTATION_CODES.ACKNOWLEDGED && before.some(each => each.type !== type))
    return refuse('655', 'Evento de Ciência da Operação informado após a manifestação final do destinatário')
  const stands = before.find(each => each.type === type && each.sequence === sequence)
  const kept = stands ?? { protocol: protocolOf(now), registered_at: new Date(now).toISOString() }
  if (!stands) await putLocalManifestation(db, { company_id, access_key: key, type, sequence, ...kept })
  const { protocol } = kept
  return done('135', 'Evento registrado e vinculado à NF-e', kept, at =>
    registeredEvent(xml, { organ: '91', type, name: textAt(info, 'detEvento', 'descEvento'), key, sequence, protocol, at }),
  )
}

export async function voidLocally(db: Db, range: OutgoingVoid, now: number): Promise<Verdict> {
  if (!checkSignature(range.xml).valid) return UNSIGNED
  const info = nodeAt(parseXml(Buffer.from(range.xml)), 'inutNFe', 'infInut')
  const numbers = {
    serie: Number(textAt(info, 'serie')),
    first_number: Number(textAt(info, 'nNFIni')),
    last_number: Number(textAt(info, 'nNFFin')),
  }
  if (textAt(info, 'xJust').includes(SILENT_WORD) && range.tries === 0) return SILENCE
  const asked = { company_id: range.company_id, kind: range.kind, ...numbers }
  const before = await findLocalVoid(db, asked)
  const isSame = before?.first_number === numbers.first_number && before.last_number === numbers.last_number
  if (before && !isSame) return refuse('256', 'Um número da faixa já está inutilizado')
  if (!before && (await localNumbersUsed(db, asked))) return refuse('241', 'Um número da faixa já foi utilizado')
  const kept: LocalVoid = before ?? { ...asked, protocol: protocolOf(now), registered_at: new Date(now).toISOString() }
  if (!before) await putLocalVoid(db, kept)
  return done('102', 'Inutilização de número homologada', kept, at => processedVoidOf(range.xml, kept, at))
}

function done(
  code: string,
  text: string,
  { protocol, registered_at }: { protocol: string; registered_at: string },
  documentOf: (at: number) => string,
): Authorised {
  const at = Date.parse(registered_at)
  return { outcome: 'DONE', code, text, protocol, at, document: documentOf(at) }
}
