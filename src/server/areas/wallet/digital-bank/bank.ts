// The bank behind a company's digital account: its own at Stark Bank where it connected one, else that of the environment.
import type { Payments } from '#server/adapters/payments.ts'
import type { StarkBank } from '#server/adapters/stark/bank.ts'
import { StarkDenied } from '#server/adapters/stark/client.ts'
import { heard } from '#server/kernel/asking.ts'
import { type Envelope, openSecret, SecretLost, sealSecret } from '#server/kernel/envelope.ts'
import { inCompany } from '#server/kernel/in-company.ts'
import type { Services } from '#server/kernel/services.ts'
import { findConnection, type StarkConnection } from './rows.ts'

interface Owner {
  company_id: string
  digital_account_id: string
}

export const contextOf = ({ company_id, digital_account_id }: Owner): string => `${company_id}|stark|${digital_account_id}`

export const sealKey = (secret: Uint8Array, owner: Owner, privateKey: string): Envelope =>
  sealSecret(secret, contextOf(owner), Buffer.from(privateKey))

/** In no transaction. Throws `StarkDenied` where the company's account waits for its project, or its key does not open any more. */
export async function bankOf(services: Services, companyId: string): Promise<Payments> {
  return (await starkOf(services, companyId)) ?? services.payments
}

/** The company's own; undefined where it connected none. Throws as `bankOf` does. */
export async function starkOf(services: Services, companyId: string): Promise<StarkBank | undefined> {
  const connection = await inCompany(services, companyId, db => findConnection(db, companyId))
  return connection && open(services, companyId, connection)
}

/** The same for a person who waits. Throws `provider.unavailable`. */
export const bankToAsk = (services: Services, companyId: string): Promise<Payments> => heard(bankOf(services, companyId))

function open({ secret, stark }: Services, company_id: string, connection: StarkConnection): StarkBank {
  const { digital_account_id, environment, project_id, branch_number, account_number, since } = connection
  if (project_id === null) throw new StarkDenied('credentials')
  const private_key = openKey(secret, { company_id, digital_account_id }, connection)
  return stark(
    { environment, project_id, private_key },
    { company_id, account_id: digital_account_id, branch_number, account_number, since },
  )
}

function openKey(secret: Uint8Array, owner: Owner, envelope: Envelope): string {
  try {
    const plain = openSecret(secret, contextOf(owner), envelope)
    try {
      return plain.toString()
    } finally {
      plain.fill(0)
    }
  } catch (error) {
    throw error instanceof SecretLost ? new StarkDenied('lost') : error
  }
}
