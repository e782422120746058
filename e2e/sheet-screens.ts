// Which screens the contact sheet holds: all that open by themselves. What is left out says why.
import type { ScreenRecord } from '#commands/screen-record.ts'
import { type ScreenId, screens } from '#commands/screens.ts'

export interface SheetScreen {
  readonly id: ScreenId
  readonly path: string
  readonly title: string
}

export const LEFT_OUT: Partial<Record<ScreenId, string>> = {
  'global.index': 'leads on at once',
  'auth.go-to': 'leads on at once',
  'auth.otp': 'only after a password',
  'auth.sign-up-otp': 'only after a sign-up',
  'auth.sign-up-access': 'only after a sign-up',
  'auth.sign-up-company': 'only after a sign-up',
}

/** One that acts on marked rows of its list has nothing to show by itself. */
const actsOnMarks = (id: string): boolean => id.includes('.bulk-')

function standing(where: RegExp): readonly SheetScreen[] {
  return (Object.entries(screens) as [ScreenId, ScreenRecord][])
    .filter(([id, { path }]) => where.test(path) && !actsOnMarks(id) && LEFT_OUT[id] === undefined)
    .map(([id, { path, title }]) => ({ id, path, title }))
}

export const COMPANY_SHEET = standing(/^\/company\/\$companyId\/[^$]+$/)
export const OFFICE_SHEET = standing(/^\/organization[^$]*$/)
/** Of anybody who is signed in. */
export const OWN_SHEET = standing(/^\/(notifications|manual|unknown-company)$/)
export const OUTSIDE_SHEET = standing(/^\/(login|lead|signup)[^$]*$/)
