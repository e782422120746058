// A second product beside the strict servers of its parties: the tax authorities under their own names and addresses, and the aggregator.
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { APIRequestContext } from '@playwright/test'
import { openTestAuthority, type TestAuthority } from '#server/adapters/test-authority.ts'
import { AdnServer } from '#tests/kit/adn-server.ts'
import { DistributionServer } from '#tests/kit/distribution-server.ts'
import { LoopbackAuthority, serverIdentity } from '#tests/kit/loopback-authority.ts'
import { type PluggyServer, pluggyServer } from '#tests/kit/pluggy-server.ts'
import { servedHome } from '#tests/kit/served.ts'
import { Api, openSession, type Person } from './fixtures.ts'

/** National environments as they are named for tests. */
const NFE_HOST = 'hom1.nfe.fazenda.gov.br'
const NFSE_HOST = 'adn.producaorestrita.nfse.gov.br'
const EVENTS = '/NFeRecepcaoEvento4/NFeRecepcaoEvento4.asmx'

export const connectedUrl = (): string => `http://localhost:${process.env.E2E_CONNECTED_PORT}`

export interface Connected {
  distribution: DistributionServer
  services: AdnServer
  events: LoopbackAuthority
  aggregator: PluggyServer
  /** Whose certificates the product believes. */
  authority: TestAuthority
  close(): Promise<void>
}

export async function openConnected(): Promise<Connected> {
  const home = await servedHome()
  const authority = openTestAuthority(home.dir, Date.now)
  const identity = serverIdentity([NFE_HOST, NFSE_HOST])
  const caFile = join(home.dir, 'servers.pem')
  await writeFile(caFile, identity.certificate)
  const events = await LoopbackAuthority.open(identity, authority.root)
  const distribution = await DistributionServer.open(identity, authority.root, Date.now, (request, response) => {
    if (request.url === EVENTS) request.url = '/AN/NFeRecepcaoEvento4'
    events.take(request, response)
  })
  const services = await AdnServer.open(identity, authority.root, Date.now)
  const aggregator = await pluggyServer()
  const program = [process.execPath, '--import', './tests/kit/played-hosts.mjs', 'src/server/launch/start.mjs', 'serve']
  await home.start(program, {
    PORT: process.env.E2E_CONNECTED_PORT ?? '',
    PLAYED_HOSTS: JSON.stringify({ [NFE_HOST]: portOf(distribution.url), [NFSE_HOST]: portOf(services.url) }),
    FISCAL_ENVIRONMENT: 'homologacao',
    FISCAL_CA_FILE: caFile,
    PLUGGY_URL: aggregator.settings.url,
    PLUGGY_CLIENT_ID: aggregator.settings.clientId,
    PLUGGY_CLIENT_SECRET: aggregator.settings.clientSecret,
  })
  return {
    distribution,
    services,
    events,
    aggregator,
    authority,
    async close() {
      await home.remove()
      await Promise.all([distribution, services, events, aggregator].map(party => party.close()))
    },
  }
}

const portOf = (url: string): number => Number(new URL(url).port)

/** Whoever signs up there first: the second product has no demo. */
export async function signUp(request: APIRequestContext, person: Person): Promise<Api> {
  const device = randomUUID()
  const tokens = await openSession(request, device, person.phone, '/v1/register', {
    name: 'Dona da Papelaria',
    phone_number: person.phone,
    email: 'dona@exemplo.com.br',
    kind: 'SOLO_USER',
    document_number: person.document,
    password: person.password,
  })
  return new Api(request, tokens, device, person)
}
