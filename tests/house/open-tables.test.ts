// A newer server may answer with a word that this build does not know (H7): a table that is looked up by words of answers answers to any.
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

/** Looked up by what the page itself says, never by a word of an answer; or a missing word is nothing, and shown as nothing. */
const CLOSED: readonly string[] = [
  'commands/invoice-forms.ts: NOTE_AGAIN',
  'commands/invoice-forms.ts: PARTIES',
  'commands/titles.ts: BILL_TONES',
  'src/client/features/auth/sign-up.tsx: KIND_HELP',
  'src/client/features/reports/ledger.tsx: SUBJECTS',
  'src/client/kit/brand-mark.tsx: DRAWINGS',
  'src/resources/category.ts: BLOCKS',
]

const TABLE = /\bconst (\w+): (?:Readonly<)?Record<([A-Z]\w*)(?:\[[^\]]+\])?, [^\n]*? = (?!openTable|labels|looks|labelledLooks)/g
const importsFromBelow = (text: string, type: string): boolean =>
  new RegExp(`import (?:type )?\\{[^}]*\\b${type}\\b[^}]*\\} from '#(?:contract|domain)/`).test(text)

it('a table by a word of the contract or the domain answers to one it does not know', () => {
  const closed = ['src/client', 'src/resources', 'commands'].flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(name => /\.tsx?$/.test(name))
      .flatMap(name => {
        const path = `${folder}/${name}`
        const text = readFileSync(join(root, path), 'utf8')
        return [...text.matchAll(TABLE)].flatMap(([, table, type = '']) => (importsFromBelow(text, type) ? [`${path}: ${table}`] : []))
      }),
  )
  expect(closed.sort()).toEqual(CLOSED)
})
