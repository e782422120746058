// Taxes: computed from the books or told, explained, and asked of the tax authority as slips.
import { sql } from 'kysely'
import type { contract } from '#contract/index.ts'
import type { TaxDetail } from '#contract/taxes.ts'
import { formatDay, formatMonth, monthOf, startOfMonth } from '#domain/days.ts'
import { formatDocument } from '#domain/documents.ts'
import { formatCents } from '#domain/money.ts'
import { computedKind, TAX_CATEGORY_NAMES, TAX_KIND_LABELS, type TaxKind } from '#domain/taxes/labels.ts'
import { insertEntries } from '#server/areas/ledger/entries/rows.ts'
import { newBillStatus, writeFacts } from '#server/areas/ledger/entries/writing.ts'
import { findCompany } from '#server/areas/people/companies/rows.ts'
import { fail, invalid } from '#server/base/fail.ts'
import { first } from '#server/db/query.ts'
import { slipPdf } from '#server/fiscal/print/slip.ts'
import { type Context, type Handlers, Reply } from '#server/kernel/context.ts'
import { downloadHeaders } from '#server/kernel/download.ts'
import { type ComputedTax, computeMei, computeSimples } from './compute.ts'
import { correct, withdrawSlip } from './correct.ts'
import { darfFacts } from './darf-facts.ts'
import { readProfile, writeProfile } from './profile.ts'
import {
  chargesOn,
  deleteTax,
  findTax,
  findTaxOf,
  insertRequest,
  insertTax,
  listTaxes,
  lockTax,
  type NewTax,
  type StoredTax,
  setBill,
  statusOf,
  toDetail,
  toTax,
  updateTax,
} from './rows.ts'

type TaxHandlers = Handlers<(typeof contract)['taxes']>
type CreateBody = Parameters<TaxHandlers['create']>[1]['body']

/** A DAS below it is added to the next month's (Resolução CGSN 140/2018, art. 43). */
const SMALLEST_SLIP_CENTS = 1_000

export const taxHandlers: TaxHandlers = {
  async list(ctx, { query }) {
    const rows = await listTaxes(ctx.db, ctx.companyId, query.start_date, query.end_date)
    return rows.map(row => toTax(row, ctx.today))
  },

  detail: async (ctx, { params }) => toDetail(ctx.db, await mustFind(ctx, params.taxId), ctx.today),

  async create(ctx, { body }) {
    const competence_date = startOfMonth(body.competence_date)
    const month = monthOf(competence_date)
    const kind = body.kind ?? (await regimeKind(ctx))
    const told = body.amount_cents !== undefined
    const computed = told ? toldTax(body) : await compute(ctx, kind, month)
    const before = told ? undefined : await findTaxOf(ctx.db, ctx.companyId, kind, competence_date)
    if (before && statusOf(before, ctx.today) === 'PAID')
      throw fail('conflict.invalid_transition', { motivo: 'O imposto desta competência já foi pago.' })
    const title = `${TAX_KIND_LABELS[kind]} de ${formatMonth(month)}`
    const tax: NewTax = {
      ...computed,
      ...darfFacts(kind, body),
      id: before?.id ?? ctx.newId(),
      kind,
      competence_date,
      additional_information: body.additional_information ?? before?.additional_information ?? null,
      bill_id: await billOf(ctx, body, before, { kind, title, competence_date, ...computed }),
      created_by: ctx.actor.user_id,
    }
    await (before ? updateTax : insertTax)(ctx.db, ctx.companyId, tax)
    if (before) await withdrawSlip(ctx, before)
    ctx.touch(tax.id)
    ctx.label(`${title}: ${formatCents(tax.amount_cents)}`)
    return read(ctx, tax.id)
  },

  async correct(ctx, { params, body }) {
    await lockTax(ctx.db, ctx.companyId, params.taxId)
    await correct(ctx, await mustFind(ctx, params.taxId), body)
    return read(ctx, params.taxId)
  },

  async issue(ctx, { params, body }) {
    await lockTax(ctx.db, ctx.companyId, params.taxId)
    const tax = await mustFind(ctx, params.taxId)
    const status = statusOf(tax, ctx.today)
    if (status === 'PAID' || status === 'SCHEDULED')
      throw fail('conflict.invalid_transition', { motivo: 'O imposto já foi pago ou enviado para pagamento.' })
    const payDate = body.payment_date ?? (tax.due_date > ctx.today ? tax.due_date : ctx.today)
    if (payDate < ctx.today) throw invalid('payment_date', 'A data do pagamento não pode estar no passado.')
    const { fine_cents, interest_cents } = chargesOn(tax, payDate)
    const amount_cents = tax.amount_cents + fine_cents + interest_cents
    if (amount_cents < SMALLEST_SLIP_CENTS)
      throw invalid('amount_cents', 'Valor abaixo de R$ 10,00 não tem guia: soma-se ao do mês seguinte.')
    const pay_until = payDate < tax.due_date ? tax.due_date : payDate
    if (!isSame(tax, amount_cents, pay_until)) await ask(ctx, tax, amount_cents, pay_until)
    ctx.label(`Guia de ${TAX_KIND_LABELS[tax.kind]} de ${formatMonth(monthOf(tax.competence_date))} pedida`)
    return read(ctx, tax.id)
  },

  async pdf(ctx, { params }) {
    const tax = await mustFind(ctx, params.taxId)
    const { slip } = tax
    if (slip?.status !== 'DONE') throw fail('conflict.invalid_transition', { motivo: 'O imposto ainda não tem guia: emita antes.' })
    const company = await findCompany(ctx.db, ctx.companyId)
    const title = `${TAX_KIND_LABELS[tax.kind]} de ${formatMonth(monthOf(tax.competence_date))}`
    const file = await slipPdf({
      title,
      facts: [
        ['Contribuinte', company?.name ?? ''],
        ['CNPJ', formatDocument(company?.document_number ?? '')],
        ['Vencimento', formatDay(tax.due_date)],
        ['Pagar até', formatDay(slip.pay_until)],
        ['Valor total', formatCents(slip.amount_cents)],
        ['Número da guia', slip.number ?? ''],
      ],
      ...slip,
    })
    return new Reply('file', file, downloadHeaders(`guia-${tax.kind.toLowerCase()}-${monthOf(tax.competence_date)}.pdf`, 'application/pdf'))
  },

  async makeBill(ctx, { params }) {
    await lockTax(ctx.db, ctx.companyId, params.taxId)
    const tax = await mustFind(ctx, params.taxId)
    if (tax.bill_id === null) {
      if (tax.amount_cents === 0) throw invalid('amount_cents', 'Não há o que pagar: o valor é zero.')
      const title = `${TAX_KIND_LABELS[tax.kind]} de ${formatMonth(monthOf(tax.competence_date))}`
      await setBill(ctx.db, ctx.companyId, tax.id, await newBill(ctx, { ...tax, title }))
      ctx.touch(tax.id)
      ctx.label(`Conta a pagar de ${title} criada`)
    }
    return read(ctx, tax.id)
  },

  async delete(ctx, { params }) {
    const tax = await mustFind(ctx, params.taxId)
    const status = statusOf(tax, ctx.today)
    if (status === 'PAID' || status === 'SCHEDULED')
      throw fail('conflict.invalid_transition', { motivo: 'Desfaça antes o pagamento deste imposto.' })
    await deleteTax(ctx.db, ctx.companyId, tax.id)
    ctx.touch(tax.id)
    ctx.label(`${TAX_KIND_LABELS[tax.kind]} de ${formatMonth(monthOf(tax.competence_date))} excluído`)
    return { ok: true }
  },

  profile: ctx => readProfile(ctx.db, ctx.companyId),
  updateProfile: (ctx, { body }) => writeProfile(ctx, body),
}

async function mustFind(ctx: Context, id: string): Promise<StoredTax> {
  const tax = await findTax(ctx.db, ctx.companyId, id)
  if (!tax) throw fail('resource.not_found')
  return tax
}

const read = async (ctx: Context, id: string): Promise<TaxDetail> => toDetail(ctx.db, await mustFind(ctx, id), ctx.today)

async function regimeKind(ctx: Context): Promise<TaxKind> {
  const company = await findCompany(ctx.db, ctx.companyId)
  const kind = company && computedKind(company.tax_regime)
  if (!kind) throw invalid('kind', 'Informe o imposto, o valor e o vencimento: o regime da empresa não é calculado pelos livros.')
  return kind
}

async function compute(ctx: Context, kind: TaxKind, month: string): Promise<ComputedTax> {
  const computable = await regimeKind(ctx)
  if (kind !== computable) throw invalid('amount_cents', 'Informe o valor: este imposto não é calculado pelos livros.')
  const profile = await readProfile(ctx.db, ctx.companyId)
  return (kind === 'DAS_MEI' ? computeMei : computeSimples)(ctx.db, ctx.companyId, profile, month)
}

function toldTax(body: CreateBody): ComputedTax {
  const amount_cents = body.amount_cents ?? 0
  if (body.due_date === undefined) throw invalid('due_date', 'Informe o vencimento')
  return {
    amount_cents,
    due_date: body.due_date,
    revenue_cents: null,
    steps: [{ label: 'Valor informado', amount_cents, text: null }],
    warnings: [],
  }
}

interface TaxBill {
  kind: TaxKind
  title: string
  competence_date: string
  due_date: string
  amount_cents: number
}

/** The bill that pays the tax: a given one, the one it has, or a new one when asked for. */
async function billOf(ctx: Context, body: CreateBody, before: StoredTax | undefined, tax: TaxBill): Promise<string | null> {
  if (body.bill_id !== undefined) {
    const bill = await first(
      ctx.db,
      sql`select 1 from entries where company_id = ${ctx.companyId} and id = ${body.bill_id} and kind = 'BILL' and deleted_at is null`,
    )
    if (!bill) throw invalid('bill_id', 'Conta a pagar não encontrada')
    return body.bill_id
  }
  if (before?.bill_id || !body.create_bill || tax.amount_cents === 0) return before?.bill_id ?? null
  return newBill(ctx, tax)
}

async function newBill(ctx: Context, tax: TaxBill): Promise<string> {
  ctx.need('bills', 'c')
  const id = ctx.newId()
  await insertEntries(ctx.db, ctx.companyId, [
    {
      id,
      kind: 'BILL',
      status: newBillStatus(await writeFacts(ctx)),
      amount_cents: tax.amount_cents,
      due_date: tax.due_date,
      date: tax.due_date,
      competence_date: tax.competence_date,
      category_id: await categoryOf(ctx, tax.kind),
      additional_information: tax.title,
      payment_method: 'BOLETO',
      created_by: ctx.actor.user_id,
    },
  ])
  ctx.touch(id)
  return id
}

async function categoryOf(ctx: Context, kind: TaxKind): Promise<string | null> {
  const row = await first(
    ctx.db,
    sql<{ id: string }>`select id from categories where company_id = ${ctx.companyId} and name = ${TAX_CATEGORY_NAMES[kind] ?? ''}
      and status = 'ACTIVE' and deleted_at is null order by id limit 1`,
  )
  return row?.id ?? null
}

/** The slip there is, or on its way, says the same already. */
const isSame = ({ slip }: StoredTax, amountCents: number, payUntil: string): boolean =>
  slip !== null &&
  (slip.status === 'PROCESSING' || slip.status === 'DONE') &&
  slip.amount_cents === amountCents &&
  slip.pay_until === payUntil

async function ask(ctx: Context, tax: StoredTax, amount_cents: number, pay_until: string): Promise<void> {
  const company = await findCompany(ctx.db, ctx.companyId)
  const id = ctx.newId()
  await insertRequest(ctx.db, ctx.companyId, {
    id,
    subject_id: tax.id,
    user_id: ctx.actor.user_id,
    ask: {
      kind: 'SLIP',
      tax_kind: tax.kind,
      document_number: company?.document_number ?? '',
      competence: monthOf(tax.competence_date),
      amount_cents,
      pay_until,
    },
  })
  await ctx.services.queue.start(ctx.db, 'authority.ask', ctx.companyId, ctx.actor.user_id, { request_id: id })
  ctx.afterCommit(() => ctx.services.queue.wake('authority.ask'))
  ctx.touch(tax.id)
}
