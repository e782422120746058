// The national NFS-e (Sefin Nacional, ADN): JSON over mutual TLS, documents gzipped in base64. The id of a DPS makes sending it idempotent.
import { gunzipSync, gzipSync } from 'node:zlib'
import { nodeAt, textAt } from '#server/fiscal/xml.ts'
import {
  type Authorised,
  type OutgoingCancel,
  type OutgoingNote,
  type Refused,
  type Transmitter,
  type Unknown,
  unknown,
  type Verdict,
} from './authority.ts'
import { type Call, type Incoming, NONSENSE, parseAnswer, Silence } from './mutual-tls.ts'

export interface NfseAddresses {
  /** Takes DPS and events, answers by id and key. */
  sefin: string
  /** Knows which cities take part, and distributes what was issued. */
  adn: string
}

/** As the Portal da NFS-e publishes them; tests go to "produção restrita". */
export const NFSE_ADDRESSES: Record<'TEST' | 'PRODUCTION', NfseAddresses> = {
  TEST: { sefin: 'https://sefin.producaorestrita.nfse.gov.br/SefinNacional', adn: 'https://adn.producaorestrita.nfse.gov.br' },
  PRODUCTION: { sefin: 'https://sefin.nfse.gov.br/SefinNacional', adn: 'https://adn.nfse.gov.br' },
}

export interface NationalNfseOptions {
  call: Call
  environment: 'TEST' | 'PRODUCTION'
  addresses?: NfseAddresses
}

/** An NFS-e was made of this DPS before. */
const DUPLICATE_DPS = 'E0014'
/** The note is cancelled before. */
const DUPLICATE_CANCEL = 'E0840'
const CANCEL = '101101'

/** Of service notes only. */
export function nationalNfse({ call, environment, addresses = NFSE_ADDRESSES[environment] }: NationalNfseOptions): Transmitter {
  async function ask(company_id: string, url: string, body?: Json): Promise<Answer> {
    const headers = { accept: 'application/json', ...(body ? { 'content-type': 'application/json' } : {}) }
    const answer = await call(company_id, { method: body ? 'POST' : 'GET', url, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
    return readAnswer(answer)
  }

  async function find(note: OutgoingNote): Promise<Verdict | undefined> {
    const dps = await ask(note.company_id, `${addresses.sefin}/dps/${note.key}`)
    if (dps.status === 404) return undefined
    const answer = await ask(note.company_id, `${addresses.sefin}/nfse/${textOf(known(dps), 'chaveAcesso')}`)
    return issued(note, known(answer))
  }

  async function findCancel(event: OutgoingCancel, refusal: Refused): Promise<Verdict> {
    const answer = await ask(event.company_id, `${addresses.sefin}/nfse/${event.access_key}/eventos/${CANCEL}/1`)
    if (answer.status === 404) return refusal
    const [first] = (known(answer).eventos ?? []) as Json[]
    // Here the gzip, already in base64, is in base64 once more.
    return registered(event, first ? Buffer.from(textOf(first, 'arquivoXml'), 'base64').toString() : '')
  }

  return {
    find,

    async send(note) {
      const answer = await ask(note.company_id, `${addresses.sefin}/nfse`, { dpsXmlGZipB64: packed(note.xml) })
      if (answer.status < 300) return issued(note, answer.json)
      const refusal = refusalOf(answer)
      return refusal.code === DUPLICATE_DPS ? ((await find(note)) ?? refusal) : refusal
    },

    async cancel(event) {
      const url = `${addresses.sefin}/nfse/${event.access_key}/eventos`
      const answer = await ask(event.company_id, url, { pedidoRegistroEventoXmlGZipB64: packed(event.xml) })
      if (answer.status < 300) return registered(event, textOf(answer.json, 'eventoXmlGZipB64'))
      const refusal = refusalOf(answer)
      return refusal.code === DUPLICATE_CANCEL ? findCancel(event, refusal) : refusal
    },

    async status({ company_id, city_code }) {
      const answer = await ask(company_id, `${addresses.adn}/parametrizacao/${city_code}/convenio`)
      if (answer.status === 404) return { available: false, message: 'O município não consta do padrão nacional da NFS-e.' }
      const available = Number((known(answer).parametrosConvenio as Json | undefined)?.aderenteEmissorNacional) === 1
      return {
        available,
        message: available ? 'O município emite pelo emissor nacional.' : 'O município não emite pelo emissor nacional.',
      }
    },
  }
}

type Json = Record<string, unknown>

interface Answer {
  status: number
  json: Json
}

/** Success, refusal or absence, each told in JSON; anything else is silence. 500 is too: the note may have been made. */
function readAnswer({ status, body }: Incoming): Answer {
  if (status >= 500 || status === 408 || status === 429) throw new Silence(`O ambiente nacional respondeu HTTP ${status}.`)
  try {
    const json = JSON.parse(body.toString()) as unknown
    if (typeof json === 'object' && json !== null) return { status, json: json as Json }
  } catch {
    // Not JSON: below.
  }
  throw new Silence(NONSENSE)
}

/** What a query answered when it did find. */
function known({ status, json }: Answer): Json {
  if (status >= 300) throw new Silence(`O ambiente nacional respondeu HTTP ${status}.`)
  return json
}

function textOf(json: Json, name: string): string {
  const value = json[name]
  if (typeof value !== 'string' || value === '') throw new Silence(NONSENSE)
  return value
}

type NamedError = { [name in 'Codigo' | 'codigo' | 'Descricao' | 'descricao' | 'Complemento' | 'complemento']?: string | null | undefined }

/** Names come with either initial. */
export const toldErrors = (errors: readonly NamedError[]): { code: string | undefined; text: string }[] =>
  errors.map(each => ({
    code: each.Codigo ?? each.codigo ?? undefined,
    text: [each.Descricao ?? each.descricao, each.Complemento ?? each.complemento].filter(Boolean).join(' '),
  }))

/** The first of `erros`, or the one `erro`, with its complement. */
function refusalOf({ status, json }: Answer): Refused {
  const told = toldErrors([json.erros ?? json.erro ?? []].flat() as NamedError[])
  const first = told.find(each => each.code === DUPLICATE_DPS || each.code === DUPLICATE_CANCEL) ?? told[0]
  if (!first?.code) throw new Silence(`O ambiente nacional respondeu HTTP ${status}.`)
  return { outcome: 'REFUSED', code: first.code, text: told.map(each => each.text).join(' · ') }
}

const PROLOG = '<?xml version="1.0" encoding="UTF-8"?>'

/** Without its declaration a document is refused (E1229). */
const packed = (xml: string): string => gzipSync(`${PROLOG}${xml}`).toString('base64')

const MAX_BYTES = 4 * 1024 ** 2

function unpacked(text: string): Buffer {
  try {
    return gunzipSync(Buffer.from(text, 'base64'), { maxOutputLength: MAX_BYTES })
  } catch {
    throw new Silence(NONSENSE)
  }
}

/** The NFS-e must be of its own key and made of this very DPS. */
function issued(note: OutgoingNote, json: Json): Authorised | Unknown {
  const access_key = textOf(json, 'chaveAcesso')
  const document = unpacked(textOf(json, 'nfseXmlGZipB64'))
  const info = nodeAt(parseAnswer(document), 'NFSe', 'infNFSe')
  const at = Date.parse(textAt(info, 'dhProc'))
  const isOurs = textAt(info, '@Id') === `NFS${access_key}` && textAt(info, 'DPS', 'infDPS', '@Id') === note.key
  if (!isOurs || Number.isNaN(at)) return unknown('A resposta não traz a NFS-e desta DPS.')
  return {
    outcome: 'DONE',
    code: textAt(info, 'cStat'),
    text: 'NFS-e gerada',
    protocol: textAt(info, 'nDFSe'),
    at,
    number: Number(textAt(info, 'nNFSe')),
    access_key,
    document: document.toString(),
  }
}

function registered(event: OutgoingCancel, packedEvent: string): Authorised | Unknown {
  const document = unpacked(packedEvent)
  const info = nodeAt(parseAnswer(document), 'evento', 'infEvento')
  const asked = nodeAt(info, 'pedRegEvento', 'infPedReg')
  const at = Date.parse(textAt(info, 'dhProc'))
  if (textAt(asked, 'chNFSe') !== event.access_key || !asked?.[`e${CANCEL}`] || Number.isNaN(at))
    return unknown('A resposta não traz o registro deste cancelamento.')
  return {
    outcome: 'DONE',
    code: '135',
    text: 'Cancelamento registrado',
    protocol: textAt(info, 'nDFSe'),
    at,
    document: document.toString(),
  }
}
