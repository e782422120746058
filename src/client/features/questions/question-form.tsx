// Asking the client: the words they will read, what they may choose, and where the link goes. Bookkeeping stays on this side.
import { useState } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { z } from 'zod'
import { useReading } from '#client/data/queries.ts'
import { useRegisters } from '#client/data/registers.ts'
import { Button, IconButton } from '#client/kit/button.tsx'
import { Toggle } from '#client/kit/form/checkbox.tsx'
import { PhoneField } from '#client/kit/form/contact-fields.tsx'
import { EmailField, TextField } from '#client/kit/form/text-field.tsx'
import { CategoryPicker } from '#client/kit/picker/pickers.tsx'
import { showToast } from '#client/kit/toast.ts'
import { FormDialog } from '#client/surfaces/form-dialog.tsx'
import { houseOptions } from '#client/surfaces/house.ts'
import { useUiAction } from '#client/surfaces/ui-actions.ts'
import { useCompanyId } from '#client/surfaces/where.ts'
import type { QuestionSubject } from '#commands/questions.ts'
import { companies } from '#contract/companies.ts'
import { questions } from '#contract/questions.ts'
import { isValidPhone } from '#domain/contact-points.ts'
import type { CategoryKind } from '#domain/enums.ts'
import './questions.css'

const MOST_CHOICES = 6

const schema = z
  .object({
    text: z.string().trim().min(1, 'Escreva a pergunta').max(300, 'Até 300 caracteres'),
    choices: z.array(
      z.object({ label: z.string().trim().min(1, 'Escreva a opção').max(80, 'Até 80 caracteres'), category_id: z.string().nullable() }),
    ),
    takes_text: z.boolean(),
    takes_file: z.boolean(),
    email: z.union([z.literal(''), z.email('E-mail inválido')]),
    phone_number: z.string().refine(phone => phone === '' || isValidPhone(phone), 'Telefone inválido'),
  })
  .refine(form => form.choices.length > 0 || form.takes_text || form.takes_file, {
    path: ['takes_text'],
    message: 'Dê ao menos um jeito de responder',
  })
type Values = z.output<typeof schema>

const EXPENSES: readonly CategoryKind[] = ['DEBIT', 'CHARGE']
const INCOME: readonly CategoryKind[] = ['CREDIT']

/** Waits for a command to name a line or title; mounted once per company. */
export function QuestionForms() {
  const [subject, setSubject] = useState<QuestionSubject>()
  useUiAction('question.form', detail => setSubject(detail as QuestionSubject))
  return subject ? <QuestionForm subject={subject} onClose={() => setSubject(undefined)} /> : null
}

function QuestionForm({ subject, onClose }: { subject: QuestionSubject; onClose(): void }) {
  const c = useCompanyId()
  const company = useReading(companies.profile, { params: { c } })
  // The address is filled in before the form opens: afterwards it would take the place of what was typed.
  if (company.isPending) return null
  const { outgoing, ...about } = subject
  const save = async ({ email, phone_number, ...values }: Values) => {
    const { data } = await houseOptions().ports.call(questions.create, {
      params: { c },
      body: { ...about, ...values, ...(email ? { email } : {}), ...(phone_number ? { phone_number } : {}) },
    })
    onClose()
    showToast({
      title: data.recipient ? `Pergunta enviada para ${data.recipient}` : 'Pergunta criada',
      description: data.recipient ? 'A resposta aparece aqui e nas notificações.' : 'Copie o link e mande ao cliente.',
      variant: 'success',
      action: { label: 'Copiar link', run: () => void copyLink(c, data.id) },
    })
  }
  return (
    <FormDialog
      title="Perguntar ao cliente"
      description="O cliente abre um link, sem senha, e vê só este pagamento e a pergunta. O link vale por 14 dias."
      schema={schema}
      defaults={{
        text: outgoing ? 'O que é este pagamento?' : 'De onde veio este dinheiro?',
        choices: [],
        takes_text: true,
        takes_file: true,
        email: company.data?.email ?? '',
        phone_number: '',
      }}
      submitLabel="Enviar pergunta"
      onSubmit={save}
      onClose={onClose}
    >
      <TextField name="text" label="Pergunta" autoFocus maxLength={300} />
      <Choices c={c} kinds={outgoing ? EXPENSES : INCOME} />
      <div className="two">
        <Toggle name="takes_text" label="Pode escrever" look="checkbox" />
        <Toggle name="takes_file" label="Pode mandar arquivo" look="checkbox" />
      </div>
      <div className="two">
        <EmailField name="email" label="E-mail do cliente" autoComplete="off" />
        <PhoneField name="phone_number" label="Celular, por SMS" />
      </div>
      <p className="m small">Sem e-mail nem celular, o link é só seu: copie e mande como quiser.</p>
    </FormDialog>
  )
}

async function copyLink(c: string, id: string): Promise<void> {
  const { ports } = houseOptions()
  const { data } = await ports.call(questions.link, { params: { c, id } })
  await ports.clipboard.write(data.url)
  showToast({ title: 'Link copiado', description: 'Quem tiver o link responde sem entrar no sistema.' })
}

function Choices({ c, kinds }: { c: string; kinds: readonly CategoryKind[] }) {
  const { control } = useFormContext<Values>()
  const { fields, append, remove } = useFieldArray({ control, name: 'choices' })
  const { categories } = useRegisters(c)
  return (
    <fieldset className="question-choices">
      <legend>Opções prontas</legend>
      <p className="m small">O cliente lê a opção; a categoria é para você, e vai para a linha quando usar a resposta.</p>
      {fields.map((field, at) => (
        <div key={field.id} className="choice-row">
          <TextField name={`choices.${at}.label`} label={`Opção ${at + 1}`} placeholder="Aluguel da loja" maxLength={80} />
          <CategoryPicker name={`choices.${at}.category_id`} label="Categoria" categories={categories} kinds={kinds} />
          <IconButton icon="trash" label={`Tirar a opção ${at + 1}`} onClick={() => remove(at)} />
        </div>
      ))}
      {fields.length < MOST_CHOICES ? (
        <Button icon="plus" variant="ghost" onClick={() => append({ label: '', category_id: null })}>
          Adicionar opção
        </Button>
      ) : null}
    </fieldset>
  )
}
