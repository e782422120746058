// A company the office takes in: its CNPJ first, the rest as far as the registry knows it.
import { useState } from 'react'
import { z } from 'zod'
import { call } from '#client/data/api.ts'
import { classNames } from '#client/kit/class-names.ts'
import { DocumentField } from '#client/kit/form/document-field.tsx'
import { SelectField } from '#client/kit/form/select-field.tsx'
import { TextField } from '#client/kit/form/text-field.tsx'
import text from '#client/kit/look/text.module.css'
import type { Asking } from '#client/surfaces/asked/asking.ts'
import { CommandForm } from '#client/surfaces/asked/command-form.tsx'
import type { Forms } from '#commands/kit/form.ts'
import { type LegalEntity, legalEntities } from '#contract/registry.ts'
import { isValidCnpj } from '#domain/documents.ts'
import { TAX_REGIMES, type TaxRegime } from '#domain/enums.ts'
import { TAX_REGIME_LABELS } from '#domain/labels.ts'
import styles from './office.module.css'

const schema = z.object({
  document_number: z
    .string()
    .min(1, 'Informe o CNPJ')
    .refine(isValidCnpj, { error: 'CNPJ é inválido', when: ({ issues }) => issues.length === 0 }),
  name: z.string().trim().min(1, 'Informe a razão social').max(200, 'Até 200 caracteres'),
  trade_name: z.string().trim().max(200, 'Até 200 caracteres'),
  tax_regime: z.enum(TAX_REGIMES, { error: 'Escolha o regime tributário' }),
})
const REGIMES = TAX_REGIMES.map(value => ({ value, label: TAX_REGIME_LABELS[value] }))
const DEFAULTS = { document_number: '', name: '', trade_name: '' }

interface Found {
  name: string
  trade_name: string
  tax_regime: TaxRegime | undefined
}

/** The simplified regimes are public; between the others only the company knows. */
function regimeOf(facts: LegalEntity): TaxRegime | undefined {
  if (facts.mei_option_date && !facts.mei_exclusion_date) return 'MEI'
  return facts.simples_option_date && !facts.simples_exclusion_date ? 'SIMPLES_NACIONAL' : undefined
}

async function lookUp(doc: string): Promise<Found | undefined> {
  try {
    const { data } = await call(legalEntities.registrationData, { params: { doc } })
    return { name: data.name, trade_name: data.trade_name ?? '', tax_regime: regimeOf(data) }
  } catch {
    // Not in the registry, or the registry is away: what is missing is typed.
    return undefined
  }
}

type LookUp = 'idle' | 'asking' | 'found' | 'unknown'
const SAID: Record<LookUp, string> = {
  idle: 'Os dados do cadastro são preenchidos a partir do CNPJ.',
  asking: 'Consultando o cadastro…',
  found: 'Dados do cadastro preenchidos: confira.',
  unknown: 'Sem dados deste CNPJ no cadastro: preencha.',
}

export function AskedCompany({ asking }: { asking: Asking<Forms['office-company']> }) {
  const [state, setState] = useState<LookUp>('idle')
  return (
    <CommandForm<z.input<typeof schema>, z.output<typeof schema>, Forms['office-company']>
      asking={asking}
      schema={schema}
      start={() => DEFAULTS}
      send={({ trade_name, ...values }) => ({ ...values, ...(trade_name === '' ? {} : { trade_name }) })}
    >
      {form => {
        const fill = async (doc: string) => {
          setState('asking')
          const found = await lookUp(doc)
          setState(found ? 'found' : 'unknown')
          if (!found) return
          const options = { shouldDirty: true, shouldValidate: true }
          if (form.getValues('name') === '') form.setValue('name', found.name, options)
          if (form.getValues('trade_name') === '') form.setValue('trade_name', found.trade_name, { shouldDirty: true })
          if (found.tax_regime && !form.getValues('tax_regime')) form.setValue('tax_regime', found.tax_regime, options)
        }
        return (
          <>
            <DocumentField name="document_number" label="CNPJ" autoFocus loading={state === 'asking'} onComplete={doc => void fill(doc)} />
            <p className={classNames(text.m, text.small, styles.found)} role="status">
              {SAID[state]}
            </p>
            <TextField name="name" label="Razão social" maxLength={200} />
            <TextField name="trade_name" label="Nome fantasia" maxLength={200} />
            <SelectField name="tax_regime" label="Regime tributário" choices={REGIMES} placeholder="Escolher" />
          </>
        )
      }}
    </CommandForm>
  )
}
