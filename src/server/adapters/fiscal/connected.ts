// The real authorities as one: NF-e and NFC-e to the states, service notes to the national environment. Silence is an unknown outcome, never a refusal.
import { Failure } from '#server/base/fail.ts'
import { type FiscalAuthority, type OutgoingNote, unknown, type Verdict } from './authority.ts'
import { type MutualTlsOptions, mutualTls, Silence } from './mutual-tls.ts'
import { type NationalNfseOptions, nationalNfse } from './national-nfse.ts'
import { type SefazOptions, sefaz } from './sefaz.ts'

export type ConnectedOptions = MutualTlsOptions &
  Omit<SefazOptions, 'call'> &
  Omit<NationalNfseOptions, 'call'> &
  Pick<FiscalAuthority, 'contact'>

export function connectedAuthority(options: ConnectedOptions): FiscalAuthority {
  const call = mutualTls(options)
  const goods = sefaz({ ...options, call })
  const services = nationalNfse({ ...options, call })
  const of = ({ kind }: Pick<OutgoingNote, 'kind'>) => (kind === 'SERVICE' ? services : goods)
  return {
    environment: options.environment,
    contact: options.contact,
    find: note => orUnknown(of(note).find(note)),
    send: note => orUnknown(of(note).send(note)),
    cancel: event => orUnknown(of(event).cancel(event)),
    correct: event => orUnknown(goods.correct(event)),
    manifest: event => orUnknown(goods.manifest(event)),
    voidNumbers: range => orUnknown(goods.voidNumbers(range)),
    async status({ city_code, ...place }) {
      if (city_code === null) return { available: false, message: 'Complete o endereço do emitente.' }
      return of(place)
        .status({ ...place, city_code })
        .catch(reason => ({ available: false, message: silenceOf(reason) }))
    },
  }
}

const orUnknown = <V extends Verdict | undefined>(answer: Promise<V>): Promise<V | ReturnType<typeof unknown>> =>
  answer.catch(reason => unknown(silenceOf(reason)))

/** Why there was no answer, a missing or expired certificate included; any other error is ours and goes on. */
function silenceOf(reason: unknown): string {
  if (reason instanceof Silence || reason instanceof Failure) return reason.message
  throw reason
}
