// A new API key: its name and where it may be used; then the key itself, once.
import { useRef, useState } from 'react'
import { z } from 'zod'
import { useReading } from '#client/data/queries.ts'
import { announce } from '#client/kit/announcer.tsx'
import { Button } from '#client/kit/button.tsx'
import { Dialog } from '#client/kit/dialog.tsx'
import { Note } from '#client/kit/drawer.tsx'
import { RadioGroup } from '#client/kit/form/checkbox.tsx'
import { TextField } from '#client/kit/form/text-field.tsx'
import { useWhereabouts } from '#client/surfaces/context.ts'
import { FormDialog } from '#client/surfaces/form-dialog.tsx'
import { houseOptions } from '#client/surfaces/house.ts'
import { doUiAction } from '#client/surfaces/ui-actions.ts'
import { useCompanyId } from '#client/surfaces/where.ts'
import { apiKeys } from '#contract/api-keys.ts'
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

export function NewApiKey({ onClose }: { onClose(): void }) {
  const c = useCompanyId()
  const company = useWhereabouts(now => now.company?.name ?? '')
  const mayHere = useWhereabouts(now => now.can)('api_keys:c')
  const own = useReading(companies.permissions, { params: { c } }).data?.rights ?? {}
  const [made, setMade] = useState<{ id: string; name: string; key: string }>()
  const save = async (values: Values) => {
    const { data } = await houseOptions().ports.call(apiKeys.create, { body: apiKeyBody(values, c, own) })
    setMade(data)
  }
  if (made)
    return (
      <Secret
        name={made.name}
        secret={made.key}
        onClose={() => {
          onClose()
          doUiAction('focus.record', made.id)
        }}
      />
    )
  return (
    <FormDialog
      title="Nova chave de API"
      schema={ApiKeyForm}
      defaults={{ name: '', scope: 'read-all' }}
      submitLabel="Criar chave"
      onSubmit={save}
      onClose={onClose}
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
    </FormDialog>
  )
}

/** The only time the key is seen. */
function Secret({ name, secret, onClose }: { name: string; secret: string; onClose(): void }) {
  const field = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    field.current?.select()
    await houseOptions().ports.clipboard.write(secret)
    setCopied(true)
    announce('Chave copiada')
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Chave “${name}” criada`}
      footer={
        <>
          <Button size="form" variant={copied ? 'secondary' : 'primary'} icon={copied ? 'check' : 'copy'} onClick={() => void copy()}>
            {copied ? 'Copiada' : 'Copiar chave'}
          </Button>
          <Button size="form" variant={copied ? 'primary' : 'secondary'} onClick={onClose}>
            Já guardei
          </Button>
        </>
      }
    >
      <div className="body">
        <Note kind="warning">Copie agora: a chave não será mostrada de novo.</Note>
        <label className="inp secret">
          <span className="vh">Chave</span>
          <input ref={field} readOnly value={secret} onFocus={event => event.target.select()} />
        </label>
      </div>
    </Dialog>
  )
}
