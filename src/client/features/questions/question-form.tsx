// Asking the client: the words they will read, what they may choose, and where the link goes. Bookkeeping stays on this side.
import { useFieldArray, useFormContext } from 'react-hook-form'
import { z } from 'zod'
import { useReading } from '#client/data/queries.ts'
import { useRegisters } from '#client/data/registers.ts'
import { Button, IconButton } from '#client/kit/button.tsx'
import { classNames } from '#client/kit/class-names.ts'
import { Toggle } from '#client/kit/form/checkbox.tsx'
import { PhoneField } from '#client/kit/form/contact-fields.tsx'
import formStyles from '#client/kit/form/form.module.css'
import { EmailField, TextField } from '#client/kit/form/text-field.tsx'
import text from '#client/kit/look/text.module.css'
import { CategoryPicker } from '#client/kit/picker/pickers.tsx'
import type { Asking } from '#client/surfaces/asked/asking.ts'
import { CommandForm } from '#client/surfaces/asked/command-form.tsx'
import { companyIn } from '#commands/kit/command.ts'
import type { Forms } from '#commands/kit/form.ts'
import { subjectOf } from '#commands/questions.ts'
import { companies } from '#contract/companies.ts'
import { isValidPhone } from '#domain/contact-points.ts'
import type { CategoryKind } from '#domain/enums.ts'
import styles from './questions.module.css'

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

export function AskedQuestion({ asking }: { asking: Asking<Forms['question']> }) {
  const { id: c } = companyIn(asking.target)
  const { outgoing } = subjectOf(asking.target)
  const company = useReading(companies.profile, { params: { c } })
  // The address is filled in before the form opens: afterwards it would take the place of what was typed.
  if (company.isPending) return null
  return (
    <CommandForm
      asking={asking}
      schema={schema}
      start={() => ({
        text: outgoing ? 'O que é este pagamento?' : 'De onde veio este dinheiro?',
        choices: [],
        takes_text: true,
        takes_file: true,
        email: company.data?.email ?? '',
        phone_number: '',
      })}
      send={({ email, phone_number, ...values }) => ({
        ...values,
        ...(email ? { email } : {}),
        ...(phone_number ? { phone_number } : {}),
      })}
    >
      <TextField name="text" label="Pergunta" autoFocus maxLength={300} />
      <Choices c={c} kinds={outgoing ? EXPENSES : INCOME} />
      <div className={formStyles.two}>
        <Toggle name="takes_text" label="Pode escrever" look="checkbox" />
        <Toggle name="takes_file" label="Pode mandar arquivo" look="checkbox" />
      </div>
      <div className={formStyles.two}>
        <EmailField name="email" label="E-mail do cliente" autoComplete="off" />
        <PhoneField name="phone_number" label="Celular, por SMS" />
      </div>
      <p className={classNames(text.m, text.small)}>Sem e-mail nem celular, o link é só seu: copie e mande como quiser.</p>
    </CommandForm>
  )
}

function Choices({ c, kinds }: { c: string; kinds: readonly CategoryKind[] }) {
  const { control } = useFormContext<Values>()
  const { fields, append, remove } = useFieldArray({ control, name: 'choices' })
  const { categories, unread } = useRegisters(c)
  return (
    <fieldset className={styles.questionChoices}>
      <legend>Opções prontas</legend>
      <p className={classNames(text.m, text.small)}>
        O cliente lê a opção; a categoria é para você, e vai para a linha quando usar a resposta.
      </p>
      {fields.map((field, at) => (
        <div key={field.id} className={styles.choiceRow}>
          <TextField name={`choices.${at}.label`} label={`Opção ${at + 1}`} placeholder="Aluguel da loja" maxLength={80} />
          <CategoryPicker name={`choices.${at}.category_id`} label="Categoria" categories={categories} unread={unread} kinds={kinds} />
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
