// A demo company's team besides owner and accountant: a custom role, a former member, invitations, and the owner's API keys.
import { sql } from 'kysely'
import { addDays, type Day } from '#domain/days.ts'
import { type Preset, readRights } from '#domain/permissions.ts'
import { insertApiKey } from '#server/areas/people/api-keys/rows.ts'
import { createUser } from '#server/areas/people/auth/rows.ts'
import { addMember } from '#server/areas/people/companies/rows.ts'
import type { Db } from '#server/db/query.ts'
import { newApiKey } from '#server/kernel/api-keys.ts'
import { someCpf } from './documents.ts'
import { personName } from './people.ts'
import type { Random } from './random.ts'
import { instantOf } from './title.ts'

interface Team {
  db: Db
  companyId: string
  roles: Record<Preset, string>
  ownerId: string
  today: Day
  random: Random
  /** Distinguishes companies in names. */
  salt: number
}

const COUNTER_RIGHTS = readRights({ receivables: 'vcu', contacts: 'vcu', products: 'v', services: 'v', attachments: 'vc' })

export async function writeTeam({ db, companyId: company_id, roles, ownerId, today, random, salt }: Team): Promise<void> {
  const at = instantOf(addDays(today, -200))
  const counter = random.id(at)
  await sql`
    insert into roles (company_id, id, name, rights)
    values (${company_id}, ${counter}, 'Balcão', ${JSON.stringify(COUNTER_RIGHTS)})`.execute(db)
  const member = async (number: number, role_id: string, status: 'ACTIVE' | 'INACTIVE') => {
    const user_id = await createUser(db, {
      id: random.id(at),
      kind: 'COMPANY_MEMBER',
      name: personName(number, salt),
      document_number: someCpf(random),
      email: `equipe${number}.${salt}@exemplo.com.br`,
      phone_number: `+55199${random.digits(8)}`,
    })
    await addMember(db, { id: random.id(at), company_id, role_id, user_id, status, invited_by: ownerId })
  }
  const invited = async (number: number, role_id: string, days: number) => {
    await addMember(db, {
      id: random.id(instantOf(addDays(today, days - 7))),
      company_id,
      role_id,
      invited_document: someCpf(random),
      invited_name: personName(number, salt),
      invited_email: `convite${number}.${salt}@exemplo.com.br`,
      status: 'WAITING_ACCEPT',
      invited_by: ownerId,
      expires_at: new Date(instantOf(addDays(today, days))),
    })
  }
  await member(910, roles.OPERATOR, 'ACTIVE')
  await member(911, counter, 'ACTIVE')
  await member(912, roles.FINANCE, 'INACTIVE')
  await invited(913, roles.READER, 5)
  // Expired last week: to be invited again, or forgotten.
  await invited(914, counter, -8)
  const key = (name: string, prefix: string, only: string | null, rights: Record<string, string> | null) =>
    insertApiKey(db, {
      id: random.id(at),
      user_id: ownerId,
      company_id: only,
      name,
      prefix,
      // The secret is thrown away, so nobody can call with it.
      key_hash: newApiKey().hash,
      rights: rights && readRights(rights),
    })
  await key('Loja virtual', `rzk_${random.digits(8)}`, company_id, { receivables: 'vcu', contacts: 'vc', products: 'v' })
  await key('Painel da diretoria', `rzk_${random.digits(8)}`, null, null)
}
