// Remessas: a file of all that waits in an agreement, numbered without gaps, kept as it was made, sent by a person.
import type { Remittance } from '#contract/collection.ts'
import type { contract } from '#contract/index.ts'
import { COLLECTION_BANKS, changesProblem } from '#domain/collection/agreement.ts'
import { remessaText } from '#domain/collection/remessa.ts'
import { REMITTANCE_STATUS_LABELS } from '#domain/collection/slip-states.ts'
import { counted } from '#domain/text.ts'
import { findCompany } from '#server/areas/people/companies/rows.ts'
import { fail, invalid, refuse } from '#server/base/fail.ts'
import type { Context, Handlers } from '#server/kernel/context.ts'
import { lockAgreement } from '../agreements/rows.ts'
import { bankFile, fileReply, fitting, timeOfFile } from './bank-file.ts'
import {
  contentOf,
  findRemittance,
  insertRemittance,
  listDrafts,
  listRemittances,
  lockRemittance,
  markRefused,
  markSent,
  nextFile,
  ordersOf,
  waitingOrders,
} from './rows.ts'

/** The bank takes no more records of one file in any layout that counts them in six digits. */
const MOST_ORDERS = 20_000

export const remittanceHandlers: Handlers<(typeof contract)['remittances']> = {
  list: async ctx => [...(await listDrafts(ctx.db, ctx.companyId)), ...(await listRemittances(ctx.db, ctx.companyId))],
  orders: (ctx, { params }) => ordersOf(ctx.db, ctx.companyId, params.id),

  async generate(ctx, { body }) {
    const agreement = await lockAgreement(ctx.db, ctx.companyId, body.agreement_id)
    if (!agreement) throw fail('resource.not_found')
    const orders = await waitingOrders(ctx.db, ctx.companyId, agreement.id)
    if (orders.length === 0) throw refuse('conflict.invalid_transition', 'Não há nada a enviar neste convênio.')
    if (orders.length > MOST_ORDERS) throw refuse('conflict.invalid_transition', `Uma remessa leva até ${MOST_ORDERS} pedidos.`)
    for (const { kind, number } of orders) {
      const problem = kind === 'REGISTER' ? undefined : changesProblem({ ...agreement, number }, kind)
      if (problem) throw refuse('conflict.invalid_transition', `Há pedidos que o arquivo não leva: ${problem}.`)
    }
    const company = await findCompany(ctx.db, ctx.companyId)
    if (!company) throw fail('resource.not_found')
    const sequence = await nextFile(ctx.db, ctx.companyId, agreement.id)
    const content = fitting('agreement_id', () =>
      remessaText({
        agreement,
        company,
        approved: agreement.approved,
        sequence,
        day: ctx.today,
        time: timeOfFile(ctx.now),
        slips: orders.map(({ kind, number, digit, ...slip }) => ({
          ...slip,
          movement: kind,
          our_number: number,
          our_number_digit: digit,
        })),
      }),
    )
    if (content === undefined) throw invalid('agreement_id', 'Ainda não escrevemos a remessa deste banco neste layout')
    const id = ctx.newId()
    await insertRemittance(
      ctx.db,
      ctx.companyId,
      {
        id,
        agreement_id: agreement.id,
        sequence,
        ...bankFile(ctx, { prefix: 'CB', sequence, approved: agreement.approved }, content),
        records: content.split('\r\n').length - 1,
        total_cents: orders.reduce((sum, order) => sum + order.amount_cents, 0),
      },
      orders.map(order => order.id),
    )
    ctx.touch(id)
    const bank = COLLECTION_BANKS[agreement.bank_code]?.name ?? agreement.bank_code
    ctx.label(`Remessa ${sequence} do ${bank} com ${counted(orders.length, ['pedido', 'pedidos'])}`)
    return mustFind(ctx, id)
  },

  file: async (ctx, { params }) => fileReply(await contentOf(ctx.db, ctx.companyId, params.id)),

  async send(ctx, { params }) {
    const found = await mustLock(ctx, params.id)
    refuseUnless(found, ['GENERATED'], 'marcada como enviada')
    await markSent(ctx.db, ctx.companyId, found.id, new Date(ctx.now).toISOString(), ctx.actor.user_id)
    ctx.touch(found.id)
    ctx.label(`Remessa ${found.sequence} marcada como enviada`)
    return mustFind(ctx, found.id)
  },

  async refuse(ctx, { params }) {
    const found = await mustLock(ctx, params.id)
    refuseUnless(found, ['SENT'], 'recusada pelo banco')
    await markRefused(ctx.db, ctx.companyId, found.id)
    ctx.touch(found.id)
    ctx.label(`Remessa ${found.sequence} recusada pelo banco: os pedidos voltam à próxima`)
    return mustFind(ctx, found.id)
  },
}

function refuseUnless(found: Remittance, from: readonly Remittance['status'][], done: string): void {
  if (from.includes(found.status)) return
  throw refuse(
    'conflict.invalid_transition',
    `A remessa está ${REMITTANCE_STATUS_LABELS[found.status].toLowerCase()}: não pode ser ${done}.`,
  )
}

async function mustFind(ctx: Context, id: string): Promise<Remittance> {
  const found = await findRemittance(ctx.db, ctx.companyId, id)
  if (!found) throw fail('resource.not_found')
  return found
}

async function mustLock(ctx: Context, id: string): Promise<Remittance> {
  const found = await lockRemittance(ctx.db, ctx.companyId, id)
  if (!found) throw fail('resource.not_found')
  return found
}
