// Files of a demo company: its own papers, and receipts of the newest bills it paid.
import { sql } from 'kysely'
import { addDays, type Day, formatDay } from '#domain/days.ts'
import { formatDocument } from '#domain/documents.ts'
import { formatCents } from '#domain/money.ts'
import type { FileStore } from '#server/adapters/files.ts'
import { all } from '#server/db/query.ts'
import { paper } from './paper.ts'
import type { Recording } from './recording.ts'
import { instantOf, textOf } from './title.ts'

const RECEIPTS = 4

interface Paid {
  id: string
  amount_cents: number
  date: Day
  text: string
  name: string
}

export async function writePapers(recording: Recording, files: FileStore): Promise<void> {
  const { books, companyId, opened } = recording
  const { company, today, ownerName } = books.facts
  const head = [company.name, `CNPJ ${formatDocument(company.document_number)}`]
  const keep = async (day: Day, name: string, lines: readonly string[], of: { entry_id?: string; metadata?: object }) => {
    const bytes = paper(lines)
    const at = instantOf(day, 1)
    books.facts.sink.add('attachments', {
      ...(await files.put(companyId, bytes)),
      ...of,
      id: recording.random.id(at),
      created_at: textOf(at),
      name,
      content_type: 'application/pdf',
      size_bytes: bytes.length,
      created_by: books.facts.accountantId,
    })
  }
  await keep(
    addDays(today, -3),
    'Contrato social.pdf',
    ['Contrato social', ...head, `Administração: ${ownerName}`, `Início: ${formatDay(opened)}`],
    {
      metadata: { paper: 'contract' },
    },
  )
  await keep(addDays(today, -40), 'Alvará de funcionamento.pdf', ['Alvará de funcionamento', ...head, `Prefeitura de ${company.city}`], {
    metadata: { paper: 'licence' },
  })
  for (const { id, amount_cents, date, text, name } of await newestPaid(recording))
    await keep(
      date,
      `Comprovante ${name}.pdf`,
      ['Comprovante de pagamento', ...head, `Para: ${name}`, text, `${formatCents(amount_cents)} em ${formatDay(date)}`],
      {
        entry_id: id,
      },
    )
}

const newestPaid = ({ db, companyId }: Recording): Promise<Paid[]> =>
  all(
    db,
    sql<Paid>`select e.id, e.amount_cents, e.date, coalesce(e.additional_information, '') as text, k.name
      from entries e join contacts k on k.company_id = e.company_id and k.id = e.contact_id
      where e.company_id = ${companyId} and e.kind = 'BILL' and e.status = 'PAID' and not e.has_children and e.parent_id is null
      order by e.date desc, e.id desc limit ${RECEIPTS}`,
  )
