// What identifies a tax, corrected as long as nothing pays it; its bill follows where it says the same.
import type { contract } from '#contract/index.ts'
import { formatMonth, monthOf } from '#domain/days.ts'
import { TAX_KIND_LABELS } from '#domain/taxes/labels.ts'
import { lockEntries } from '#server/areas/ledger/entries/rows.ts'
import { patchMany } from '#server/areas/ledger/titles/patches.ts'
import { fail } from '#server/base/fail.ts'
import type { Context, Handlers } from '#server/kernel/context.ts'
import { darfFacts } from './darf-facts.ts'
import { type CorrectedTax, correctTax, fileOfBill, findTax, type StoredTax, statusOf, takeFromBill, toTax } from './rows.ts'

type CorrectBody = Parameters<Handlers<(typeof contract)['taxes']>['correct']>[1]['body']

/** The tax is locked. */
export async function correct(ctx: Context, tax: StoredTax, { version, ...body }: CorrectBody): Promise<void> {
  if (version !== undefined && version !== tax.version) throw fail('conflict.stale_version', {}, { current: toTax(tax, ctx.today) })
  await refusePaid(ctx, tax)
  if (tax.revenue_cents !== null)
    throw fail('conflict.invalid_transition', { motivo: 'O valor e o vencimento saem dos livros: calcule o imposto de novo.' })
  const amount_cents = body.amount_cents ?? tax.amount_cents
  const after: CorrectedTax = {
    amount_cents,
    due_date: body.due_date ?? tax.due_date,
    additional_information: body.additional_information === undefined ? tax.additional_information : body.additional_information,
    ...darfFacts(tax.kind, { ...tax, ...body }),
    steps: amount_cents === tax.amount_cents ? tax.steps : [{ label: 'Valor informado', amount_cents, text: null }],
  }
  await correctTax(ctx.db, ctx.companyId, tax.id, after)
  await follow(ctx, tax, after)
  await withdrawSlip(ctx, tax)
  ctx.touch(tax.id)
  ctx.label(`${TAX_KIND_LABELS[tax.kind]} de ${formatMonth(monthOf(tax.competence_date))} corrigido`)
}

/** After a tax changed: its bill keeps no code that pays another amount. */
export async function withdrawSlip(ctx: Context, { id, slip }: StoredTax): Promise<void> {
  if (!slip?.digitable_line) return
  const now = await findTax(ctx.db, ctx.companyId, id)
  if (now && !toTax(now, ctx.today).slip?.payable) await takeFromBill(ctx.db, ctx.companyId, id, slip.digitable_line)
}

async function refusePaid(ctx: Context, tax: StoredTax): Promise<void> {
  const no = (motivo: string) => fail('conflict.invalid_transition', { motivo })
  const status = statusOf(tax, ctx.today)
  if (status === 'PAID') throw no('O imposto já foi pago: desfaça antes o pagamento.')
  const file = tax.bill_id === null ? undefined : await fileOfBill(ctx.db, ctx.companyId, tax.bill_id)
  if (file?.status === 'OPEN') throw no('O imposto está na remessa de pagamentos aberta: tire a conta de lá antes de corrigir.')
  if (file?.status === 'GENERATED') throw no(`O imposto está no arquivo da remessa ${file.sequence}: desfaça o arquivo antes de corrigir.`)
  if (file) throw no(`O imposto foi ao banco na remessa ${file.sequence}: espere o retorno.`)
  if (status === 'SCHEDULED') throw no('A conta do imposto foi enviada para pagamento.')
}

async function follow(ctx: Context, tax: StoredTax, after: CorrectedTax): Promise<void> {
  if (tax.bill_id === null) return
  const [bill] = await lockEntries(ctx.db, ctx.companyId, [tax.bill_id], 'BILL')
  if (!bill || bill.deleted_at !== null) return
  const patch = {
    ...(bill.amount_cents === tax.amount_cents && after.amount_cents !== tax.amount_cents ? { amount_cents: after.amount_cents } : {}),
    ...(bill.due_date === tax.due_date && after.due_date !== tax.due_date ? { due_date: after.due_date } : {}),
  }
  if (Object.keys(patch).length === 0) return
  ctx.need('bills', 'u')
  await patchMany(ctx, 'BILL', [{ id: bill.id, patch }], false)
}
