// The month in one page: read, printed as PDF, and shared by links that run out.
import { millisecondsInDay } from 'date-fns/constants'
import type { contract } from '#contract/index.ts'
import type { MonthLink } from '#contract/month-page.ts'
import { daysLater, formatMonth, startOfMonth } from '#domain/days.ts'
import { countUp } from '#server/areas/people/auth/attempts.ts'
import { LOCAL_FACTOR } from '#server/areas/people/auth/challenges.ts'
import { fail, failFor } from '#server/base/fail.ts'
import { scope } from '#server/db/scope.ts'
import { type Context, type Handlers, Reply } from '#server/kernel/context.ts'
import { downloadHeaders } from '#server/kernel/download.ts'
import { linkHash, linkToken, linkUrl } from '#server/kernel/public-links.ts'
import { overviewOf } from './overview.ts'
import { monthPageOf } from './page.ts'
import { monthPdf } from './pdf.ts'
import { findLink, findToken, insertLink, keepToken, listLinks, revokeLink } from './rows.ts'

/** Each opens the figures of a company to whoever holds it. */
const LINKS_PER_DAY = 100

export const monthPageHandlers: Handlers<(typeof contract)['monthPage']> = {
  overview: (ctx, { query }) => overviewOf(ctx, query.date ?? ctx.today),

  get: (ctx, { query }) => monthPageOf(ctx, query.date ?? ctx.today),

  async download(ctx, { query }) {
    const page = await monthPageOf(ctx, query.date ?? ctx.today)
    const name = `${page.company_name}, ${formatMonth(page.month)}.pdf`
    return new Reply('file', await monthPdf(page), downloadHeaders(name, 'application/pdf'))
  },

  links: (ctx, { query }) => listLinks(ctx.db, ctx.companyId, startOfMonth(query.date ?? ctx.today), ctx.now),

  async share(ctx, { body }) {
    await countLink(ctx)
    const id = ctx.newId()
    await insertLink(ctx.db, ctx.companyId, {
      id,
      month: startOfMonth(body.date ?? ctx.today),
      made_by: ctx.actor.user_id,
      created_at: new Date(ctx.now),
      expires_at: daysLater(ctx.now, body.days),
      token_hash: linkHash(linkToken(ctx.services.secret, 'month', id)),
    })
    ctx.touch(id)
    return mustFind(ctx, id)
  },

  async link(ctx, { params }) {
    const { id, state } = await mustFind(ctx, params.id)
    if (state !== 'OPEN') throw over()
    const token = linkToken(ctx.services.secret, 'month', id)
    // Made under another secret, it had another address: this one opens it as well.
    await keepToken(ctx.db, ctx.companyId, id, linkHash(token))
    return { url: linkUrl(ctx, `/month/${token}`) }
  },

  async revoke(ctx, { params }) {
    await mustFind(ctx, params.id)
    if (!(await revokeLink(ctx.db, ctx.companyId, params.id, ctx.actor.user_id, ctx.now))) throw over()
    ctx.touch(params.id)
    return mustFind(ctx, params.id)
  },

  /** Every closed door looks alike. */
  async open(ctx, { params }) {
    const opened = await findToken(ctx.db, linkHash(params.token))
    if (!opened) throw fail('resource.not_found')
    const companyId = opened.company_id
    await scope(ctx.db, { companies: [companyId] })
    const link = await findLink(ctx.db, companyId, opened.link_id, ctx.now)
    if (link?.state !== 'OPEN') throw fail('resource.not_found')
    return monthPageOf({ db: ctx.db, companyId, today: ctx.today }, `${link.month}-01`)
  },
}

const over = () => fail('conflict.invalid_transition', { motivo: 'Este link não abre mais.' })

async function mustFind(ctx: Context, id: string): Promise<MonthLink> {
  const link = await findLink(ctx.db, ctx.companyId, id, ctx.now)
  if (!link) throw fail('resource.not_found')
  return link
}

async function countLink(ctx: Context): Promise<void> {
  const limit = LINKS_PER_DAY * (ctx.services.local ? LOCAL_FACTOR : 1)
  const wait = await countUp(ctx.db, { key: `month-link:${ctx.companyId}`, limit, window_ms: millisecondsInDay }, ctx.now)
  if (wait !== undefined) throw failFor(wait)
}
