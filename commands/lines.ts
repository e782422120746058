// What the commands over statement lines share, at the workbench and in a statement: their words, and what is no longer pending.

import { counted } from '#domain/text.ts'
import type { Reason, Records } from './kit/command.ts'

export type Line = Records['statement_line']

/** '1 linha', '12 linhas'. */
export const linhas = (count: number): string => counted(count, ['linha', 'linhas'])

/** '1 linha ignorada', '12 linhas ignoradas'. */
export const linesThat = (count: number, one: string, many: string): string => `${linhas(count)} ${count === 1 ? one : many}`

export const notPending = (line: Line): Reason | undefined =>
  line.status === 'CONCILIATED' ? ['já conciliada', 'já conciliadas'] : line.status === 'IGNORED' ? ['ignorada', 'ignoradas'] : undefined

/** '1 lançamento criado e conciliado'. */
export const entriesMade = (count: number): string =>
  counted(count, ['lançamento criado e conciliado', 'lançamentos criados e conciliados'])
