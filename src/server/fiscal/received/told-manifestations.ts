// What a receiver said of an NF-e, as the distribution brings it back, whichever of its systems said it.
import { isAccessKey } from '#domain/fiscal/access-key.ts'
import { MANIFESTATION_CODES, MANIFESTATIONS, MANIFESTING, type Manifestation } from '#domain/fiscal/manifestations.ts'
import { allNamed, nodeAt, textAt, type XmlNode, XmlRefused } from '../xml.ts'
import { REGISTERED } from './events.ts'
import { documentOf, instantOf, orNull } from './fields.ts'

export interface ToldManifestation {
  access_key: string
  /** CNPJ or CPF of whoever said it. */
  author: string
  kind: Manifestation
  sequence: number
  at: string
  justification: string | null
  protocol: string | null
}

/** Undefined for any other event. Its signature says nothing more than the list it came in. */
export function readManifestation(root: XmlNode): ToldManifestation | undefined {
  const [noticed] = allNamed(root, 'resEvento')
  const event = noticed ?? allNamed(root, 'infEvento').find(each => nodeAt(each, 'detEvento'))
  const kind = MANIFESTATIONS.find(each => MANIFESTATION_CODES[each] === textAt(event, 'tpEvento'))
  if (!event || !kind) return undefined
  const access_key = textAt(event, 'chNFe')
  const answers = allNamed(root, 'retEvento').map(each => nodeAt(each, 'infEvento'))
  const registration = noticed ?? answers.find(each => textAt(each, 'chNFe') === access_key && REGISTERED.has(textAt(each, 'cStat')))
  const sequence = Number(textAt(event, 'nSeqEvento'))
  if (!registration) throw new XmlRefused('A manifestação não está registrada.')
  if (!isAccessKey(access_key)) throw new XmlRefused('A chave de acesso da nota é inválida.')
  if (!(sequence >= 1 && sequence <= MANIFESTING.most)) throw new XmlRefused('A manifestação não diz que número tem.')
  const when = textAt(registration, 'dhRegEvento') || textAt(registration, 'dhRecbto') || textAt(event, 'dhEvento')
  return {
    access_key,
    author: documentOf(event),
    kind,
    sequence,
    at: instantOf(when, 'A manifestação não diz quando foi registrada.'),
    justification: orNull(textAt(event, 'detEvento', 'xJust').slice(0, 255)),
    protocol: orNull(textAt(registration, 'nProt')),
  }
}
