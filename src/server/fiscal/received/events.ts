// What became of a note after it was issued, as files of its own tell it: events, and the answers and summaries of the authorities.
import { isAccessKey, isNfseKey, readAccessKey, readNfseKey } from '#domain/fiscal/access-key.ts'
import type { Fate } from '#domain/fiscal/note-checks.ts'
import { allNamed, nodeAt, textAt, type XmlNode, XmlRefused } from '../xml.ts'
import { abrasfKey } from './abrasf.ts'
import { evidenceOf, isOf } from './evidence.ts'
import { documentOf, instantOf, orNull } from './fields.ts'
import { authorityDoubt } from './service-authority.ts'
import { signedPart } from './signed-part.ts'
import type { Evidence, OpenedXml, ReceivedEvent, ReceivedFile, Trust } from './types.ts'

export const FATE_OF_EVENT: Record<string, Fate> = { '110111': 'CANCELLED', '110112': 'SUBSTITUTED' }
const CORRECTION = '110110'
/** cStat of a registered event: tied to its note, or to none that the authority knows here. */
export const REGISTERED: ReadonlySet<string> = new Set(['135', '136', '155'])
const NAMES: Record<string, string> = {
  '110140': 'uma EPEC',
  '210200': 'uma confirmação da operação',
  '210210': 'uma ciência da operação',
  '210220': 'um desconhecimento da operação',
  '210240': 'uma operação não realizada',
}
const NO_DATE = 'O evento não diz quando foi registrado.'

/** An event of NF-e or NFC-e with its registration. */
export function readNfeEvent({ text, root }: OpenedXml, trust: Trust): ReceivedFile {
  const plain = allNamed(root, 'infEvento').find(each => nodeAt(each, 'detEvento'))
  const part = signedPart(text, 'infEvento', plain)
  const isWhole = !('doubt' in part) && nodeAt(part.node, 'detEvento') !== undefined
  const event = isWhole ? part.node : plain
  const access_key = textAt(event, 'chNFe')
  const key = readAccessKey(access_key)
  if (!event || !key || !isAccessKey(access_key)) throw new XmlRefused('A chave de acesso da nota é inválida.')
  const type = textAt(event, 'tpEvento')
  const fate = FATE_OF_EVENT[type]
  if (!fate && type !== CORRECTION)
    throw new XmlRefused(
      `De eventos de notas, só o cancelamento e a carta de correção são recebidos: este é ${NAMES[type] ?? `o ${type.slice(0, 10)}`}.`,
    )
  const registered = allNamed(root, 'retEvento').map(each => nodeAt(each, 'infEvento'))
  const registration = registered.find(
    each => textAt(each, 'chNFe') === access_key && ['', type].includes(textAt(each, 'tpEvento')) && REGISTERED.has(textAt(each, 'cStat')),
  )
  if (!registration) throw new XmlRefused(fate ? 'O cancelamento não está registrado.' : 'A carta de correção não está registrada.')
  const signed_at = instantOf(textAt(event, 'dhEvento'), NO_DATE)
  const evidence = evidenceOf({
    part: isWhole || 'doubt' in part ? part : { doubt: 'signature_elsewhere' },
    trust,
    at: Date.parse(signed_at),
    whyNot: holder => (isOf(holder, key.document) ? undefined : 'issuer_other'),
    doubts: [
      documentOf(event).slice(0, 8) !== key.document.slice(0, 8) && 'issuer_other',
      textAt(event, 'tpAmb') !== '1' && !trust.allowsTest && 'test_environment',
    ],
  })
  const at = instantOf(textAt(registration, 'dhRegEvento') || textAt(event, 'dhEvento'), NO_DATE)
  if (!fate) return { evidence, letter: { access_key, at, ...letterOf(event), protocol: orNull(textAt(registration, 'nProt')) } }
  return {
    evidence,
    event: {
      access_key,
      fate,
      at,
      reason: orNull(textAt(event, 'detEvento', 'xJust').slice(0, 255)),
      replaced_by: orNull(textAt(event, 'detEvento', 'chNFeRef')),
    },
  }
}

function letterOf(event: XmlNode): { sequence: number; text: string } {
  const text = textAt(event, 'detEvento', 'xCorrecao').trim().slice(0, 1000)
  const sequence = Number(textAt(event, 'nSeqEvento'))
  if (text === '' || !(sequence >= 1 && sequence <= 99))
    throw new XmlRefused('A carta de correção não diz o que corrige, ou que número tem.')
  return { sequence, text }
}

/** Cancelled by its provider, by the city's decision or by office, or replaced. */
const SERVICE_ENDS: Record<string, Fate> = { e101101: 'CANCELLED', e105104: 'CANCELLED', e305101: 'CANCELLED', e105102: 'SUBSTITUTED' }

/** An event of national NFS-e, which its authority signs whole. */
export function readNfseEvent({ text, root }: OpenedXml, trust: Trust): ReceivedFile {
  const [plain] = allNamed(root, 'infEvento')
  const part = signedPart(text, 'infEvento', plain)
  const event = 'doubt' in part ? plain : part.node
  if (!event) throw new XmlRefused('O arquivo é o pedido de um evento: envie o evento registrado.')
  const [asked] = allNamed(event, 'infPedReg')
  const access_key = textAt(asked, 'chNFSe')
  const key = readNfseKey(access_key)
  if (!asked || !key || !isNfseKey(access_key)) throw new XmlRefused('A chave de acesso da NFS-e é inválida.')
  const type = Object.keys(asked).find(name => SERVICE_ENDS[name] !== undefined)
  const fate = type && SERVICE_ENDS[type]
  if (!type || !fate) throw new XmlRefused('De eventos de NFS-e, só o cancelamento e a substituição são recebidos.')
  const at = instantOf(textAt(event, 'dhProc') || textAt(asked, 'dhEvento'), NO_DATE)
  return {
    evidence: evidenceOf({
      part,
      trust,
      at: Date.parse(at),
      whyNot: holder => authorityDoubt(holder, key.city),
      doubts: [textAt(asked, 'tpAmb') !== '1' && !trust.allowsTest && 'test_environment'],
    }),
    event: {
      access_key,
      fate,
      at,
      reason: orNull(textAt(asked, type, 'xMotivo').slice(0, 255)),
      replaced_by: orNull(textAt(asked, type, 'chSubstituta')),
    },
  }
}

/** A city's confirmation of a cancel, without the note. */
export function readAbrasfCancel({ text, root }: OpenedXml, trust: Trust): ReceivedFile {
  const [plain] = allNamed(root, 'Confirmacao')
  const part = signedPart(text, 'Confirmacao', plain)
  const confirmed = 'doubt' in part ? plain : part.node
  const [asked] = confirmed ? allNamed(confirmed, 'IdentificacaoNfse') : []
  const number = textAt(asked, 'Numero')
  const provider = textAt(asked, 'CpfCnpj', 'Cnpj') || textAt(asked, 'Cnpj') || textAt(asked, 'CpfCnpj', 'Cpf')
  const city = textAt(asked, 'CodigoMunicipio')
  if (!confirmed || !/^\d{1,15}$/.test(number) || provider === '' || city === '')
    throw new XmlRefused('O cancelamento não diz de que nota é: número, prestador e município.')
  const at = instantOf(textAt(confirmed, 'DataHora') || textAt(confirmed, 'DataHoraCancelamento'), NO_DATE)
  return {
    evidence: evidenceOf({ part, trust, at: Date.parse(at), whyNot: holder => authorityDoubt(holder, city), doubts: [] }),
    event: { access_key: abrasfKey(city, provider, number), fate: 'CANCELLED', at, reason: null, replaced_by: null },
  }
}

/** Summaries of the distribution and answers to a consultation: nobody signs them. */
export function readUnsignedWord(root: XmlNode): ReceivedFile | undefined {
  const [summary, noticed, answer] = ['resNFe', 'resEvento', 'retConsSitNFe'].map(name => allNamed(root, name)[0])
  const found = summary ?? noticed ?? answer
  if (!found) return undefined
  const access_key = textAt(found, 'chNFe')
  if (!isAccessKey(access_key)) throw new XmlRefused('A chave de acesso da nota é inválida.')
  const fate = summary
    ? { 2: 'DENIED' as const, 3: 'CANCELLED' as const }[textAt(summary, 'cSitNFe')]
    : noticed
      ? FATE_OF_EVENT[textAt(noticed, 'tpEvento')]
      : fateOfStatus(textAt(answer, 'cStat'))
  if (!fate) throw new XmlRefused('O arquivo é um resumo da nota: envie o XML completo dela.')
  const event: ReceivedEvent = { access_key, fate, at: instantOf(textAt(found, 'dhRecbto'), NO_DATE), reason: null, replaced_by: null }
  const evidence: Evidence = { state: 'UNVERIFIED', doubts: ['signature_absent'], signer: null }
  return { event, evidence }
}

const fateOfStatus = (status: string): Fate | undefined =>
  ['101', '151'].includes(status) ? 'CANCELLED' : ['110', '205', '301', '302', '303'].includes(status) ? 'DENIED' : undefined
