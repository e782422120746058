// Correction letters and voided ranges at the local authority: checked as the real ones check them, registered once, and failing on demand.
import type { Db } from '#server/db/query.ts'
import { checkSignature } from '#server/fiscal/sign.ts'
import { nodeAt, parseXml, textAt } from '#server/fiscal/xml.ts'
import { type Authorised, type OutgoingCorrection, type OutgoingVoid, unknown, type Verdict } from './authority.ts'
import { protocolOf, refuse } from './local-answers.ts'
import { processedVoidOf, registeredEvent } from './local-documents.ts'
import {
  findLocalEvent,
  findLocalNote,
  findLocalVoid,
  type LocalVoid,
  localNumbersUsed,
  putLocalEvent,
  putLocalVoid,
} from './local-rows.ts'

/** A letter with this word is refused; with that one, unanswered at the first try. */
const REFUSED_WORD = 'recusar esta carta'
const SILENT_WORD = 'sem resposta'
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
  if (!before) await putLocalEvent(db, { company_id, access_key: key, sequence, ...kept })
  return done('135', 'Evento registrado e vinculado à NF-e', kept, at =>
    registeredEvent(xml, { key, sequence, protocol: kept.protocol, at }),
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
