// Founding a company: CNPJ, name and tax regime; who creates it owns it.
import { z } from 'zod'
import { call } from '#client/data/api.ts'
import { Form } from '#client/kit/form/form.tsx'
import { SelectField } from '#client/kit/form/select-field.tsx'
import { TextField } from '#client/kit/form/text-field.tsx'
import { rememberCompany } from '#client/surfaces/landing.ts'
import { companies } from '#contract/companies.ts'
import { isValidCnpj } from '#domain/documents.ts'
import { TAX_REGIMES } from '#domain/enums.ts'
import { TAX_REGIME_LABELS } from '#domain/labels.ts'
import { SubmitButton } from './auth-page.tsx'
import { CompanyDocumentField } from './company-look-up.tsx'
import { reloadUser, useGoHome } from './enter.ts'
import { problemsIn } from './refusals.ts'
import { withStepUp } from './step-up.tsx'

const schema = z.object({
  document_number: z
    .string()
    .min(1, 'Informe o CNPJ')
    .refine(isValidCnpj, { error: 'CNPJ é inválido', when: ({ issues }) => issues.length === 0 }),
  name: z.string().trim().min(1, 'Informe a razão social').max(200, 'Até 200 caracteres'),
  tax_regime: z.enum(TAX_REGIMES, { error: 'Escolha o regime tributário' }),
})
const REGIMES = TAX_REGIMES.map(value => ({ value, label: TAX_REGIME_LABELS[value] }))

export function CreateCompany() {
  const goHome = useGoHome()
  const submit = async (body: z.output<typeof schema>) => {
    try {
      const { data } = await withStepUp(() => call(companies.create, { body }))
      await reloadUser()
      rememberCompany(data.id)
      await goHome()
    } catch (error) {
      return problemsIn(error, { 'conflict.already_exists': 'document_number' })
    }
  }
  return (
    <Form label="Criar empresa" schema={schema} defaults={{ document_number: '', name: '' }} onSubmit={submit}>
      <CompanyDocumentField />
      <TextField name="name" label="Razão social" maxLength={200} autoComplete="organization" />
      <SelectField name="tax_regime" label="Regime tributário" choices={REGIMES} placeholder="Escolher" />
      <SubmitButton>Criar empresa</SubmitButton>
    </Form>
  )
}
