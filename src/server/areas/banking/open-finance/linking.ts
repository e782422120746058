// Which of our accounts a connected bank feeds: the one linked before, the one chosen, the one of that number, or a new one.
import { contract } from '#contract/index.ts'
import { everydayName } from '#domain/banks.ts'
import type { ProvidedAccount } from '#domain/open-finance.ts'
import { newId } from '#server/base/ids.ts'
import { inBatch } from '#server/kernel/batch.ts'
import type { Services } from '#server/kernel/services.ts'
import { matchAccount } from '../imports/match-account.ts'
import {
  insertProvided,
  type LinkedAccount,
  linkAccount,
  linkedAccounts,
  type OwnBankAccount,
  ownAccounts,
  type StoredConnection,
} from './rows.ts'

/** Links every account of the bank, as one batch; an archived one stays out. */
export async function linkAccounts(
  services: Services,
  connection: StoredConnection,
  provided: readonly ProvidedAccount[],
  userId: string | null,
): Promise<LinkedAccount[]> {
  const { company_id } = connection
  const { result } = await inBatch(
    services,
    {
      company_id,
      user_id: userId ?? undefined,
      command: contract.openFinance.token.id,
      label: `${everydayName(connection)} conectado por open finance`,
      tags: ['bank_accounts', 'batches'],
    },
    async db => {
      const own = await ownAccounts(db, company_id)
      const taken = new Set<string>()
      for (const [index, account] of provided.entries()) {
        const target = targetOf(account, own, taken, index === 0 ? connection.bank_account_id : null)
        if (target) taken.add(target.id)
        if (target === undefined) await insertProvided(db, company_id, newId(services.clock.now()), account, connection)
        else if (target.status === 'ACTIVE' && (target.connection_id !== connection.id || target.external_id !== account.id)) {
          await linkAccount(db, company_id, target.id, {
            connection_id: connection.id,
            item_id: connection.item_id,
            external_id: account.id,
          })
        }
      }
      return linkedAccounts(db, company_id, connection.id)
    },
  )
  return result
}

function targetOf(
  account: ProvidedAccount,
  own: readonly OwnBankAccount[],
  taken: ReadonlySet<string>,
  chosen: string | null,
): OwnBankAccount | undefined {
  const known = own.find(each => each.external_id === account.id)
  if (known) return known
  const free = own.filter(each => each.status === 'ACTIVE' && !taken.has(each.id))
  const { routing_number: bank_code, branch_number: branch, account_number } = account
  const id =
    free.find(each => each.id === chosen)?.id ?? matchAccount({ external_id: null, bank_code, branch, account: account_number }, free)
  return own.find(each => each.id === id)
}
