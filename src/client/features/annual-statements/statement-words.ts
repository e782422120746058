// Yearly statements in words, and the two steps' answers as the address keeps them.
import { z } from 'zod'
import { labelledLooks } from '#client/kit/chip.tsx'
import type { StatementSelection } from '#commands/annual-statements.ts'
import type { Search } from '#commands/search-text.ts'
import type { AnnualBillingStatement } from '#contract/taxes.ts'
import { isDay } from '#domain/days.ts'

export const STATEMENT_LOOKS = labelledLooks<AnnualBillingStatement['status']>({
  PROCESSING: { label: 'Em processamento', tone: 'info', icon: 'clock-3' },
  DONE: { label: 'Entregue', tone: 'ok', icon: 'circle-check' },
  REJECTED: { label: 'Recusada', tone: 'danger', icon: 'circle-x' },
  FAILED: { label: 'Sem resposta', tone: 'warning', icon: 'wifi-off' },
})

export const LIMIT_WORDS = {
  WITHIN: undefined,
  NEAR: 'A receita do ano passa de 80% do limite do regime.',
  EXCEEDED: 'A receita do ano passou do limite do regime em até 20%.',
  FAR_EXCEEDED: 'A receita do ano passou do limite do regime em mais de 20%.',
} as const

/** From the address; last year without an answer. */
export function readSelection({ ano, empregado, baixa, retifica }: Search, today: string): StatementSelection {
  const lastYear = Number(today.slice(0, 4)) - 1
  const closed_on = baixa !== undefined && isDay(baixa) ? baixa : null
  return {
    year: ano !== undefined && /^\d{4}$/.test(ano) ? Number(ano) : lastYear,
    had_employee: empregado === 'sim',
    closed_on,
    rectifies: retifica === 'sim',
  }
}

/** The newest valid statement of a year, if one was delivered. */
export const statementOf = (statements: readonly AnnualBillingStatement[], year: number): AnnualBillingStatement | undefined =>
  statements.find(statement => statement.year === year && (statement.status === 'DONE' || statement.status === 'PROCESSING'))

export const SelectionForm = z
  .object({
    year: z.string().min(1, 'Escolha o ano'),
    had_employee: z.enum(['sim', 'nao']),
    situation: z.enum(['aberta', 'baixada']),
    closed_on: z.string().nullable(),
  })
  .superRefine(({ situation, closed_on, year }, ctx) => {
    if (situation === 'aberta') return
    const message = !isDay(closed_on ?? '')
      ? 'Informe o dia da baixa'
      : closed_on?.startsWith(year)
        ? undefined
        : `A baixa precisa ser em ${year}`
    if (message) ctx.addIssue({ code: 'custom', path: ['closed_on'], message })
  })
