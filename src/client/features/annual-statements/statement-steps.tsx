// A yearly statement in two steps: which year and situation, then the gross revenue the books know, to be checked and delivered.
import { useSearch } from '@tanstack/react-router'
import { z } from 'zod'
import { call } from '#client/data/api.ts'
import { useReading } from '#client/data/queries.ts'
import { Note } from '#client/kit/drawer.tsx'
import { AmountField } from '#client/kit/form/amount-field.tsx'
import { RadioGroup } from '#client/kit/form/checkbox.tsx'
import { DayField } from '#client/kit/form/day-field.tsx'
import { SelectField } from '#client/kit/form/select-field.tsx'
import { Spinner } from '#client/kit/states.tsx'
import { useToday } from '#client/kit/today.tsx'
import { FormDialog } from '#client/surfaces/form-dialog.tsx'
import { settleWrite } from '#client/surfaces/form-outcome.ts'
import { houseOptions } from '#client/surfaces/house.ts'
import { Detail } from '#client/surfaces/record-drawer.tsx'
import { type Search, useCompanyId } from '#client/surfaces/where.ts'
import { STATEMENT_DRAFT } from '#commands/annual-statements.ts'
import { pathTo } from '#commands/screens.ts'
import { annualStatements } from '#contract/taxes.ts'
import { formatDay } from '#domain/days.ts'
import { formatCents } from '#domain/money.ts'
import { ANNUAL_STATEMENT_LABELS } from '#domain/taxes/annual-statements.ts'
import { LIMIT_WORDS, readSelection, type Selection, SelectionForm, selectionSearch, statementOf } from './statement-words.ts'

const YEARS_OFFERED = 6
const YES_NO = [
  { value: 'nao', label: 'Não' },
  { value: 'sim', label: 'Sim' },
]
const SITUATIONS = [
  { value: 'aberta', label: 'Empresa aberta' },
  { value: 'baixada', label: 'Empresa baixada no ano' },
]

function useSteps() {
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

const cents = z.number({ error: 'Valor inválido' }).int('Valor inválido').min(0, 'Não pode ser negativo')
const BillingForm = z.object({
  commerce_revenue_cents: cents.nullable().transform(value => value ?? 0),
  services_revenue_cents: cents.nullable().transform(value => value ?? 0),
})

export function StatementBilling() {
  const { c, selection, toStep, leave } = useSteps()
  const { year, had_employee, closed_on, rectifies } = selection
  const prefill = useReading(annualStatements.prefill, { params: { c }, query: { year } })
  if (prefill.isPending) return <Spinner />
  const known = prefill.data
  const name = known ? `${ANNUAL_STATEMENT_LABELS[known.kind]} de ${year}` : `Declaração de ${year}`
  const save = async (values: z.output<typeof BillingForm>) => {
    await call(annualStatements.create, {
      params: { c },
      body: { year, had_employee, closed_on, ...values, ...(rectifies ? { rectifies: true } : {}) },
    })
    settleWrite({ say: `${name} enviada à Receita` })
    leave()
  }
  return (
    <FormDialog
      key={year}
      title={name}
      description="2 de 2 · Receita bruta, por competência e sem deduções"
      schema={BillingForm}
      defaults={{
        commerce_revenue_cents: known?.commerce_revenue_cents ?? null,
        services_revenue_cents: known?.services_revenue_cents ?? null,
      }}
      submitLabel={rectifies ? 'Entregar retificação' : 'Entregar declaração'}
      cancelLabel="Voltar"
      onSubmit={save}
      onClose={leave}
      onBack={() => toStep('selection', selection)}
    >
      {form => {
        const [commerce, services] = form.watch(['commerce_revenue_cents', 'services_revenue_cents'])
        return (
          <>
            {prefill.isError ? <Note>{prefill.error.message}</Note> : null}
            <AmountField name="commerce_revenue_cents" label="Comércio, indústria e transporte" />
            <AmountField name="services_revenue_cents" label="Serviços" />
            <dl className="kv">
              <Detail name="Receita bruta">
                <strong>{formatCents((commerce || 0) + (services || 0))}</strong>
              </Detail>
              <Detail name="Pelos livros">{known ? formatCents(known.commerce_revenue_cents + known.services_revenue_cents) : null}</Detail>
              <Detail name="Limite do ano">{known ? formatCents(known.limit_cents) : null}</Detail>
              <Detail name="Empregado">{had_employee ? 'sim' : 'não'}</Detail>
              <Detail name="Baixa">{closed_on ? formatDay(closed_on) : null}</Detail>
              <Detail name="Prazo">{known && closed_on === null ? formatDay(known.due_date) : null}</Detail>
              <Detail name="Multa">
                {known && known.fine_cents > 0 && !rectifies
                  ? `${formatCents(known.fine_cents)}; ${formatCents(known.halved_fine_cents)} paga em 30 dias`
                  : null}
              </Detail>
            </dl>
            {known && LIMIT_WORDS[known.limit_state] ? <Note kind="warning">{LIMIT_WORDS[known.limit_state]}</Note> : null}
            <Note kind="info">Entregue, a declaração só se corrige por retificação</Note>
          </>
        )
      }}
    </FormDialog>
  )
}
