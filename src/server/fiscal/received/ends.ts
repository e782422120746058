// What else a note's own file tells of its end: the events in it, each to be judged as if it came alone, and the words that nobody signed.
import type { Fate } from '#domain/fiscal/note-checks.ts'
import { allNamed, nodeAt, nodesAt, textAt, type XmlNode } from '../xml.ts'
import { FATE_OF_EVENT, REGISTERED } from './events.ts'
import { instantIn } from './fields.ts'
import type { ReceivedNote, ToldEnd } from './types.ts'

/** cStat of a cancellation of the older layouts: in time, late, or as an event. */
const CANCELLED: ReadonlySet<string> = new Set(['101', '151', ...REGISTERED])

/** Each event with the answers that stand with it: those of its own procEventoNFe, or those that stand loose. */
export function eventsIn(root: XmlNode): XmlNode[] {
  const whole = allNamed(root, 'procEventoNFe')
  const inside = new Set(whole.flatMap(each => [...allNamed(each, 'infEvento'), ...allNamed(each, 'retEvento')]))
  const loose = (name: string) => allNamed(root, name).filter(each => !inside.has(each))
  const groups = [...whole, { infEvento: loose('infEvento'), retEvento: loose('retEvento') }]
  return [
    ...groups.flatMap(group =>
      allNamed(group, 'infEvento')
        .filter(each => nodeAt(each, 'detEvento') || allNamed(each, 'infPedReg').length > 0)
        .map(infEvento => ({ infEvento, retEvento: allNamed(group, 'retEvento') })),
    ),
    ...allNamed(root, 'Confirmacao').map(Confirmacao => ({ Confirmacao })),
  ]
}

/** Answers without their event, and what a city's file says of its note: whoever made the file may have written them. */
export function wordsIn(root: XmlNode, { access_key, issued_at }: ReceivedNote): ToldEnd[] {
  const told = (fate: Fate, when: string): ToldEnd => ({
    event: { access_key, fate, at: instantIn(when) ?? issued_at, reason: null, replaced_by: null },
    evidence: { state: 'UNVERIFIED', doubts: ['signature_absent'], signer: null },
  })
  const answers = (name: string, inside: string, statuses: ReadonlySet<string>) =>
    allNamed(root, name)
      .flatMap(each => nodesAt(each, inside))
      .filter(each => textAt(each, 'chNFe') === access_key && statuses.has(textAt(each, 'cStat')))
  return [
    ...answers('retEvento', 'infEvento', REGISTERED).flatMap(each => {
      const fate = FATE_OF_EVENT[textAt(each, 'tpEvento')]
      return fate ? [told(fate, textAt(each, 'dhRegEvento'))] : []
    }),
    ...answers('retCancNFe', 'infCanc', CANCELLED).map(each => told('CANCELLED', textAt(each, 'dhRecbto'))),
    ...allNamed(root, 'NfseSubstituicao').map(() => told('SUBSTITUTED', '')),
    ...allNamed(root, 'NfseCancelamento').map(each => told('CANCELLED', textAt(each, 'Confirmacao', 'DataHora'))),
  ]
}
