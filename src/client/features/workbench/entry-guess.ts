// What the form of a new entry begins with.
import type { Registers } from '#client/data/registers.ts'
import type { CategoryKind } from '#domain/enums.ts'
import type { Desk } from './desk.ts'
import type { Line } from './line.ts'

/** The categories a line may have: those of its side. */
export const kindsOf = (line: Line): readonly CategoryKind[] => (line.amount_cents < 0 ? ['DEBIT', 'CHARGE'] : ['CREDIT'])

/** Whose movement it probably is: said by the line or its rule, else the contact of the best suggestion. */
export function guess(
  desk: Desk,
  line: Line,
  { contacts }: Pick<Registers, 'contacts'>,
): { category_id: string | null; contact_id: string | null } {
  const ghost = desk.suggestionOf(line.id)?.ghost
  const name = desk.leadOf(line)?.candidate.titles[0]?.contact_name
  const named = name ? contacts.find(contact => contact.name === name)?.id : undefined
  return { category_id: line.category_id ?? ghost?.category_id ?? null, contact_id: line.contact_id ?? ghost?.contact_id ?? named ?? null }
}
