// The partners of a demo company, the owner with the pay shown in its books, and their dependents.
import { addDays, addMonths, type Day } from '#domain/days.ts'
import { someCpf } from './documents.ts'
import { personName } from './people.ts'
import type { Recording } from './recording.ts'
import { PRO_LABORE_CENTS } from './recurring.ts'
import { instantOf, textOf } from './title.ts'

/** The owner has two thirds where there is a partner. */
const OWNER_SHARE = 6_667
const WHOLE = 10_000

export function writeAssociates(recording: Recording): void {
  const { books, random, index, opened } = recording
  const { sink, company, ownerName, ownerDocument, salt, start } = books.facts
  const isMei = company.regime === 'MEI'
  const paid = books.facts.sector.payroll > 0 && !isMei
  const hasPartner = index % 3 !== 1 && !isMei
  const created_at = textOf(instantOf(start, -2))
  const add = (person: { name: string; document_number: string; share_basis_points: number } & Record<string, unknown>): string => {
    const id = random.id(instantOf(start, -2))
    sink.add('associates', { id, created_at, birth_date: bornYearsBefore(recording, 34, 58), joined_on: opened, ...person })
    return id
  }
  const owner = add({
    name: ownerName,
    document_number: ownerDocument,
    share_basis_points: hasPartner ? OWNER_SHARE : WHOLE,
    is_administrator: true,
    email: `dono@empresa${index + 1}.exemplo.com.br`,
    phone_number: `+55199${random.digits(8)}`,
    pro_labore_amount_cents: paid ? PRO_LABORE_CENTS : 0,
  })
  if (hasPartner) add({ name: personName(901, salt), document_number: someCpf(random), share_basis_points: WHOLE - OWNER_SHARE })
  if (company.rank !== 'showcase' && index % 2 === 1) return
  const family = ownerName.split(' ').at(-1) ?? ''
  const dependents = [
    { name: `Lívia ${family}`, kinship: 'CHILD', birth_date: bornYearsBefore(recording, 6, 15) },
    { name: `Davi ${family}`, kinship: 'CHILD', birth_date: bornYearsBefore(recording, 22, 23), is_student: true },
  ]
  for (const dependent of dependents) {
    sink.add('dependents', {
      id: random.id(instantOf(start, -2)),
      created_at,
      associate_id: owner,
      document_number: someCpf(random),
      ...dependent,
    })
  }
}

/** A birthday that makes a person `youngest` to `oldest` years old today. */
function bornYearsBefore({ books, random }: Recording, youngest: number, oldest: number): Day {
  return addDays(addMonths(books.facts.today, -12 * random.int(youngest, oldest)), -random.int(1, 300))
}
