// A yearly statement in two steps: which year and situation, then the gross revenue the books know, to be checked and delivered.

import { useReading } from '#client/data/queries.ts'
import { RadioGroup } from '#client/kit/form/checkbox.tsx'
import { DayField } from '#client/kit/form/day-field.tsx'
import { SelectField } from '#client/kit/form/select-field.tsx'
import { useToday } from '#client/kit/today.tsx'
import type { Asking } from '#client/surfaces/asked/asking.ts'
import { CommandForm } from '#client/surfaces/asked/command-form.tsx'
import { Runs } from '#client/surfaces/asked/runs.tsx'
import { RunsNew } from '#client/surfaces/asked/runs-new.tsx'
import { houseOptions } from '#client/surfaces/house.ts'
import { useCompanyId, useScreenSearch } from '#client/surfaces/where.ts'
import { type StatementSelection as Selection, STATEMENT_DRAFT, selectionSearch } from '#commands/annual-statements.ts'
import type { Forms } from '#commands/kit/form.ts'
import { pathTo } from '#commands/screens.ts'
import { annualStatements } from '#contract/taxes.ts'
import { readSelection, SelectionForm, statementOf } from './statement-words.ts'

const YEARS_OFFERED = 6
const YES_NO = [
  { value: 'nao', label: 'Não' },
  { value: 'sim', label: 'Sim' },
]
const SITUATIONS = [
  { value: 'aberta', label: 'Empresa aberta' },
  { value: 'baixada', label: 'Empresa baixada no ano' },
]

/** The year and situation that the address tells, and the ways from one step to the other. */
export function useSteps() {
  const c = useCompanyId()
  const today = useToday()
  const selection = readSelection(useScreenSearch(), today)
  const { go } = houseOptions().ports
  return {
    c,
    today,
    selection,
    toStep: (step: 'selection' | 'billing', next: Selection) =>
      go({ to: pathTo(`annual_statements.${step}`, { companyId: c }), search: selectionSearch(next) }),
  }
}

export function StatementSelection() {
  const list = { to: pathTo('annual_statements', { companyId: useCompanyId() }), search: { ...STATEMENT_DRAFT } }
  return <Runs command="annual_statement.create" leaves={list} />
}

export function AskedSelection({ asking }: { asking: Asking<Forms['statement-selection']> }) {
  const { c, today, selection } = useSteps()
  const statements = useReading(annualStatements.list, { params: { c }, query: {} }).data
  if (statements === undefined) return null
  const thisYear = Number(today.slice(0, 4))
  const years = Array.from({ length: YEARS_OFFERED }, (_, ago) => thisYear - ago).map(year => ({
    value: String(year),
    label: statementOf(statements, year) ? `${year}, já entregue: retifica` : String(year),
  }))
  return (
    <CommandForm
      asking={asking}
      title={selection.rectifies ? 'Retificar declaração anual' : undefined}
      description="1 de 2 · Ano e situação"
      schema={SelectionForm}
      start={() => ({
        year: String(selection.year),
        had_employee: selection.had_employee ? ('sim' as const) : ('nao' as const),
        situation: selection.closed_on ? ('baixada' as const) : ('aberta' as const),
        closed_on: selection.closed_on,
      })}
      check={async ({ situation, year }) =>
        situation === 'aberta' && Number(year) >= thisYear ? [{ field: 'year', message: 'O ano ainda não terminou' }] : []
      }
      send={({ year, had_employee, situation, closed_on }) => ({
        year: Number(year),
        had_employee: had_employee === 'sim',
        closed_on: situation === 'baixada' ? closed_on : null,
        rectifies: statementOf(statements, Number(year)) !== undefined,
      })}
    >
      {form => (
        <>
          <SelectField name="year" label="Ano-calendário" choices={years} />
          <RadioGroup name="had_employee" label="Teve empregado no ano?" choices={YES_NO} row />
          <RadioGroup name="situation" label="Situação" choices={SITUATIONS} row />
          {form.watch('situation') === 'baixada' ? <DayField name="closed_on" label="Dia da baixa" bias="past" /> : null}
        </>
      )}
    </CommandForm>
  )
}

/** The second step, of the year and situation that the address tells. */
export function StatementBilling() {
  return <RunsNew command="annual_statement.deliver" list="annual_statements" />
}
