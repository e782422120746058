// A yearly statement in two steps: which year and situation, then the gross revenue the books know, to be checked and delivered.
import { useSearch } from '@tanstack/react-router'
import type { z } from 'zod'
import { useReading } from '#client/data/queries.ts'
import { RadioGroup } from '#client/kit/form/checkbox.tsx'
import { DayField } from '#client/kit/form/day-field.tsx'
import { SelectField } from '#client/kit/form/select-field.tsx'
import { Spinner } from '#client/kit/states.tsx'
import { useToday } from '#client/kit/today.tsx'
import { RunsNew } from '#client/surfaces/asked/runs-new.tsx'
import { FormDialog } from '#client/surfaces/form-dialog.tsx'
import { houseOptions } from '#client/surfaces/house.ts'
import { type Search, useCompanyId } from '#client/surfaces/where.ts'
import { STATEMENT_DRAFT } from '#commands/annual-statements.ts'
import { pathTo } from '#commands/screens.ts'
import { annualStatements } from '#contract/taxes.ts'
import { readSelection, type Selection, SelectionForm, selectionSearch, statementOf } from './statement-words.ts'

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
  const selection = readSelection(useSearch({ strict: false }) as Search, today)
  const { go } = houseOptions().ports
  return {
    c,
    today,
    selection,
    toStep: (step: 'selection' | 'billing', next: Selection) =>
      go({ to: pathTo(`annual_statements.${step}`, { companyId: c }), search: selectionSearch(next) }),
    leave: () => go({ to: pathTo('annual_statements', { companyId: c }), search: { ...STATEMENT_DRAFT } }),
  }
}

export function StatementSelection() {
  const { c, today, selection, toStep, leave } = useSteps()
  const statements = useReading(annualStatements.list, { params: { c }, query: {} }).data
  if (statements === undefined) return <Spinner />
  const thisYear = Number(today.slice(0, 4))
  const years = Array.from({ length: YEARS_OFFERED }, (_, ago) => thisYear - ago).map(year => ({
    value: String(year),
    label: statementOf(statements, year) ? `${year}, já entregue: retifica` : String(year),
  }))
  const save = async ({ year, had_employee, situation, closed_on }: z.output<typeof SelectionForm>) => {
    if (situation === 'aberta' && Number(year) >= thisYear) return [{ field: 'year', message: 'O ano ainda não terminou' }]
    return toStep('billing', {
      year: Number(year),
      had_employee: had_employee === 'sim',
      closed_on: situation === 'baixada' ? closed_on : null,
      rectifies: statementOf(statements, Number(year)) !== undefined,
    })
  }
  return (
    <FormDialog
      title={selection.rectifies ? 'Retificar declaração anual' : 'Nova declaração anual'}
      description="1 de 2 · Ano e situação"
      schema={SelectionForm}
      defaults={{
        year: String(selection.year),
        had_employee: selection.had_employee ? 'sim' : 'nao',
        situation: selection.closed_on ? 'baixada' : 'aberta',
        closed_on: selection.closed_on,
      }}
      submitLabel="Continuar"
      onSubmit={save}
      onClose={leave}
    >
      {form => (
        <>
          <SelectField name="year" label="Ano-calendário" choices={years} />
          <RadioGroup name="had_employee" label="Teve empregado no ano?" choices={YES_NO} row />
          <RadioGroup name="situation" label="Situação" choices={SITUATIONS} row />
          {form.watch('situation') === 'baixada' ? <DayField name="closed_on" label="Dia da baixa" bias="past" /> : null}
        </>
      )}
    </FormDialog>
  )
}

/** The second step, of the year and situation that the address tells. */
export function StatementBilling() {
  return <RunsNew command="annual_statement.deliver" list="annual_statements" />
}
