// The statement of a bank account as a file: OFX for other programs, CSV and XLSX for people.
import type { StatementFormat } from '#contract/exports.ts'
import { LIST_ROWS } from '#contract/kit/fields.ts'
import { STATEMENT_ENTRY_STATUS_LABELS } from '#domain/labels.ts'
import { ofxOf } from '#domain/statements/write-ofx.ts'
import { balancesAt, findAccount } from '#server/areas/banking/bank-accounts/rows.ts'
import { listLines } from '#server/areas/banking/bank-statements/rows.ts'
import { fail, invalid } from '#server/base/fail.ts'
import { type Context, Reply } from '#server/kernel/context.ts'
import { downloadHeaders } from '#server/kernel/download.ts'
import { sheetReply } from '#server/sheets/reply.ts'

interface StatementQuery {
  bank_account_id: string
  start_date?: string | undefined
  end_date?: string | undefined
  format: StatementFormat
}

export async function statementFile(ctx: Context, query: StatementQuery): Promise<Reply> {
  const { bank_account_id, start_date, end_date = ctx.today, format } = query
  if (start_date !== undefined && start_date > end_date) throw invalid('end_date', 'O fim vem antes do início')
  const account = await findAccount(ctx.db, ctx.companyId, ctx.today, bank_account_id)
  if (!account) throw fail('resource.not_found')
  const lines = await listLines(ctx.db, ctx.companyId, { of: { bank_account_id }, start_date, end_date }, LIST_ROWS + 1)
  if (lines.length > LIST_ROWS) throw invalid('start_date', 'O período tem lançamentos demais: escolha um menor.')
  const name = ['extrato', account.routing_number, account.account_number?.replace(/\W/g, ''), end_date].filter(Boolean).join('-')
  if (format !== 'ofx') {
    const rows = lines.map(line => [
      { day: line.date },
      { text: line.time ?? '' },
      { text: line.description },
      { cents: line.amount_cents },
      { text: STATEMENT_ENTRY_STATUS_LABELS[line.status] },
      { text: line.transaction_id ?? '' },
    ])
    return sheetReply(name, format, ['Data', 'Hora', 'Descrição', 'Valor', 'Situação', 'Nº no banco (para programas)'], rows)
  }
  const [balance] = await balancesAt(ctx.db, ctx.companyId, end_date, [bank_account_id])
  const text = ofxOf({
    bank_code: account.routing_number,
    branch: account.branch_number,
    account: account.account_number,
    savings: account.kind === 'SAVINGS',
    start: start_date ?? lines[0]?.date ?? end_date,
    end: end_date,
    balance_cents: balance?.balance_cents ?? 0,
    lines: lines.map(line => ({
      id: line.transaction_id ?? line.id,
      day: line.date,
      amount_cents: line.amount_cents,
      memo: line.description,
    })),
  })
  return new Reply('file', Buffer.from(text, 'latin1'), downloadHeaders(`${name}.ofx`, 'application/x-ofx'))
}
