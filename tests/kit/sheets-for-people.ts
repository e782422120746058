// What a program calls a record stands in no column of a sheet for people.
import * as XLSX from '@e965/xlsx'
import { hasRawId } from './raw-ids.ts'

/** The title of a column that says whom it is for. */
const FOR_PROGRAMS = /para programas/

/** Throws when a CSV or XLSX shows an id in a column that is not said to be for programs. */
export function expectSheetForPeople(name: string, contentType: string, bytes: Uint8Array): void {
  if (!/csv|spreadsheetml/.test(contentType)) return
  const { Sheets } = /csv/.test(contentType)
    ? XLSX.read(new TextDecoder().decode(bytes), { type: 'string', FS: ';', raw: true })
    : XLSX.read(bytes)
  for (const sheet of Object.values(Sheets)) {
    const [header = [], ...rows] = XLSX.utils.sheet_to_json<unknown[]>(sheet, { header: 1 })
    const shown = rows.flatMap(row => row.flatMap((cell, at) => (hasRawId(String(cell)) ? [String(header[at])] : [])))
    const wrong = [...header.map(String).filter(hasRawId), ...shown].filter(title => !FOR_PROGRAMS.test(title))
    if (wrong.length > 0) throw new Error(`${name} shows raw ids under ${[...new Set(wrong)].join(', ')}`)
  }
}
