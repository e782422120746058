// A note booked by a call of bills or receivables: its titles are written and tied to it.
import type { contract } from '#contract/index.ts'
import type { TitleKind } from '#domain/enums.ts'
import { linkInvoices } from '#server/areas/ledger/booked-notes/rows.ts'
import { checkRefs } from '#server/areas/ledger/entries/refs.ts'
import { insertEntries, type NewEntry } from '#server/areas/ledger/entries/rows.ts'
import { type CreateBody, newTitle } from '#server/areas/ledger/titles/new-titles.ts'
import { definedOf } from '#server/areas/ledger/titles/patches.ts'
import { mustFindTitle, NOUNS } from '#server/areas/ledger/titles/reading.ts'
import type { Handlers } from '#server/kernel/context.ts'
import { titlesOfInvoice } from './titles.ts'

export const bookInvoice =
  (kind: TitleKind): Handlers<(typeof contract)['bills']>['createFromInvoice'] =>
  async (ctx, { params, body }) => {
    const titles = await titlesOfInvoice(ctx, kind, params.nfId, body)
    // The caller's own words go over the note's, but amounts and days of instalments are the note's.
    const { amount_cents: _amount, due_date, date, ...given } = definedOf(body) as Partial<CreateBody>
    const days = titles.length === 1 ? { ...(due_date ? { due_date } : {}), ...(date ? { date } : {}) } : {}
    const rows: NewEntry[] = []
    for (const title of titles) rows.push(await newTitle(ctx, kind, { ...title, ...given, ...days }))
    await checkRefs(ctx, rows)
    await insertEntries(ctx.db, ctx.companyId, rows)
    const ids = rows.map(row => row.id)
    await linkInvoices(ctx.db, ctx.companyId, [params.nfId], ids)
    ctx.touch(params.nfId, ...ids)
    const noun = NOUNS[kind]
    ctx.label(
      `${rows.length === 1 ? `1 ${noun.one} lançada` : `${rows.length} ${noun.many} lançadas`} de ${titles[0]?.additional_information}`,
    )
    return mustFindTitle(ctx, kind, ids[0] ?? '')
  }
