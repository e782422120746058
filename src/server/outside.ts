// Every party outside, as the environment chooses them. In production only what is connected answers: nothing pretends to have reached anyone.
import { join } from 'node:path'
import { localAppointments } from './adapters/appointments/local.ts'
import type { AppointmentProvider } from './adapters/appointments/provider.ts'
import { type CardAcquirer, noCardAcquirer } from './adapters/card-acquirer.ts'
import { diskFiles, type FileStore } from './adapters/files.ts'
import { type FiscalAuthority, noFiscalAuthority } from './adapters/fiscal/authority.ts'
import { connectedAuthority } from './adapters/fiscal/connected.ts'
import { type NoteDistribution, noDistribution } from './adapters/fiscal/distribution.ts'
import { localAuthority } from './adapters/fiscal/local.ts'
import { localDistribution } from './adapters/fiscal/local-distribution.ts'
import { mutualTls } from './adapters/fiscal/mutual-tls.ts'
import { nfeDistribution } from './adapters/fiscal/nfe-distribution.ts'
import { nfseDistribution } from './adapters/fiscal/nfse-distribution.ts'
import { type LocalBankOptions, localBank } from './adapters/local-bank/bank.ts'
import { localAcquirer } from './adapters/local-bank/cards.ts'
import { type Messages, outboxMessages } from './adapters/messages/outbox.ts'
import { smsTransport } from './adapters/messages/sms.ts'
import { type OpenFinance, ProviderUnavailable } from './adapters/open-finance.ts'
import { localOpenFinance } from './adapters/open-finance-local.ts'
import { outbound } from './adapters/outbound.ts'
import { DEADLINE_MS } from './adapters/payments.ts'
import { pixBanks } from './adapters/pix-api/bank.ts'
import { pluggy } from './adapters/pluggy/aggregator.ts'
import type { Outside } from './adapters/ports.ts'
import { postalCodeRanges, viaCep } from './adapters/postal-codes.ts'
import { localRegistry } from './adapters/registry.ts'
import { restRegistry } from './adapters/rest-registry.ts'
import { s3Files } from './adapters/s3-files.ts'
import { starkBanks } from './adapters/stark/bank.ts'
import { localTaxAuthority, noTaxAuthority } from './adapters/tax-authority.ts'
import { certificatesIn, certificateTrust } from './adapters/trust.ts'
import { bankNameOf, institutionName, ispbOf } from './areas/banking/institutions/handlers.ts'
import { presenting } from './areas/fiscal/certificates/vault.ts'
import { fail } from './base/fail.ts'
import type { Clock } from './base/ids.ts'
import type { Db } from './db/query.ts'
import type { Environment } from './env.ts'
import type { JobQueue } from './jobs/queue.ts'

/** The local authority takes its time, as the real ones do. */
const FISCAL_DELAY_MS = 1500
/** Longer than the slowest of them takes on a bad day; past it the note is asked for by its key. */
const FISCAL_TIMEOUT_MS = 30_000

interface OutsideOptions {
  env: Environment
  db: Db
  clock: Clock
  queue: JobQueue
  say(line: string): void
  /** Where the local bank sends its callbacks. */
  callback?: NonNullable<LocalBankOptions['callback']>
}

/** The place of the files of a data directory. */
export const openFiles = ({ s3 }: Pick<Environment, 's3'>, dir: string): FileStore => (s3 ? s3Files(s3) : diskFiles(join(dir, 'files')))

/** Where files are kept, and whose certificates are believed: what the demo needs too, before anything is served. */
export const openKeeping = (env: Environment, clock: Clock) => ({
  files: openFiles(env, env.dir),
  trust: certificateTrust({ testDir: env.production ? undefined : env.dir, rootsFile: env.icpBrasilRoots, now: clock.now }),
})

/** The libraries of a party are read only where the environment names it: a start does not wait for the others. */
export async function openOutside({ env, db, clock, queue, say, callback = () => {} }: OutsideOptions): Promise<Outside> {
  const calls = { webhooks: outbound({ inside: env.webhooksInside }), pix: outbound({ inside: env.pixInside }) }
  const everywhere = {
    ...openKeeping(env, clock),
    registry: env.cnpjUrl ? restRegistry(env.cnpjUrl, db, clock.now) : localRegistry(db),
    postalCodes: env.cepUrl ? viaCep(env.cepUrl) : postalCodeRanges,
    outbound: calls,
    stark: starkBanks({ url: env.starkUrl, db, now: clock.now, ispbOf, bankNameOf }),
    pixApi: pixBanks({ outbound: calls.pix, extraRoots: certificatesIn(env.pixCaFile), now: clock.now }),
    messages: outboxMessages({ queue, transports: await transportsOf(env), say: env.production ? undefined : say }),
  }
  if (env.production)
    return {
      ...everywhere,
      fiscal: realAuthority({ env, db, clock }) ?? noFiscalAuthority,
      distribution: realDistribution({ env, db, clock }) ?? noDistribution,
      taxAuthority: noTaxAuthority,
      appointments: unconnected<AppointmentProvider>(() => fail('provider.unavailable')),
      openFinance:
        realAggregator({ env, db, clock }) ?? unconnected<OpenFinance>(() => new ProviderUnavailable('no aggregator is connected')),
      payments: unconnected<Outside['payments']>(() => fail('provider.unavailable'), {
        environment: 'local',
        can: NOTHING,
        deadlineMs: DEADLINE_MS,
      }),
      cards: (await realAcquirer({ env, db, clock })) ?? noCardAcquirer,
    }
  return {
    ...everywhere,
    fiscal: realAuthority({ env, db, clock }) ?? localAuthority({ db, now: clock.now, delayMs: FISCAL_DELAY_MS }),
    distribution: realDistribution({ env, db, clock }) ?? localDistribution(db),
    taxAuthority: localTaxAuthority(db, clock),
    appointments: localAppointments(db, clock.now),
    openFinance: realAggregator({ env, db, clock }) ?? localOpenFinance(db, clock),
    payments: localBank({ db, clock, secret: env.secret, callback }),
    cards: (await realAcquirer({ env, db, clock })) ?? localAcquirer({ db, clock, secret: env.secret }),
  }
}

interface Connecting {
  env: Environment
  db: Db
  clock: Clock
}

/** The tax authorities themselves, where the environment names one of theirs. */
function realAuthority({ env, db, clock }: Connecting): FiscalAuthority | undefined {
  return env.fiscal && connectedAuthority({ ...env.fiscal, ...connecting({ env, db, clock }) })
}

function realDistribution({ env, db, clock }: Connecting): NoteDistribution | undefined {
  if (!env.fiscal) return undefined
  const options = { environment: env.fiscal.environment, call: mutualTls(connecting({ env, db, clock })) }
  return { ...nfeDistribution(options), ...nfseDistribution(options) }
}

const connecting = ({ env, db, clock }: Connecting) => ({
  present: presenting({ db, secret: env.secret, now: clock.now }),
  extraRoots: certificatesIn(env.fiscal?.caFile),
  timeoutMs: FISCAL_TIMEOUT_MS,
})

const realAggregator = ({ env, db, clock }: Connecting): OpenFinance | undefined =>
  env.pluggy && pluggy({ ...env.pluggy, institutionName }, db, clock)

async function realAcquirer({ env, db, clock }: Connecting): Promise<CardAcquirer | undefined> {
  if (!env.stripe) return undefined
  const { stripeAcquirer } = await import('./adapters/stripe/acquirer.ts')
  return stripeAcquirer(env.stripe, db, clock)
}

async function transportsOf({ smtp, sms }: Environment): Promise<Messages['transports']> {
  return {
    ...(smtp && { EMAIL: (await import('./adapters/messages/smtp.ts')).smtpTransport(smtp) }),
    ...(sms && { SMS: smsTransport(sms) }),
  }
}

/** Of no bank. */
const NOTHING = { keys: false, own_txid: false, open_account: false, slip_with_pix: false, open_charge: false }

/** A port nobody stands behind: whatever it is asked, it did not answer. */
const unconnected = <Port extends object>(reason: () => Error, known: Partial<Port> = {}): Port =>
  new Proxy(known as Port, { get: (port, name) => port[name as keyof Port] ?? (async () => Promise.reject(reason())) })
