// The job that asks the tax authority until it answers, and writes what it said: slip or receipt, bill, notification, sockets.
import { sql } from 'kysely'
import type { Tag } from '#contract/kit/tags.ts'
import { dayInSaoPaulo, formatMonth } from '#domain/days.ts'
import { formatCents } from '#domain/money.ts'
import { ANNUAL_STATEMENT_LABELS } from '#domain/taxes/annual-statements.ts'
import { TAX_KIND_LABELS, type TaxKind } from '#domain/taxes/labels.ts'
import { type AuthorityAnswer, type AuthorityAsk, AuthorityUnavailable } from '#server/adapters/tax-authority.ts'
import { notify } from '#server/areas/platform/notifications/notify.ts'
import { type Db, first } from '#server/db/query.ts'
import { type Jobs, setRun } from '#server/jobs/queue.ts'
import { inBatch } from '#server/kernel/batch.ts'
import { inCompany } from '#server/kernel/in-company.ts'
import type { Services } from '#server/kernel/services.ts'
import { findTax, giveToBill, toTax } from './rows.ts'

interface Request {
  id: string
  subject_id: string
  status: string
  ask: AuthorityAsk
  attempts: number
  user_id: string | null
}

const ASK_AGAIN_SECONDS = 3
/** After so many silent tries the person is told, and may ask anew. */
const MAX_SILENT_TRIES = 6
const SILENT = 'O serviço da Receita não respondeu. Peça de novo mais tarde.'

export async function askAuthority(services: Services, data: Jobs['authority.ask']): Promise<void> {
  const { company_id, request_id } = data
  const request = await inCompany(services, company_id, db =>
    first(
      db,
      sql<Request>`
        select id, subject_id, status, ask, attempts, user_id from authority_requests
        where company_id = ${company_id} and id = ${request_id}`,
    ),
  )
  if (request?.status !== 'PROCESSING') return
  const answer = await answerOf(services, request)
  if (answer.status === 'PROCESSING') return askAgain(services, data, 0)
  if (answer.status === 'SILENT') return askAgain(services, data, 1)
  await settle(services, data, request, answer)
}

type Outcome = AuthorityAnswer | { status: 'SILENT' } | { status: 'FAILED'; reason: string }

async function answerOf(services: Services, request: Request): Promise<Outcome> {
  try {
    return await services.taxAuthority.ask(request.id, request.ask)
  } catch (error) {
    if (!(error instanceof AuthorityUnavailable)) throw error
    return request.attempts + 1 >= MAX_SILENT_TRIES ? { status: 'FAILED', reason: SILENT } : { status: 'SILENT' }
  }
}

async function askAgain(services: Services, data: Jobs['authority.ask'], failed: 0 | 1): Promise<void> {
  await inCompany(services, data.company_id, async db => {
    await sql`
      update authority_requests set attempts = attempts + ${failed}
      where company_id = ${data.company_id} and id = ${data.request_id}`.execute(db)
    await services.queue.again(db, 'authority.ask', data, ASK_AGAIN_SECONDS)
  })
}

type Final = Exclude<Outcome, { status: 'PROCESSING' | 'SILENT' }>

async function settle(services: Services, { company_id, run_id }: Jobs['authority.ask'], request: Request, answer: Final): Promise<void> {
  const isSlip = request.ask.kind === 'SLIP'
  const tags: readonly Tag[] = isSlip ? ['taxes', 'bills', 'entries'] : ['annual-billing-statements']
  await inBatch(
    services,
    {
      company_id,
      user_id: request.user_id ?? undefined,
      command: isSlip ? 'taxes.issue' : 'annualStatements.create',
      label: isSlip ? 'Guia de imposto recebida' : 'Recibo da declaração recebido',
      tags,
    },
    async db => {
      const done = answer.status === 'DONE'
      await sql`update authority_requests set status = ${answer.status}, answer = ${done ? JSON.stringify(answer.answer) : null}::jsonb,
          reason = ${done ? null : answer.reason}, answered_at = ${new Date(services.clock.now())}
        where company_id = ${company_id} and id = ${request.id} and status = 'PROCESSING'`.execute(db)
      if (done && isSlip) await give(services, db, company_id, request)
      await setRun(db, run_id, done ? { status: 'success', progress: 100 } : { status: 'error', message: answer.reason })
      if (request.user_id) await tell(db, company_id, request, answer)
    },
  )
}

/** Its bill takes the line, unless the tax has changed meanwhile. */
async function give({ clock }: Services, db: Db, companyId: string, { id, subject_id }: Request): Promise<void> {
  const tax = await findTax(db, companyId, subject_id)
  const slip = tax && toTax(tax, dayInSaoPaulo(clock.now())).slip
  if (slip?.id === id && slip.payable && slip.digitable_line) await giveToBill(db, companyId, subject_id, slip.digitable_line)
}

async function tell(db: Db, company_id: string, request: Request, answer: Final): Promise<void> {
  const { ask } = request
  const subject =
    ask.kind === 'SLIP'
      ? `${TAX_KIND_LABELS[ask.tax_kind as TaxKind]} de ${formatMonth(ask.competence)}`
      : `${ANNUAL_STATEMENT_LABELS[ask.statement]} de ${ask.year}`
  const good = ask.kind === 'SLIP' ? `A guia de ${formatCents(ask.amount_cents)} está pronta.` : 'A declaração foi entregue.'
  await notify(db, {
    user_ids: [request.user_id ?? ''],
    company_id,
    type: 'TAX',
    title: subject,
    body: answer.status === 'DONE' ? good : answer.reason,
    action: ask.kind === 'SLIP' ? `/company/${company_id}/taxes/${request.subject_id}` : `/company/${company_id}/annual-billing-statements`,
  })
}
