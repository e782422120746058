// Who counts as a partner's dependent for the income tax (Lei 9.250/1995, art. 35).

import { differenceInYears } from 'date-fns/differenceInYears'
import { dateOf } from '../civil-date.ts'
import type { Day } from '../days.ts'
import { labels } from '../open-table.ts'

export const KINSHIPS = ['SPOUSE', 'PARTNER', 'CHILD', 'STEPCHILD', 'SIBLING', 'PARENT', 'GRANDPARENT', 'WARD', 'OTHER'] as const
export type Kinship = (typeof KINSHIPS)[number]

export const KINSHIP_LABELS = labels<Kinship>({
  SPOUSE: 'Cônjuge',
  PARTNER: 'Companheiro(a)',
  CHILD: 'Filho(a)',
  STEPCHILD: 'Enteado(a)',
  SIBLING: 'Irmão(ã), sob guarda',
  PARENT: 'Pai ou mãe',
  GRANDPARENT: 'Avô ou avó',
  WARD: 'Menor sob guarda ou tutela',
  OTHER: 'Outro',
})

/** Whole years on a day; a person born on 29/02 turns a year older on 01/03 of common years. */
export const ageOn = (birthDate: Day, today: Day): number => differenceInYears(dateOf(today), dateOf(birthDate))

export interface DependentFacts {
  kinship: Kinship
  birth_date: Day
  is_student: boolean
  is_disabled: boolean
}

const CHILD_LIMIT = 21
const STUDENT_LIMIT = 24

/** Children up to 21, or 24 while studying, without limit when unable to work; spouse, parents and grandparents at any age. */
export function isDeductible({ kinship, birth_date, is_student, is_disabled }: DependentFacts, today: Day): boolean {
  if (kinship === 'SPOUSE' || kinship === 'PARTNER' || kinship === 'PARENT' || kinship === 'GRANDPARENT') return true
  if (kinship === 'OTHER') return is_disabled
  return is_disabled || ageOn(birth_date, today) <= (is_student ? STUDENT_LIMIT : CHILD_LIMIT)
}
