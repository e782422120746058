// The company's own data: names, reach, registrations, tax regime, and the rule of the second person.

import { useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { useReading } from '#client/data/queries.ts'
import { reachProblems } from '#client/data/reach.ts'
import { classNames } from '#client/kit/class-names.ts'
import { Note } from '#client/kit/drawer.tsx'
import { AmountField } from '#client/kit/form/amount-field.tsx'
import { Toggle } from '#client/kit/form/checkbox.tsx'
import { PhoneField } from '#client/kit/form/contact-fields.tsx'
import formStyles from '#client/kit/form/form.module.css'
import { Form, FormFooter } from '#client/kit/form/form.tsx'
import { SelectField } from '#client/kit/form/select-field.tsx'
import { EmailField, TextField } from '#client/kit/form/text-field.tsx'
import textStyles from '#client/kit/look/text.module.css'
import { ErrorState, Skeleton } from '#client/kit/states.tsx'
import { sendInput } from '#client/surfaces/asked/on-screen.ts'
import { useWhereabouts } from '#client/surfaces/context.ts'
import { useIntent } from '#client/surfaces/intents.ts'
import { Place } from '#client/surfaces/place.tsx'
import { useCompanyId } from '#client/surfaces/where.ts'
import { type Company, companies } from '#contract/companies.ts'
import type { LegalEntity } from '#contract/registry.ts'
import { PHONE_REFUSED, readPhone } from '#domain/contact-points.ts'
import { formatDocument } from '#domain/documents.ts'
import { TAX_REGIMES } from '#domain/enums.ts'
import { TAX_REGIME_LABELS } from '#domain/labels.ts'
import styles from './settings.module.css'

const text = (most: number) => z.string().trim().max(most, `Até ${most} caracteres`)
export const CompanyForm = z.object({
  name: text(200).min(1, 'Informe a razão social'),
  trade_name: text(200),
  email: z.union([z.literal(''), z.email('E-mail inválido').max(254, 'Até 254 caracteres')]),
  phone_number: z.string().refine(phone => phone === '' || readPhone(phone) !== undefined, PHONE_REFUSED),
  municipal_registration: text(30),
  state_registration: text(30),
  tax_regime: z.enum(TAX_REGIMES),
  requires_approval: z.boolean(),
  approval_limit_cents: z.number({ error: 'Informe o valor' }).int('Valor inválido').min(0, 'Valor inválido'),
})
type CompanyInput = z.input<typeof CompanyForm>

export const companyDefaults = (company: Company): CompanyInput => ({
  name: company.name,
  trade_name: company.trade_name ?? '',
  email: company.email ?? '',
  phone_number: company.phone_number ?? '',
  municipal_registration: company.municipal_registration ?? '',
  state_registration: company.state_registration ?? '',
  tax_regime: company.tax_regime,
  requires_approval: company.requires_approval,
  approval_limit_cents: company.approval_limit_cents,
})

/** What the registry knows takes the place of what stands in the form; what it does not know leaves it alone. */
export function fillFrom(entity: LegalEntity): Partial<CompanyInput> {
  const found = { name: entity.name, trade_name: entity.trade_name, email: entity.email, phone_number: entity.phone_number }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== null && value !== undefined && value !== ''))
}

const REGIMES = TAX_REGIMES.map(value => ({ value, label: TAX_REGIME_LABELS[value] }))

export function CompanySettings() {
  const c = useCompanyId()
  const reading = useReading(companies.profile, { params: { c } })
  const mayRead = useWhereabouts(now => now.can)('company:v')
  if (!mayRead) return <p className={textStyles.m}>O seu cargo não vê os dados da empresa.</p>
  if (reading.isError)
    return <ErrorState title="Não foi possível carregar os dados da empresa" error={reading.error} onRetry={() => void reading.refetch()} />
  return reading.data ? <CompanyData key={reading.data.id} company={reading.data} /> : <Skeleton rows={8} />
}

function CompanyData({ company }: { company: Company }) {
  const may = useWhereabouts(now => now.can)('company:u')
  const [filled, setFilled] = useState<string>()
  const form = useRef<UseFormReturn<CompanyInput, unknown, z.output<typeof CompanyForm>>>(null)
  // Undone or changed elsewhere: the form follows while nothing is typed in it.
  useEffect(() => {
    if (!form.current?.formState.isDirty) form.current?.reset(companyDefaults(company))
  }, [company])
  useIntent('company.fill', detail => {
    const found = fillFrom(detail)
    for (const [name, value] of Object.entries(found)) form.current?.setValue(name as keyof CompanyInput, value, { shouldDirty: true })
    setFilled(
      Object.keys(found).length === 0 ? 'O cadastro não trouxe nada de novo.' : 'Preenchido pelo cadastro do CNPJ. Confira e salve.',
    )
  })
  const save = async (values: z.output<typeof CompanyForm>) => {
    const problems = await reachProblems(values)
    if (problems.length > 0) return problems
    const done = await sendInput('company.update', { ...values, version: company.version })
    if (done.ok) setFilled(undefined)
    if (done.ok) form.current?.reset(values)
    return done.problems
  }
  return (
    <section className={styles.companyData} aria-labelledby="company-title">
      <header>
        <h3 id="company-title">Dados da empresa</h3>
        <span className={classNames(textStyles.m, textStyles.tabular)}>CNPJ {formatDocument(company.document_number)}</span>
        <span className={styles.end}>
          <Place at="settings.bar" />
        </span>
      </header>
      {filled ? <Note kind="info">{filled}</Note> : null}
      {may ? null : <Note kind="info">O seu cargo vê estes dados, mas não os altera.</Note>}
      <Form schema={CompanyForm} defaults={companyDefaults(company)} onSubmit={save} label="Dados da empresa">
        {given => {
          form.current = given
          return (
            <>
              <Fields disabled={!may} />
              {may ? <FormFooter submitLabel="Salvar dados" /> : null}
            </>
          )
        }}
      </Form>
    </section>
  )
}

function Fields({ disabled }: { disabled: boolean }) {
  return (
    <>
      <div className={formStyles.two}>
        <TextField name="name" label="Razão social" maxLength={200} disabled={disabled} />
        <TextField name="trade_name" label="Nome fantasia" maxLength={200} disabled={disabled} />
      </div>
      <div className={formStyles.two}>
        <EmailField name="email" label="E-mail" autoComplete="off" maxLength={254} disabled={disabled} />
        <PhoneField name="phone_number" label="Telefone" disabled={disabled} />
      </div>
      <div className={formStyles.three}>
        <SelectField name="tax_regime" label="Regime tributário" choices={REGIMES} disabled={disabled} />
        <TextField name="municipal_registration" label="Inscrição municipal" maxLength={30} disabled={disabled} />
        <TextField name="state_registration" label="Inscrição estadual" maxLength={30} disabled={disabled} />
      </div>
      <h3>Aprovação de contas</h3>
      <Toggle
        name="requires_approval"
        label="Contas de quem não aprova começam aguardando aprovação"
        help="Desligar pede um código."
        disabled={disabled}
      />
      <AmountField
        name="approval_limit_cents"
        label="Acima deste valor, quem cria não aprova"
        help="Subir o valor pede um código."
        disabled={disabled}
      />
    </>
  )
}
