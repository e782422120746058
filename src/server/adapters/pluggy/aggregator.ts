// Open finance by Pluggy: consents at regulated banks only, so that no password of a bank ever passes through here.
import { KNOWN_BANKS, knownBank } from '#domain/banks.ts'
import { dayInSaoPaulo } from '#domain/days.ts'
import { fold } from '#domain/text.ts'
import type { Clock } from '#server/base/ids.ts'
import type { Db } from '#server/db/query.ts'
import { type Beginning, type ItemRef, type OpenFinance, ProviderRefused, ProviderUnavailable } from '../open-finance.ts'
import { type PluggySettings, pluggyClient } from './client.ts'
import { forgetProviderId, keepProviderId, providerIdOf } from './items.ts'
import { accountsOf, stateOf, transactionsOf } from './reading.ts'
import { Accounts, type Connector, Connectors, Item, type Transaction, Transactions } from './wire.ts'

/** Of one account: more would be a list that never ends. */
const MAX_PAGES = 500

const itemPath = (id: string): string => `/items/${encodeURIComponent(id)}`

/** Whose item it is, as Pluggy keeps it: nobody adopts the item of another company. */
const ownerOf = ({ company_id, item_id }: ItemRef): string => `${company_id}/${item_id}`

/** `institutionName` tells the registered name of a bank by its COMPE code. */
export function pluggy(
  settings: PluggySettings & { institutionName(routingNumber: string): string | undefined },
  db: Db,
  clock: Clock,
): OpenFinance {
  const client = pluggyClient(settings, clock.now)
  const nameOf = (routingNumber: string) => knownBank(routingNumber) ?? settings.institutionName(routingNumber) ?? routingNumber

  /** An item's id at Pluggy: of our own items as it was heard, else the name is theirs already. */
  const theirs = async (ref: ItemRef): Promise<string> => (await providerIdOf(db, ref)) ?? ref.item_id

  const readItem = (id: string) => client.send({ method: 'GET', path: itemPath(id) }, Item)

  const connectorOf = async ({ routing_number, holder }: Beginning): Promise<Connector> => {
    const name = nameOf(routing_number)
    const types = holder.cnpj === null ? 'PERSONAL_BANK' : 'BUSINESS_BANK'
    const query = { name, types, countries: 'BR', isOpenFinance: 'true' }
    const found = await client.send({ method: 'GET', path: '/connectors', query }, Connectors)
    const words = fold(name)
    const named = (found?.results ?? []).filter(each => each.isOpenFinance && each.type === types && fold(each.name).startsWith(words))
    const [best] = named.sort((a, b) => a.name.length - b.name.length || a.id - b.id)
    if (!best) throw new ProviderRefused(`${name} não se conecta por open finance neste agregador: importe o extrato por arquivo.`)
    return best
  }

  return {
    provider: 'pluggy',

    async institutionOf({ company_id, item_id }) {
      const item = await readItem(item_id)
      if (!item?.clientUserId?.startsWith(company_id)) return undefined
      const words = fold(item.connector.name)
      return KNOWN_BANKS.find(code => words.startsWith(fold(nameOf(code))))
    },

    async begin(ref, beginning) {
      const id = await providerIdOf(db, ref)
      const known = id === undefined ? undefined : await readItem(id)
      if (id !== undefined && !beginning.renew) {
        // Pluggy reads the banks by itself; open finance limits what may be asked besides. A consent that ended is not given by us.
        if (known && beginning.by_person) await client.send({ method: 'PATCH', path: itemPath(known.id), body: {} }, Item)
        return
      }
      const connector = await connectorOf(beginning)
      const parameters = parametersOf(connector, beginning)
      const options = beginning.notify_url === null ? {} : { webhookUrl: beginning.notify_url }
      if (known) {
        await client.send({ method: 'PATCH', path: itemPath(known.id), body: { parameters, ...options } }, Item)
        return
      }
      if (id !== undefined) await forgetProviderId(db, ref)
      const body = { connectorId: connector.id, parameters, clientUserId: ownerOf(ref), avoidDuplicates: true, ...options }
      const made = await client.send({ method: 'POST', path: '/items', body }, Item)
      if (!made) throw new ProviderUnavailable('the aggregator knows no items')
      await keepProviderId(db, ref, made.id)
    },

    async answer(ref, code) {
      const path = itemPath(await theirs(ref))
      const item = await client.send({ method: 'GET', path }, Item)
      const name = item?.parameter?.name
      if (name === undefined) throw new ProviderRefused('O banco não está mais esperando um código: comece de novo.')
      await client.send({ method: 'POST', path: `${path}/mfa`, body: { [name]: code } }, Item)
    },

    async item(ref) {
      const item = await readItem(await theirs(ref))
      return item && stateOf(item)
    },

    async accounts(ref) {
      const itemId = await theirs(ref)
      const found = await client.send({ method: 'GET', path: '/accounts', query: { itemId } }, Accounts)
      return accountsOf(found?.results ?? [], ref.routing_number, dayInSaoPaulo(clock.now()))
    },

    async transactions(_ref, accountId, from) {
      const all = new Map<string, Transaction>()
      let after: string | undefined
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const query = { accountId, dateFrom: from, ...(after === undefined ? {} : { after }) }
        const found = await client.send({ method: 'GET', path: '/v2/transactions', query }, Transactions)
        // A row may stand on two pages when another came in between them.
        for (const each of found?.results ?? []) all.set(each.id, each)
        after = cursorIn(found?.next, settings.url)
        if (after === undefined) return transactionsOf([...all.values()])
      }
      throw new ProviderUnavailable('the aggregator does not end its list')
    },

    async revoke(ref) {
      await client.send({ method: 'DELETE', path: itemPath(await theirs(ref)) }, Item.partial())
    },

    async adopt(ref, providerItemId) {
      if ((await providerIdOf(db, ref)) !== undefined) return
      const item = await readItem(providerItemId)
      if (item?.clientUserId === ownerOf(ref)) await keepProviderId(db, ref, item.id)
    },
  }
}

/** Only documents are given; a bank that wants a password is not asked. */
function parametersOf({ name, credentials }: Connector, { holder }: Beginning): Record<string, string> {
  const given: Record<string, string> = {}
  for (const credential of credentials) {
    const value = /cnpj/i.test(credential.name) ? holder.cnpj : /cpf/i.test(credential.name) ? holder.cpf : undefined
    if (value) given[credential.name] = value
    else if (value === null && !credential.optional)
      throw new ProviderRefused(
        `${name} pede ${/cnpj/i.test(credential.name) ? 'um CNPJ' : 'o CPF de quem autoriza'}: informe-o e conecte de novo.`,
      )
    else if (!credential.optional)
      throw new ProviderRefused(`${name} pede "${credential.label}", e o Razão não guarda senhas de banco: importe o extrato por arquivo.`)
  }
  return given
}

/** The cursor of the next page; the link itself is never followed. */
function cursorIn(next: string | null | undefined, base: string): string | undefined {
  if (!next || !URL.canParse(next, base)) return undefined
  return new URL(next, base).searchParams.get('after') ?? undefined
}
