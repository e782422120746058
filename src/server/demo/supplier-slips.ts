// The boletos of a demo company's open bills, in the registry of the local bank: whoever pays one sees whom it goes to.
import { sql } from 'kysely'
import type { Day } from '#domain/days.ts'
import { parseBoleto } from '#domain/payments/boleto.ts'
import { localParty } from '#server/adapters/local-bank/ground.ts'
import { registerSlip } from '#server/adapters/local-bank/slips.ts'
import { all } from '#server/db/query.ts'
import { OUTSIDE_BANK } from './digital-books.ts'
import type { Recording } from './recording.ts'

interface OpenBoleto {
  line: string
  due_date: Day
  amount_cents: number
  document_number: string
  name: string
}

export async function writeSupplierSlips({ db, companyId, books }: Recording): Promise<void> {
  await books.facts.sink.flush(true)
  const { company, today } = books.facts
  const { name, document_number } = localParty(company)
  for (const bill of await openBoletos(db, companyId)) {
    const read = parseBoleto(bill.line, today)
    if (read?.kind !== 'BANK') continue
    await registerSlip(db, {
      barcode: read.barcode,
      amount_cents: bill.amount_cents,
      due_date: bill.due_date,
      // What the demo's late bills paid: 2% and 1% a month.
      fine_basis_points: 200,
      monthly_interest_basis_points: 100,
      recipient: { name: bill.name.toUpperCase(), document_number: bill.document_number, bank_name: OUTSIDE_BANK },
      payer: { name, document_number },
      reference_number: read.barcode.slice(-20),
    })
  }
}

const openBoletos = (db: Recording['db'], companyId: string): Promise<OpenBoleto[]> =>
  all(
    db,
    sql<OpenBoleto>`select e.payment_details->'boleto'->>'digitable_line' as line, e.due_date, e.amount_cents, c.document_number, c.name
      from entries e join contacts c on c.company_id = e.company_id and c.id = e.contact_id
      where e.company_id = ${companyId} and e.kind = 'BILL' and e.status not in ('PAID', 'REPROVED')
        and e.payment_details->'boleto'->>'digitable_line' is not null and c.document_number is not null
      order by e.id`,
  )
