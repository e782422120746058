// Pix: whose a key is, the company's own keys, codes made and read, and sending. The bank is asked after the transaction, never within.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { contract } from '#contract/index.ts'
import { normalizeDocument } from '#domain/documents.ts'
import type { PixKeyType } from '#domain/enums.ts'
import { LONGEST_MERCHANT_CITY, LONGEST_MERCHANT_NAME, parseBrCode, roomForText, staticCode, toCodeText } from '#domain/payments/br-code.ts'
import { BANK_CAPABILITIES } from '#domain/payments/digital-banks.ts'
import { MAX_KEYS, maskPixKey, normalizePixKey, readPixKey } from '#domain/payments/pix-key.ts'
import { counted } from '#domain/text.ts'
import { KeyHolder, LocationCharge } from '#server/adapters/payments.ts'
import { mustHaveAccount } from '#server/areas/banking/bank-accounts/digital.ts'
import type { Destination } from '#server/areas/people/auth/challenges.ts'
import { openPossession, openStepUp, requirePossession, requireStepUp } from '#server/areas/people/auth/step-up.ts'
import { merchantOf } from '#server/areas/people/companies/rows.ts'
import { fail, invalid, refuse } from '#server/base/fail.ts'
import { qrPng, qrSvg } from '#server/base/qr.ts'
import { first } from '#server/db/query.ts'
import { lookUp } from '#server/kernel/asking.ts'
import { type Context, type Handlers, Later } from '#server/kernel/context.ts'
import { lookedUp } from '#server/kernel/look-ups.ts'
import { bankToAsk } from '../digital-bank/bank.ts'
import { createOrder } from '../payments/orders.ts'
import { planStep } from '../payments/plan-step.ts'
import { viewOf as paymentView, shownParty } from '../payments/rows.ts'
import { mustReadKey } from '../payments/targets.ts'
import { countKeys, findKey, insertKey, listKeys, type StoredKey, setKey, viewOf } from './rows.ts'

export const pixHandlers: Handlers<(typeof contract)['pix']> = {
  async verifyKey(ctx, { params, query }) {
    const { key } = mustReadKey(params.key)
    const { services } = ctx
    const asked = query.document_number && normalizeDocument(query.document_number)
    return new Later(async () => {
      const bank = await bankToAsk(services, ctx.companyId)
      const holder = await lookedUp(ctx, 'verify', async () => {
        const found = await lookUp(KeyHolder, bank.pixKey(key))
        return found && (!asked || asked === found.document_number) ? found : undefined
      })
      if (!holder) throw fail('pix.key_not_found')
      return { ...shownParty(holder), key: maskPixKey(holder), type: holder.type, environment: bank.environment }
    })
  },

  keys: async ctx => (await listKeys(ctx.db, ctx.companyId)).map(viewOf),
  key: async (ctx, { params }) => viewOf(await mustFind(ctx, readPixKey(params.key)?.key ?? params.key)),

  askCode(ctx, { body }) {
    const to = body.type === undefined ? undefined : destinationOfKey(body.type, readKey(body.type, body.key))
    return to ? openPossession(ctx, to) : openStepUp(ctx)
  },

  async createKey(ctx, { body }) {
    const key = body.type === 'RANDOM' ? randomUUID() : readKey(body.type, body.key)
    await refuseForeign(ctx, body.type, key)
    return viewOf(await addKey(ctx, { key, type: body.type, status: 'REGISTERING', claim_kind: null }, 'Chave Pix pedida'))
  },

  async claimKey(ctx, { body }) {
    if (body.kind === 'OWNERSHIP' && body.type !== 'PHONE_NUMBER') throw invalid('kind', 'Só de um telefone se reivindica a posse')
    if (body.type === 'RANDOM') throw invalid('type', 'Uma chave aleatória não muda de banco')
    const key = readKey(body.type, body.key)
    await refuseForeign(ctx, body.type, key)
    return viewOf(await addKey(ctx, { key, type: body.type, status: 'CLAIMING', claim_kind: body.kind }, 'Chave Pix pedida a outro banco'))
  },

  async deleteKey(ctx, { query }) {
    const found = await mustFind(ctx, readPixKey(query.pix_key)?.key ?? query.pix_key)
    if (!(await setKey(ctx.db, ctx.companyId, found.id, 'ACTIVE', { status: 'DELETING' })))
      throw refuse('conflict.invalid_transition', 'Só uma chave ativa pode ser excluída.')
    await planStep(ctx, 'pix_key', found.id)
    ctx.touch(found.id)
    ctx.label('Chave Pix excluída')
    return { ok: true as const }
  },

  async readCode(ctx, { query }) {
    const code = parseBrCode(query.emv)
    if (!code || code.kind === 'RECURRENCE') throw invalid('emv', 'Código Pix inválido')
    const { services, companyId } = ctx
    const { kind } = code
    return new Later(async () => {
      const payments = await bankToAsk(services, companyId)
      const said = { kind, additional_information: code.additional_information, environment: payments.environment }
      if (code.pix_key !== null) {
        const holder = await lookUp(KeyHolder, payments.pixKey(readPixKey(code.pix_key)?.key ?? code.pix_key))
        if (!holder) throw fail('pix.key_not_found')
        const txid = code.txid === '***' ? null : code.txid
        return { ...said, pix_key: maskPixKey(holder), txid, amount_cents: code.amount_cents, due_date: null, payee: shownParty(holder) }
      }
      const charge = await lookUp(LocationCharge, payments.location(code.url ?? '', query.emv))
      if (!charge?.payable) throw fail('pix.key_not_found')
      const { txid, amount_cents, due_date, additional_information } = charge
      return { ...said, pix_key: null, txid, amount_cents, due_date, additional_information, payee: shownParty(charge.recipient) }
    })
  },

  async makeCode(ctx, { body }) {
    const key = await findKey(ctx.db, ctx.companyId, readPixKey(body.pix_key)?.key ?? '')
    if (key?.status !== 'ACTIVE') throw fail('pix.key_not_found')
    const merchant = await merchantOf(ctx.db, ctx.companyId)
    const information = body.additional_information ?? undefined
    const room = roomForText(key.key)
    if (information !== undefined && toCodeText(information).length > room)
      throw invalid('additional_information', `Com esta chave a descrição cabe em ${counted(room, ['letra', 'letras'])}`)
    const emv_code = staticCode({
      pix_key: key.key,
      amount_cents: body.amount_cents,
      additional_information: information,
      txid: body.txid,
      merchant_name: fittingCode('merchant_name', 'O nome', body.merchant_name ?? merchant.name, LONGEST_MERCHANT_NAME),
      merchant_city: fittingCode('merchant_city', 'A cidade', body.merchant_city ?? merchant.city, LONGEST_MERCHANT_CITY),
    })
    return { kind: 'STATIC' as const, emv_code, qr_code: await qrSvg(emv_code), qr_code_png: await qrPng(emv_code) }
  },

  async send(ctx, { body }) {
    const { amount, confirm_duplicate, ...target } = body
    const order = await createOrder(ctx, { payments: [{ ...target, amount_cents: amount }], confirm_duplicate })
    const [payment] = order.payments
    if (!payment) throw new Error('an order without its payment')
    return paymentView(payment)
  },
}

/** Who pays reads the code alone: a name that does not fit is asked for, never cut. */
function fittingCode(field: string, what: string, text: string, longest: number): string {
  const { length } = toCodeText(text)
  if (length > longest)
    throw invalid(field, `${what} no código Pix cabe em ${longest} letras e “${text}” tem ${length}: escreva de forma mais curta`)
  return text
}

function readKey(type: PixKeyType, text: string | undefined): string {
  const key = normalizePixKey(type, text ?? '')
  if (key === undefined) throw invalid('key', 'Chave Pix inválida')
  return key
}

/** Where a key itself can be reached. */
function destinationOfKey(type: PixKeyType, key: string): Destination | undefined {
  if (type === 'PHONE_NUMBER') return { channel: 'SMS', destination: key }
  return type === 'EMAIL' ? { channel: 'EMAIL', destination: key } : undefined
}

/** A document is a key of its holder only. */
async function refuseForeign(ctx: Context, type: PixKeyType, key: string): Promise<void> {
  if (type !== 'CPF' && type !== 'CNPJ') return
  const own = await first(ctx.db, sql<{ id: string }>`select id from companies where id = ${ctx.companyId} and document_number = ${key}`)
  if (!own) throw invalid('key', 'A chave de documento é só a da própria empresa')
}

async function addKey(ctx: Context, key: Pick<StoredKey, 'key' | 'type' | 'status' | 'claim_kind'>, label: string): Promise<StoredKey> {
  const { environment } = await mustHaveAccount(ctx.db, ctx.companyId)
  if (!BANK_CAPABILITIES[environment].keys)
    throw refuse('conflict.invalid_transition', 'As chaves Pix desta conta são cadastradas no site do Stark Bank.')
  await requireStepUp(ctx)
  const reachable = destinationOfKey(key.type, key.key)
  if (reachable) await requirePossession(ctx, reachable)
  // Who adds a key waits for who adds one already: the count is of both.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`pix_keys:${ctx.companyId}`}, 0))`.execute(ctx.db)
  if ((await countKeys(ctx.db, ctx.companyId)) >= MAX_KEYS.LEGAL) throw invalid('key', `Uma conta guarda até ${MAX_KEYS.LEGAL} chaves`)
  const id = ctx.newId()
  await insertKey(ctx.db, ctx.companyId, { ...key, id, created_by: ctx.actor.user_id })
  await planStep(ctx, 'pix_key', id)
  ctx.touch(id)
  ctx.label(label)
  return mustFind(ctx, key.key)
}

async function mustFind(ctx: Context, key: string): Promise<StoredKey> {
  const found = await findKey(ctx.db, ctx.companyId, key)
  if (!found) throw fail('resource.not_found')
  return found
}
