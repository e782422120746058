// A new API key: its name and where it may be used. The key itself is shown once it is made.
import { z } from 'zod'
import { useReading } from '#client/data/queries.ts'
import { RadioGroup } from '#client/kit/form/checkbox.tsx'
import { TextField } from '#client/kit/form/text-field.tsx'
import type { Asking } from '#client/surfaces/asked/asking.ts'
import { CommandForm } from '#client/surfaces/asked/command-form.tsx'
import { useWhereabouts } from '#client/surfaces/context.ts'
import { companyIn } from '#commands/kit/command.ts'
import type { Forms } from '#commands/kit/form.ts'
import { companies } from '#contract/companies.ts'

const SCOPES = ['read-all', 'read-company', 'own-company'] as const

const ApiKeyForm = z.object({
  name: z.string().trim().min(1, 'Informe o nome').max(80, 'Até 80 caracteres'),
  scope: z.enum(SCOPES),
})
type Values = z.output<typeof ApiKeyForm>

/** What is sent: without a company a key reads everywhere; with one it reads there, or does what its creator may. */
export function apiKeyBody({ name, scope }: Values, companyId: string, own: Readonly<Record<string, string>>) {
  if (scope === 'read-all') return { name }
  if (scope === 'own-company') return { name, company_id: companyId }
  const readable = Object.entries(own).filter(([, letters]) => letters.includes('v'))
  return { name, company_id: companyId, rights: Object.fromEntries(readable.map(([resource]) => [resource, 'v'])) }
}

export function AskedApiKey({ asking }: { asking: Asking<Forms['api-key']> }) {
  const { id: c, name: company } = companyIn(asking.target)
  const mayHere = useWhereabouts(now => now.can)('api_keys:c')
  const own = useReading(companies.permissions, { params: { c } }).data?.rights ?? {}
  return (
    <CommandForm
      asking={asking}
      schema={ApiKeyForm}
      start={() => ({ name: '', scope: 'read-all' })}
      send={values => apiKeyBody(values, c, own)}
    >
      <TextField
        name="name"
        label="Nome"
        placeholder="Integração com a loja"
        maxLength={80}
        autoFocus
        help="Diz onde a chave será usada."
      />
      <RadioGroup
        name="scope"
        label="Onde pode ser usada"
        choices={[
          { value: 'read-all', label: 'Em todas as suas empresas, só leitura' },
          { value: 'read-company', label: `Só em ${company}, só leitura`, disabled: !mayHere },
          {
            value: 'own-company',
            label: `Só em ${company}, com os seus direitos`,
            help: mayHere
              ? 'Pode o que você pode, hoje e depois. O que pede código continua só na tela.'
              : 'O seu cargo aqui não cria chaves.',
            disabled: !mayHere,
          },
        ]}
      />
    </CommandForm>
  )
}
