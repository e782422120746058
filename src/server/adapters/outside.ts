// Every party outside, as the environment chooses them. In production only what is connected answers: nothing pretends to have reached anyone.
import { join } from 'node:path'
import type { Db } from '../db/query.ts'
import type { Environment } from '../env.ts'
import { fail } from '../kernel/fail.ts'
import type { Clock } from '../kernel/ids.ts'
import type { Services } from '../kernel/services.ts'
import { localAppointments } from './appointments/local.ts'
import type { AppointmentProvider } from './appointments/provider.ts'
import { diskFiles } from './files.ts'
import { noFiscalAuthority } from './fiscal/authority.ts'
import { localAuthority } from './fiscal/local.ts'
import { localBank } from './local-bank/bank.ts'
import { outboxMessages } from './messages.ts'
import { type OpenFinance, ProviderUnavailable } from './open-finance.ts'
import { localOpenFinance } from './open-finance-local.ts'
import type { Payments } from './payments.ts'
import { postalCodeRanges, viaCep } from './postal-codes.ts'
import { localRegistry } from './registry.ts'
import { restRegistry } from './rest-registry.ts'
import { s3Files } from './s3-files.ts'
import { localTaxAuthority, noTaxAuthority } from './tax-authority.ts'
import { certificateTrust } from './trust.ts'

/** The local authority takes its time, as the real ones do. */
const FISCAL_DELAY_MS = 1500

export type Outside = Pick<
  Services,
  'files' | 'messages' | 'registry' | 'postalCodes' | 'trust' | 'fiscal' | 'appointments' | 'openFinance' | 'taxAuthority' | 'payments'
>

export function openOutside({ env, db, clock, say }: { env: Environment; db: Db; clock: Clock; say(line: string): void }): Outside {
  const everywhere = {
    files: env.s3 ? s3Files(env.s3) : diskFiles(join(env.dir, 'files')),
    registry: env.cnpjUrl ? restRegistry(env.cnpjUrl, db, clock.now) : localRegistry(db),
    postalCodes: env.cepUrl ? viaCep(env.cepUrl) : postalCodeRanges,
    messages: outboxMessages(env.production ? () => {} : say),
    trust: certificateTrust({ testDir: env.production ? undefined : env.dir, rootsFile: env.icpBrasilRoots, now: clock.now }),
  }
  if (env.production)
    return {
      ...everywhere,
      fiscal: noFiscalAuthority,
      taxAuthority: noTaxAuthority,
      appointments: unconnected<AppointmentProvider>(() => fail('provider.unavailable')),
      openFinance: unconnected<OpenFinance>(() => new ProviderUnavailable('no aggregator is connected'), {
        institutionOf() {
          throw fail('provider.unavailable')
        },
      }),
      payments: unconnected<Payments>(() => fail('provider.unavailable')),
    }
  return {
    ...everywhere,
    fiscal: localAuthority({ db, now: clock.now, delayMs: FISCAL_DELAY_MS }),
    taxAuthority: localTaxAuthority(db, clock),
    appointments: localAppointments(db, clock.now),
    openFinance: localOpenFinance(db, clock),
    payments: localBank({ db, clock, secret: env.secret }),
  }
}

/** A port nobody stands behind: whatever it is asked, it did not answer. */
const unconnected = <Port extends object>(reason: () => Error, known: Partial<Port> = {}): Port =>
  new Proxy(known as Port, { get: (port, name) => port[name as keyof Port] ?? (async () => Promise.reject(reason())) })
