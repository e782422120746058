// The authorities of NF-e and NFC-e. A note is sent once and known by its key; whatever is no clear answer is asked again by that key.
import { setTimeout as wait } from 'node:timers/promises'
import { virtualAuthorityOf, virtualAuthorityOfKey } from '#domain/fiscal/contingency.ts'
import { eventId } from '#server/fiscal/events.ts'
import { nodeAt, nodesAt, parseXml, textAt, type XmlNode } from '#server/fiscal/xml.ts'
import {
  type Authorised,
  type GoodsTransmitter,
  type OutgoingCancel,
  type OutgoingNote,
  type OutgoingVoid,
  type Refused,
  type Unknown,
  unknown,
  type Verdict,
} from './authority.ts'
import type { Call } from './mutual-tls.ts'
import { type SefazPlace, type SefazService, sefazAddress } from './sefaz-addresses.ts'
import {
  elementOf,
  eventMessage,
  noteMessage,
  processedEvent,
  processedNote,
  processedVoid,
  queryMessage,
  readAnswer,
  receiptMessage,
  type SefazAnswer,
  soapRequest,
  statusMessage,
} from './sefaz-messages.ts'

export interface SefazOptions {
  call: Call
  environment: 'TEST' | 'PRODUCTION'
  /** Where each service answers, instead of its published address. */
  addressOf?: (service: SefazService, place: SefazPlace) => string
  /** Between two looks at a lot that was taken to be processed. */
  receiptWaitMs?: number
}

/** cStat, as the MOC lists them. */
const AUTHORISED = new Set(['100', '150'])
const LOT_TAKEN = '103'
const LOT_UNDER_WAY = new Set([LOT_TAKEN, '105'])
/** The lot is on its way, the service is down or busy, or we ask too much: nothing is said of the note. */
const SAYS_NOTHING = new Set([...LOT_UNDER_WAY, '104', '106', '108', '109', '128', '656', '678', '999'])
/** The key, or its number under another key, is known already. */
const DUPLICATE = new Set(['204', '539'])
/** Of a query by key: it is not there, or its number is there under another key, which the sending will be refused for. */
const NEVER_GOT = new Set(['217', '562', '613'])
const DENIED = new Set(['110', '205', '301', '302', '303'])
const CANCELLED = new Set(['101', '135', '151', '155'])
const CANCEL_DONE = new Set(['135', '155'])
/** Bound to the note, or registered before the note is known there. */
const CORRECTION_DONE = new Set(['135', '136'])
/** The event, or the cancel, is registered already. */
const EVENT_STANDS = '573'
const EVENT_DUPLICATE = new Set([EVENT_STANDS, '218', '420'])
/** The virtual authority is closing, or closed by the state. */
const VIRTUAL_CLOSED = new Set(['113', '114'])
const IN_OPERATION = '107'
const CANCEL = '110111'
const CORRECTION = '110110'
/** The range is voided; this very range was before. */
const VOIDED = '102'
const VOIDED_BEFORE = '563'

const RECEIPT_LOOKS = 3

/** Of NF-e and NFC-e only. */
export function sefaz({ call, environment, addressOf = sefazAddress, receiptWaitMs = 1500 }: SefazOptions): GoodsTransmitter {
  const tpAmb = environment === 'PRODUCTION' ? '1' : '2'

  async function ask(from: Asking, service: SefazService, message: string, result: string): Promise<SefazAnswer> {
    const url = addressOf(service, {
      kind: from.kind === 'CONSUMER' ? 'CONSUMER' : 'PRODUCT',
      uf: from.uf,
      environment,
      virtual: from.virtual,
      national: from.national,
    })
    const answer = readAnswer(await call(from.company_id, soapRequest(url, service, message)), result)
    // Once the virtual authority is closed again, the state's own knows its notes; new ones it made are for it alone.
    const goesOn = VIRTUAL_CLOSED.has(codeOf(answer)) && from.virtual !== undefined && service !== 'NFeAutorizacao4'
    return goesOn ? ask({ ...from, virtual: undefined }, service, message, result) : answer
  }

  const query = (note: OutgoingNote) => ask(askingOf(note), 'NFeConsultaProtocolo4', queryMessage(tpAmb, note.key), 'retConsSitNFe')

  async function byReceipt(note: OutgoingNote, taken: SefazAnswer): Promise<SefazAnswer> {
    const nRec = textAt(taken.result, 'infRec', 'nRec')
    let answer = taken
    for (let look = 0; look < RECEIPT_LOOKS && LOT_UNDER_WAY.has(codeOf(answer)); look += 1) {
      await wait(receiptWaitMs)
      answer = await ask(askingOf(note), 'NFeRetAutorizacao4', receiptMessage(tpAmb, nRec), 'retConsReciNFe')
    }
    return answer
  }

  async function find(note: OutgoingNote): Promise<Verdict | undefined> {
    const answer = await query(note)
    const code = codeOf(answer)
    if (NEVER_GOT.has(code)) return undefined
    if (AUTHORISED.has(code)) return authorised(note, answer)
    return CANCELLED.has(code) || DENIED.has(code)
      ? refused(code, textAt(answer.result, 'xMotivo'))
      : unknown(textAt(answer.result, 'xMotivo'))
  }

  async function findCancel(event: OutgoingCancel, refusal: Refused): Promise<Verdict> {
    const answer = await query(event)
    const code = codeOf(answer)
    if (CANCELLED.has(code))
      return foundEvent(answer, CANCEL, 1) ?? unknown('A nota consta cancelada e a autoridade não devolveu o registro.')
    return NEVER_GOT.has(code) ? refusal : unknown('O cancelamento foi registrado e a nota ainda consta autorizada.')
  }

  async function register(
    event: OutgoingNote,
    done: ReadonlySet<string>,
    findAgain: (refusal: Refused) => Promise<Verdict>,
    from = askingOf(event),
  ): Promise<Verdict> {
    const answer = await ask(from, 'NFeRecepcaoEvento4', eventMessage(event.key, event.xml), 'retEnvEvento')
    const said = nodeAt(answer.result, 'retEvento', 'infEvento') ?? answer.result
    const code = textAt(said, 'cStat')
    const text = textAt(said, 'xMotivo')
    if (isOfAnother(said, event.key)) return unknown(OF_ANOTHER)
    if (done.has(code)) return registered(event, answer, said)
    if (EVENT_DUPLICATE.has(code)) return findAgain(refused(code, text))
    return SAYS_NOTHING.has(code) ? unknown(text) : refused(code, text)
  }

  return {
    find,

    async send(note) {
      const taken = await ask(askingOf(note), 'NFeAutorizacao4', noteMessage(note.key, note.xml), 'retEnviNFe')
      const answer = codeOf(taken) === LOT_TAKEN ? await byReceipt(note, taken) : taken
      const said = nodeAt(answer.result, 'protNFe', 'infProt') ?? answer.result
      const code = textAt(said, 'cStat')
      const text = textAt(said, 'xMotivo')
      if (isOfAnother(said, note.key)) return unknown(OF_ANOTHER)
      if (AUTHORISED.has(code)) return authorised(note, answer)
      if (DUPLICATE.has(code)) return (await find(note)) ?? refused(code, text)
      return SAYS_NOTHING.has(code) ? unknown(text) : refused(code, text)
    },

    cancel: event => register(event, CANCEL_DONE, refusal => findCancel(event, refusal)),

    correct: event =>
      register(event, CORRECTION_DONE, async refusal => foundEvent(await query(event), CORRECTION, event.sequence) ?? refusal),

    manifest: event =>
      register(event, CORRECTION_DONE, async refusal => (refusal.code === EVENT_STANDS ? stood(event, refusal) : refusal), {
        ...askingOf(event),
        virtual: undefined,
        national: true,
      }),

    async voidNumbers(range) {
      const answer = await ask(range, 'NFeInutilizacao4', range.xml, 'retInutNFe')
      const said = nodeAt(answer.result, 'infInut') ?? answer.result
      const code = textAt(said, 'cStat')
      const text = textAt(said, 'xMotivo')
      if (code === VOIDED || code === VOIDED_BEFORE) return voided(range, answer, said)
      return SAYS_NOTHING.has(code) ? unknown(text) : refused(code, text)
    },

    async status(place) {
      const uf = place.city_code.slice(0, 2)
      const { company_id, kind } = place
      const virtual = place.virtual ? virtualAuthorityOf(uf) : undefined
      const { result } = await ask({ company_id, kind, uf, virtual }, 'NFeStatusServico4', statusMessage(tpAmb, uf), 'retConsStatServ')
      return { available: textAt(result, 'cStat') === IN_OPERATION, message: textAt(result, 'xMotivo') }
    },
  }
}

type Asking = Pick<OutgoingNote, 'company_id' | 'kind'> & Pick<SefazPlace, 'uf' | 'virtual' | 'national'>

const askingOf = (note: OutgoingNote): Asking => ({
  company_id: note.company_id,
  kind: note.kind,
  uf: note.key.slice(0, 2),
  virtual: virtualAuthorityOfKey(note.key),
})

const codeOf = ({ result }: SefazAnswer): string => textAt(result, 'cStat')

const OF_ANOTHER = 'A autoridade respondeu sobre outra nota.'
const isOfAnother = (said: XmlNode, key: string): boolean => !['', key].includes(textAt(said, 'chNFe'))

const refused = (code: string, text: string): Refused => ({ outcome: 'REFUSED', code, text })

/** The protocol must be of this key and of this very document: an answer about anything else says nothing. */
function authorised(note: OutgoingNote, { result, text }: SefazAnswer): Authorised | Unknown {
  const protocol = nodeAt(result, 'protNFe')
  const info = nodeAt(protocol, 'infProt')
  const at = Date.parse(textAt(info, 'dhRecbto'))
  const digest = textAt(info, 'digVal')
  if (!protocol || textAt(info, 'chNFe') !== note.key || Number.isNaN(at)) return unknown('A resposta não traz o protocolo desta nota.')
  if (digest !== '' && digest !== digestOf(note.xml)) return unknown('A autoridade autorizou outro conteúdo sob a chave desta nota.')
  return {
    outcome: 'DONE',
    code: textAt(info, 'cStat'),
    text: textAt(info, 'xMotivo'),
    protocol: textAt(info, 'nProt'),
    at,
    document: processedNote(note.xml, elementOf(text, 'protNFe', protocol)),
  }
}

/** What the note's own signature says its content is. */
const digestOf = (signed: string): string => /<DigestValue>([^<]+)<\/DigestValue>/.exec(signed)?.[1] ?? ''

function registered(event: OutgoingNote, { result, text }: SefazAnswer, info: XmlNode): Authorised | Unknown {
  const at = Date.parse(textAt(info, 'dhRegEvento'))
  if (textAt(info, 'chNFe') !== event.key || Number.isNaN(at)) return unknown('A resposta não traz o registro deste evento.')
  const registration = elementOf(text, 'retEvento', nodeAt(result, 'retEvento') ?? {})
  return done(info, at, processedEvent(event.xml, registration))
}

/** Told before, by a try whose answer was lost or by another system of the company; the national environment repeats no event. */
const stood = (event: OutgoingNote, { code, text }: Refused): Authorised => ({
  outcome: 'DONE',
  code,
  text,
  protocol: '',
  at: Date.parse(textAt(parseXml(Buffer.from(event.xml)), 'evento', 'infEvento', 'dhEvento')),
  document: event.xml,
})

/** An event as the authority gives it back with the note. */
function foundEvent({ result, text }: SefazAnswer, type: string, sequence: number): Authorised | undefined {
  const found = nodesAt(result, 'procEventoNFe').find(
    each =>
      textAt(each, 'evento', 'infEvento', 'tpEvento') === type && Number(textAt(each, 'evento', 'infEvento', 'nSeqEvento')) === sequence,
  )
  const event = nodeAt(found, 'evento')
  const registration = nodeAt(found, 'retEvento')
  const info = nodeAt(registration, 'infEvento')
  const at = Date.parse(textAt(info, 'dhRegEvento'))
  if (!found || !event || !registration || !info || Number.isNaN(at)) return undefined
  const written = elementOf(text, 'procEventoNFe', found, eventId(type, textAt(event, 'infEvento', 'chNFe'), sequence))
  return done(info, at, processedEvent(elementOf(written, 'evento', event), elementOf(written, 'retEvento', registration)))
}

/** A range voided before comes back without its protocol where the authority does not repeat it. */
function voided(range: OutgoingVoid, { result, text }: SefazAnswer, info: XmlNode): Authorised | Unknown {
  const at = Date.parse(textAt(info, 'dhRecbto'))
  if (Number.isNaN(at)) return unknown('A resposta não traz o registro da inutilização.')
  return done(info, at, processedVoid(range.xml, elementOf(text, 'retInutNFe', result)))
}

const done = (info: XmlNode, at: number, document: string): Authorised => ({
  outcome: 'DONE',
  code: textAt(info, 'cStat'),
  text: textAt(info, 'xMotivo'),
  protocol: textAt(info, 'nProt'),
  at,
  document,
})
