// The tax authority of the local environment: it checks signature, key and sums as the real ones do, keeps what it authorised, and fails on demand.
import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { lightFormat } from 'date-fns/lightFormat'
import { inUtc } from '#domain/civil-date.ts'
import { buildNfseKey, isAccessKey, readAccessKey, readDpsId } from '#domain/fiscal/access-key.ts'
import { virtualAuthorityOfKey } from '#domain/fiscal/contingency.ts'
import type { Db } from '#server/db/query.ts'
import { checkSignature } from '#server/fiscal/sign.ts'
import { centsOf, nodesAt, parseXml, textAt, type XmlNode } from '#server/fiscal/xml.ts'
import type { Authorised, FiscalAuthority, OutgoingCancel, OutgoingNote, Refused, Verdict } from './authority.ts'
import { protocolOf, refuse } from './local-answers.ts'
import { nfeProcessed } from './local-documents.ts'
import { correctLocally, manifestLocally, voidLocally } from './local-events.ts'
import { findLocalNote, insertLocalNote, type LocalNote, markLocalCancelled, nextNfseNumber } from './local-rows.ts'
import { nfseOf } from './local-services.ts'

export interface LocalAuthorityOptions {
  db: Db
  now(): number
  /** How long an answer takes, so that PROCESSING is seen. */
  delayMs: number
}

/**
 * Totals of R$ 999,xx ask for a failure, so that every state can be seen without a real authority:
 * 01 to 04 are rejected (04 denied), 10 no answer at the first try, 11 authorised but the answer is lost, 20 authorised late,
 * 30 the cancel is refused, 31 the cancel gets no answer at the first try. Words of a letter or justification ask for theirs (`local-events.ts`).
 */
const FAILURE_REAIS = 999
const REJECTIONS: Record<number, Refused> = {
  1: refuse('203', 'Emissor não habilitado para emissão de NF-e'),
  2: refuse('209', 'IE do emitente inválida'),
  3: refuse('233', 'IE do destinatário não cadastrada'),
  4: refuse('302', 'Uso denegado: irregularidade fiscal do destinatário'),
}
const SILENCE = { outcome: 'UNKNOWN', text: 'Serviço paralisado momentaneamente' } as const

export function localAuthority({ db, now, delayMs }: LocalAuthorityOptions): FiscalAuthority {
  return {
    environment: 'LOCAL',
    async find(note) {
      const stored = await findLocalNote(db, note.company_id, note.key)
      return stored && verdictOf(stored)
    },
    async send(note) {
      await wait(delayMs)
      return authorise(db, note, now())
    },
    async cancel(event) {
      await wait(delayMs)
      return cancel(db, event, now())
    },
    async correct(event) {
      await wait(delayMs)
      return correctLocally(db, event, now())
    },
    async manifest(event) {
      await wait(delayMs)
      return manifestLocally(db, event, now())
    },
    async voidNumbers(range) {
      await wait(delayMs)
      return voidLocally(db, range, now())
    },
    status: async () => ({ available: true, message: 'Ambiente local: as notas não têm valor fiscal.' }),
  }
}

const verdictOf = (note: LocalNote): Authorised => ({
  outcome: 'DONE',
  code: note.code,
  text: note.code === '150' ? 'Autorizado o uso, autorização fora de prazo' : 'Autorizado o uso',
  protocol: note.protocol,
  at: Date.parse(note.authorised_at),
  number: note.number ?? undefined,
  access_key: note.issued_key ?? undefined,
  document: note.document_xml,
})

async function authorise(db: Db, note: OutgoingNote, now: number): Promise<Verdict> {
  const root = parseXml(Buffer.from(note.xml))
  const flaw = flawOf(note, root)
  if (flaw) return flaw
  const trigger = triggerOf(totalOf(note, root))
  const rejection = REJECTIONS[trigger]
  if (rejection) return rejection
  if (trigger === 10 && note.tries === 0) return SILENCE
  if (await findLocalNote(db, note.company_id, note.key)) return refuse('204', 'Duplicidade de NF-e')
  const made = await record(db, note, root, { code: trigger === 20 ? '150' : '100', protocol: protocolOf(now), now })
  return trigger === 11 && note.tries === 0 ? SILENCE : made
}

async function record(
  db: Db,
  note: OutgoingNote,
  root: XmlNode,
  { code, protocol, now }: { code: string; protocol: string; now: number },
): Promise<Authorised> {
  const stored: LocalNote = {
    company_id: note.company_id,
    access_key: note.key,
    kind: note.kind,
    code,
    protocol,
    authorised_at: new Date(now).toISOString(),
    number: null,
    issued_key: null,
    document_xml: '',
    cancelled_at: null,
    cancel_protocol: null,
  }
  if (note.kind === 'SERVICE') {
    stored.number = await nextNfseNumber(db, note.company_id)
    stored.issued_key = nfseKeyOf(note.key, root, stored.number, now)
    stored.document_xml = nfseOf(note.xml, stored, now)
  } else stored.document_xml = nfeProcessed(note.xml, stored, now)
  await insertLocalNote(db, stored)
  return verdictOf(stored)
}

/** What a real authority would refuse before it looks at the business. */
function flawOf(note: OutgoingNote, root: XmlNode): Refused | undefined {
  const signature = checkSignature(note.xml)
  const unsignedPortal = note.kind === 'SERVICE' && !signature.valid && signature.reason === 'absent'
  if (!signature.valid && !unsignedPortal) return refuse('297', 'Assinatura difere do calculado')
  if (note.kind === 'SERVICE') return readDpsId(note.key) ? undefined : refuse('E0001', 'Identificador da DPS inválido')
  const key = readAccessKey(note.key)
  if (!key || !isAccessKey(note.key)) return refuse('236', 'Chave de acesso com dígito verificador inválido')
  const info = (root.NFe as XmlNode).infNFe
  if (key.document !== (textAt(info, 'emit', 'CNPJ') || textAt(info, 'emit', 'CPF')))
    return refuse('502', 'Chave de acesso difere do emitente')
  const isVirtual = virtualAuthorityOfKey(note.key) !== undefined
  if (isVirtual !== (textAt(info, 'ide', 'xJust') !== '' && textAt(info, 'ide', 'dhCont') !== ''))
    return refuse(isVirtual ? '557' : '556', 'Justificativa de entrada em contingência em desacordo com o tipo de emissão')
  const sum = nodesAt(info, 'det').reduce((total, item) => {
    const cents = (name: string) => centsOf(textAt(item, 'prod', name))
    const [, icms] = Object.entries((item.imposto as XmlNode).ICMS as XmlNode)[0] ?? []
    const added = centsOf(textAt(icms, 'vICMSST')) + centsOf(textAt(item, 'imposto', 'IPI', 'IPITrib', 'vIPI'))
    return total + cents('vProd') - cents('vDesc') + cents('vFrete') + cents('vSeg') + cents('vOutro') + added
  }, 0)
  return sum === totalOf(note, root) ? undefined : refuse('610', 'Total da NF difere do somatório dos valores')
}

function totalOf(note: OutgoingNote, root: XmlNode): number {
  return centsOf(
    note.kind === 'SERVICE'
      ? textAt(root, 'DPS', 'infDPS', 'valores', 'vServPrest', 'vServ')
      : textAt(root, 'NFe', 'infNFe', 'total', 'ICMSTot', 'vNF'),
  )
}

const triggerOf = (cents: number): number => (Math.trunc(cents / 100) === FAILURE_REAIS ? cents % 100 : -1)

function nfseKeyOf(dpsId: string, root: XmlNode, number: number, now: number): string {
  const dps = readDpsId(dpsId)
  if (!dps) throw new RangeError('not a DPS id')
  return buildNfseKey({
    city: dps.city,
    document: dps.document,
    environment: textAt(root, 'DPS', 'infDPS', 'tpAmb'),
    number,
    year_month: lightFormat(inUtc(now), 'yyMM'),
    code: String(randomInt(1e9)).padStart(9, '0'),
  })
}

async function cancel(db: Db, event: OutgoingCancel, now: number): Promise<Verdict> {
  const note = await findLocalNote(db, event.company_id, event.key)
  if (!note) return refuse('217', 'NF-e não consta na base de dados da SEFAZ')
  const done = (protocol: string, at: number): Authorised => ({
    outcome: 'DONE',
    code: '135',
    text: 'Evento registrado e vinculado à nota',
    protocol,
    at,
    document: event.xml,
  })
  if (note.cancelled_at) return done(note.cancel_protocol ?? '', Date.parse(note.cancelled_at))
  const signature = checkSignature(event.xml)
  if (!signature.valid && !(note.kind === 'SERVICE' && signature.reason === 'absent'))
    return refuse('297', 'Assinatura difere do calculado')
  const root = parseXml(Buffer.from(note.document_xml))
  const trigger = triggerOf(
    note.kind === 'SERVICE'
      ? centsOf(textAt(root, 'NFSe', 'infNFSe', 'DPS', 'infDPS', 'valores', 'vServPrest', 'vServ'))
      : centsOf(textAt(root, 'nfeProc', 'NFe', 'infNFe', 'total', 'ICMSTot', 'vNF')),
  )
  if (trigger === 30) return refuse('501', 'Pedido de cancelamento fora do prazo da legislação')
  if (trigger === 31 && event.tries === 0) return SILENCE
  const protocol = protocolOf(now)
  await markLocalCancelled(db, event.company_id, event.key, protocol, now)
  return done(protocol, now)
}
