// The second step of a yearly statement: the gross revenue the books know, to be checked and delivered.
import { z } from 'zod'
import { useReading } from '#client/data/queries.ts'
import { Note } from '#client/kit/drawer.tsx'
import facts from '#client/kit/facts.module.css'
import { AmountField } from '#client/kit/form/amount-field.tsx'
import type { Asking } from '#client/surfaces/asked/asking.ts'
import { CommandForm } from '#client/surfaces/asked/command-form.tsx'
import { Detail } from '#client/surfaces/record-drawer.tsx'
import type { Forms } from '#commands/kit/form.ts'
import { annualStatements } from '#contract/taxes.ts'
import { formatDay } from '#domain/days.ts'
import { formatCents } from '#domain/money.ts'
import { ANNUAL_STATEMENT_LABELS } from '#domain/taxes/annual-statements.ts'
import { useSteps } from './statement-steps.tsx'
import { LIMIT_WORDS } from './statement-words.ts'

const cents = z.number({ error: 'Valor inválido' }).int('Valor inválido').min(0, 'Não pode ser negativo')
const BillingForm = z.object({
  commerce_revenue_cents: cents.nullable().transform(value => value ?? 0),
  services_revenue_cents: cents.nullable().transform(value => value ?? 0),
})

export function AskedStatement({ asking }: { asking: Asking<Forms['annual-statement']> }) {
  const { c, selection, toStep } = useSteps()
  const { year, had_employee, closed_on, rectifies } = selection
  const prefill = useReading(annualStatements.prefill, { params: { c }, query: { year } })
  if (prefill.isPending) return null
  const known = prefill.data
  const name = known ? `${ANNUAL_STATEMENT_LABELS[known.kind]} de ${year}` : `Declaração de ${year}`
  return (
    <CommandForm
      key={year}
      asking={asking}
      schema={BillingForm}
      start={() => ({
        commerce_revenue_cents: known?.commerce_revenue_cents ?? null,
        services_revenue_cents: known?.services_revenue_cents ?? null,
      })}
      send={values => ({ year, had_employee, closed_on, ...values, ...(rectifies ? { rectifies: true } : {}) })}
      description={`2 de 2 · ${name}: receita bruta, por competência e sem deduções`}
      submitLabel={rectifies ? 'Entregar retificação' : asking.form.submit}
      back={{ label: 'Voltar', run: () => toStep('selection', selection) }}
    >
      {form => {
        const [commerce, services] = form.watch(['commerce_revenue_cents', 'services_revenue_cents'])
        return (
          <>
            {prefill.isError ? <Note>{prefill.error.message}</Note> : null}
            <AmountField name="commerce_revenue_cents" label="Comércio, indústria e transporte" />
            <AmountField name="services_revenue_cents" label="Serviços" />
            <dl className={facts.kv} data-part="facts">
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
    </CommandForm>
  )
}
