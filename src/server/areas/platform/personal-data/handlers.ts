// A person's rights over their data: a copy of it, its erasure, and who read it.
import type { contract } from '#contract/index.ts'
import type { KeptData } from '#contract/personal-data.ts'
import { counted } from '#domain/text.ts'
import { requireStepUp } from '#server/areas/people/auth/step-up.ts'
import { fail, refuse } from '#server/base/fail.ts'
import { type Context, type Handlers, Reply } from '#server/kernel/context.ts'
import { downloadHeaders } from '#server/kernel/download.ts'
import { isOfCompany, peopleRead } from './reads.ts'
import { keptBy, titleOf } from './register.ts'
import {
  countOfPerson,
  erasePerson,
  findPerson,
  openTitles,
  type Person,
  rowsOfPerson,
  rowsOfUser,
  TABLES_OF_PEOPLE,
  TABLES_OF_USERS,
} from './rows.ts'

type Table = Parameters<typeof findPerson>[2]

export const personalDataHandlers: Handlers<(typeof contract)['personalData']> = {
  mine: ctx => copyOf(ctx, TABLES_OF_USERS, table => rowsOfUser(ctx.db, table, ctx.actor.user_id)),
  ofContact: async (ctx, { params }) => copyOfPerson(ctx, await mustFind(ctx, 'contacts', params.id)),
  ofAssociate: async (ctx, { params }) => copyOfPerson(ctx, await mustFind(ctx, 'associates', params.id)),
  eraseContact: (ctx, { params }) => erase(ctx, 'contacts', params.id),
  eraseAssociate: (ctx, { params }) => erase(ctx, 'associates', params.id),
  reads: async (ctx, { params, query }) => {
    if (!(await isOfCompany(ctx.db, ctx.companyId, params.userId))) throw fail('resource.not_found')
    return peopleRead(ctx.db, ctx.companyId, { ...query, user_id: params.userId })
  },
}

async function mustFind(ctx: Context, table: Table, id: string) {
  const person = await findPerson(ctx.db, ctx.companyId, table, id)
  if (!person) throw fail('resource.not_found')
  return person
}

const copyOfPerson = (ctx: Context, person: Person): Promise<Reply> =>
  copyOf(ctx, TABLES_OF_PEOPLE, table => rowsOfPerson(ctx.db, table, ctx.companyId, person))

/** One JSON file, a heading for each kind of record. */
async function copyOf(
  ctx: Context,
  tables: readonly string[],
  read: (table: string) => Promise<Record<string, unknown>[]>,
): Promise<Reply> {
  const data: Record<string, unknown> = {}
  for (const table of tables) {
    const rows = await read(table)
    if (rows.length > 0) data[titleOf(table)] = rows
  }
  const text = JSON.stringify({ gerado_em: new Date(ctx.now).toISOString(), dados: data }, null, 2)
  return new Reply('file', Buffer.from(text), downloadHeaders(`dados-pessoais-${ctx.today}.json`, 'application/json'))
}

async function erase(ctx: Context, table: Table, id: string): Promise<{ history_lines: number; kept: KeptData[] }> {
  const person = await mustFind(ctx, table, id)
  if (person.document?.length === 14) throw refuse('conflict.not_editable', 'Só se anonimiza uma pessoa: este é o cadastro de uma empresa.')
  const open = await openTitles(ctx.db, ctx.companyId, person)
  if (open > 0)
    throw refuse(
      'conflict.not_editable',
      `Esta pessoa tem ${counted(open, ['conta em aberto', 'contas em aberto'])}: conclua ou troque o contato antes.`,
    )
  await requireStepUp(ctx)
  const kept = await keptOf(ctx, person)
  const history_lines = await erasePerson(ctx.db, ctx.companyId, person)
  ctx.touch(...person.contacts, ...person.associates)
  ctx.label(table === 'contacts' ? 'Contato anonimizado' : 'Sócio anonimizado')
  return { history_lines, kept }
}

/** What stays, and why: the person who asked is told. */
async function keptOf(ctx: Context, person: Person): Promise<KeptData[]> {
  const kept: KeptData[] = []
  for (const table of TABLES_OF_PEOPLE) {
    const why = keptBy(table)
    const count = why ? await countOfPerson(ctx.db, table, ctx.companyId, person) : 0
    if (why && count > 0) kept.push({ what: titleOf(table), count, why })
  }
  return kept
}
