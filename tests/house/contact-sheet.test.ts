// The contact sheet holds every screen that opens by itself.
import { expect, it } from 'vitest'
import { type ScreenId, screens } from '#commands/screens.ts'
import { COMPANY_SHEET, LEFT_OUT, OFFICE_SHEET, OUTSIDE_SHEET, OWN_SHEET } from '../../e2e/sheet-screens.ts'

const opensAlone = (path: string) => !path.replace('$companyId', '').includes('$')

it('every screen that needs no record is on the contact sheet, or left out with a reason', () => {
  const onIt = new Set([COMPANY_SHEET, OFFICE_SHEET, OUTSIDE_SHEET, OWN_SHEET].flatMap(sheet => sheet.map(({ id }) => id)))
  const alone = (Object.keys(screens) as ScreenId[]).filter(id => opensAlone(screens[id].path) && !id.includes('.bulk-'))
  expect(alone.length).toBeGreaterThan(90)
  expect(alone.filter(id => !onIt.has(id) && LEFT_OUT[id] === undefined)).toEqual([])
})

it('what is left out is not on it', () => {
  const all = [COMPANY_SHEET, OFFICE_SHEET, OUTSIDE_SHEET, OWN_SHEET].flat()
  expect(all.filter(({ id }) => LEFT_OUT[id] !== undefined)).toEqual([])
})
