// The product connected to the authorities of a test over mutual TLS: the distribution it reads, and where manifestations are sent.
import { connectedAuthority } from '#server/adapters/fiscal/connected.ts'
import { noDistribution } from '#server/adapters/fiscal/distribution.ts'
import { localAuthority } from '#server/adapters/fiscal/local.ts'
import { mutualTls } from '#server/adapters/fiscal/mutual-tls.ts'
import { nfeDistribution } from '#server/adapters/fiscal/nfe-distribution.ts'
import { nfseDistribution } from '#server/adapters/fiscal/nfse-distribution.ts'
import { presenting } from '#server/areas/fiscal/certificates/vault.ts'
import type { ServerIdentity } from './loopback-authority.ts'
import type { TestServerOptions } from './server.ts'

const TIMEOUT_MS = 3000

/** The real distribution of NF-e, whose address is known once its server stands. */
export const distributionBy =
  (identity: ServerIdentity, urlOf: () => string): NonNullable<TestServerOptions['distribution']> =>
  from => {
    const call = mutualTls({ present: presenting(from), extraRoots: [identity.certificate], timeoutMs: TIMEOUT_MS })
    const there = () => nfeDistribution({ call, environment: 'TEST', distributionAddress: urlOf() })
    return { ...noDistribution, nfe: asked => there().nfe(asked), nfeByKey: asked => there().nfeByKey(asked) }
  }

/** The real distribution of NFS-e; it gives up sooner, since tests let the environment sleep. */
export const servicesBy =
  (identity: ServerIdentity, urlOf: () => string): NonNullable<TestServerOptions['distribution']> =>
  from => {
    const call = mutualTls({ present: presenting(from), extraRoots: [identity.certificate], timeoutMs: 1500 })
    return { ...noDistribution, nfse: asked => nfseDistribution({ call, environment: 'TEST', adn: urlOf() }).nfse(asked) }
  }

/** The real transmitter for manifestations; the local authority for the notes of the local circle. */
export const manifestingBy =
  (identity: ServerIdentity, urlOf: () => string): NonNullable<TestServerOptions['fiscal']> =>
  from => ({
    ...localAuthority({ db: from.db, now: from.now, delayMs: 0 }),
    environment: 'TEST',
    manifest: connectedAuthority({
      present: presenting(from),
      environment: 'TEST',
      extraRoots: [identity.certificate],
      timeoutMs: TIMEOUT_MS,
      addressOf: (service, { national }) => `${urlOf()}/${national ? 'AN/' : ''}${service}`,
    }).manifest,
  })
