// The words, tones and glyphs of an import: its status, the decision about each row, and the choice of the person.
import { type LabelledLook, labelledLooks } from '#client/kit/chip.tsx'
import type { Import } from '#contract/bank-statements.ts'
import type { FilterField, FilterOption } from '#domain/filter-fields.ts'

/** While the server works on a file it is asked again, should the socket be silent. */
export const WORKING_POLL_MS = 1500

export const IMPORT_LOOKS = labelledLooks<Import['status']>({
  READING: { label: 'Lendo o arquivo', tone: 'info', icon: 'clock-3' },
  NEEDS_MAPPING: { label: 'Falta dizer as colunas', tone: 'warning', icon: 'columns-3' },
  NEEDS_ACCOUNT: { label: 'Falta dizer a conta', tone: 'warning', icon: 'landmark' },
  PREVIEW: { label: 'Para conferir', tone: 'warning', icon: 'list-checks' },
  COMMITTING: { label: 'Importando', tone: 'info', icon: 'clock-3' },
  COMMITTED: { label: 'Importada', tone: 'ok', icon: 'circle-check' },
  REVERTED: { label: 'Desfeita', tone: 'quiet', icon: 'undo' },
  FAILED: { label: 'Recusada', tone: 'danger', icon: 'circle-x' },
  DISCARDED: { label: 'Descartada', tone: 'quiet', icon: 'ban' },
})

export type Decision = 'new' | 'present' | 'doubtful' | 'refused' | 'ignored'
export const DECISIONS: readonly Decision[] = ['new', 'doubtful', 'present', 'refused', 'ignored']

export const DECISION_LOOKS: Readonly<Record<Decision, LabelledLook>> = {
  new: { label: 'Nova', tone: 'ok', icon: 'circle-check' },
  present: { label: 'Já importada', tone: 'quiet', icon: 'check-check' },
  doubtful: { label: 'Duvidosa', tone: 'warning', icon: 'triangle-alert' },
  refused: { label: 'Recusada', tone: 'danger', icon: 'circle-x' },
  ignored: { label: 'Linha de saldo', tone: 'quiet', icon: 'ban' },
}
export const decisionLook = (decision: unknown): LabelledLook => DECISION_LOOKS[decision as Decision] ?? DECISION_LOOKS.refused

/** What a row does when the import is taken in, and what it did afterwards. */
export function choiceLook(choice: unknown, decision: unknown, done: boolean): LabelledLook {
  if (choice === 'ADD') return { label: done ? 'Entrou' : 'Entra', tone: 'info', icon: 'circle-check' }
  return {
    label: decision === 'refused' && !done ? 'Não entra' : done ? 'Ficou de fora' : 'Fica de fora',
    tone: 'quiet',
    icon: 'circle-dashed',
  }
}

const DECISION_NAMES: Readonly<Record<Decision, readonly string[]>> = {
  new: ['nova', 'novas'],
  present: ['repetida', 'repetidas', 'importada'],
  doubtful: ['duvidosa', 'duvidosas'],
  refused: ['recusada', 'recusadas'],
  ignored: ['saldo'],
}
const decisionOptions: readonly FilterOption[] = DECISIONS.map(value => ({ value, names: DECISION_NAMES[value] }))

export const IMPORT_FILTER_FIELDS: readonly FilterField[] = [
  { key: 'decision', names: ['linha', 'situação', 'status'], type: 'options', options: decisionOptions },
  {
    key: 'choice',
    names: ['entra'],
    type: 'options',
    options: [
      { value: 'ADD', names: ['sim', 's'] },
      { value: 'SKIP', names: ['não', 'n'] },
    ],
  },
  { key: 'date', names: ['data'], type: 'day' },
  { key: 'amount_cents', names: ['valor'], type: 'amount' },
]

/** What the reader saw of the file: `sniff` of the wire, loose there. */
export interface Sniff {
  separator?: string
  header_row?: number
  columns?: { index: number; title: string; samples: string[] }[]
  rows?: string[][]
  mapping?: Readonly<Record<string, unknown>>
  account?: { routing_number: string | null; institution_name: string | null; branch_number: string | null; account_number: string | null }
}
export const sniffOf = (record: Import): Sniff => (record.sniff ?? {}) as Sniff
