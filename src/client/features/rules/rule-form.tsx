// The form of a rule, with how many pending lines it would take, counted while it is typed.
import { useEffect, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { z } from 'zod'
import { call } from '#client/data/api.ts'
import { useRegisters } from '#client/data/registers.ts'
import { useNestedForms } from '#client/features/nested-forms.tsx'
import { AmountField } from '#client/kit/form/amount-field.tsx'
import { Toggle } from '#client/kit/form/checkbox.tsx'
import formStyles from '#client/kit/form/form.module.css'
import { SelectField } from '#client/kit/form/select-field.tsx'
import { TextField } from '#client/kit/form/text-field.tsx'
import { Icon } from '#client/kit/icon.tsx'
import { AccountPicker, CategoryPicker, ContactPicker } from '#client/kit/picker/pickers.tsx'
import { type Rule, rules } from '#contract/reconciliation.ts'
import type { CategoryKind, EntryKind } from '#domain/enums.ts'
import { ENTRY_KIND_LABELS } from '#domain/labels.ts'
import styles from './rules.module.css'

const DIRECTIONS = [
  { value: 'ANY', label: 'Entradas e saídas' },
  { value: 'CREDIT', label: `Só ${ENTRY_KIND_LABELS.CREDIT.toLowerCase()}s` },
  { value: 'DEBIT', label: 'Só saídas' },
]
const cents = z.number({ error: 'Valor inválido' }).int('Valor inválido').min(0, 'Valor inválido').nullable()

export const RuleForm = z
  .object({
    contains: z.string().trim().min(2, 'Ao menos 2 letras').max(200, 'Até 200 caracteres'),
    name: z.string().trim().max(120, 'Até 120 caracteres'),
    direction: z.enum(['ANY', 'CREDIT', 'DEBIT']),
    bank_account_id: z.string().nullable(),
    min_amount_cents: cents,
    max_amount_cents: cents,
    category_id: z.string().nullable(),
    contact_id: z.string().nullable(),
    priority: z.coerce
      .number<number | string>({ error: 'Número inteiro' })
      .int('Número inteiro')
      .min(0, 'De 0 a 999')
      .max(999, 'De 0 a 999'),
    active: z.boolean(),
  })
  .refine(form => form.category_id !== null || form.contact_id !== null, {
    path: ['category_id'],
    message: 'Escolha a categoria ou o contato que a regra preenche',
  })
  .refine(form => form.min_amount_cents === null || form.max_amount_cents === null || form.min_amount_cents <= form.max_amount_cents, {
    path: ['max_amount_cents'],
    message: 'Menor que o valor mínimo',
  })
export type RuleInput = z.input<typeof RuleForm>
export type RuleValues = z.output<typeof RuleForm>

export const ruleDefaults = (rule?: Rule): RuleInput => ({
  contains: rule?.contains ?? '',
  name: rule && rule.name !== rule.contains ? rule.name : '',
  direction: rule?.direction ?? 'ANY',
  bank_account_id: rule?.bank_account_id ?? null,
  min_amount_cents: rule?.min_amount_cents ?? null,
  max_amount_cents: rule?.max_amount_cents ?? null,
  category_id: rule?.category_id ?? null,
  contact_id: rule?.contact_id ?? null,
  priority: rule?.priority ?? 0,
  active: rule?.active ?? true,
})

/** What is sent; a rule without a name is called by what it looks for. */
export function ruleBody(values: RuleValues) {
  const { direction, name, active: _, ...rest } = values
  return { ...rest, name: name === '' ? values.contains : name, direction: direction === 'ANY' ? null : direction }
}

const KINDS: Record<'ANY' | EntryKind, readonly CategoryKind[] | undefined> = {
  ANY: undefined,
  CREDIT: ['CREDIT'],
  DEBIT: ['DEBIT', 'CHARGE'],
}
const COUNT_AFTER_MS = 350

/** “Casa com 14 linhas pendentes”, a moment after the last letter. */
function DryRun({ c }: { c: string }) {
  const { watch } = useFormContext<RuleInput>()
  const [count, setCount] = useState<number>()
  const parsed = RuleForm.safeParse({ ...watch(), category_id: 'any' })
  const body = parsed.success ? JSON.stringify({ ...ruleBody(parsed.data), category_id: null, contact_id: null }) : undefined
  useEffect(() => {
    setCount(undefined)
    if (body === undefined) return
    const abort = new AbortController()
    const timer = setTimeout(() => {
      call(rules.dryRun, { params: { c }, body: JSON.parse(body) as { contains: string } }, { signal: abort.signal }).then(
        ({ data }) => setCount(data.count),
        () => setCount(undefined),
      )
    }, COUNT_AFTER_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [body, c])
  return (
    <p className={styles.dryRun} role="status">
      <Icon name="zap" size="s" />
      {body === undefined
        ? 'Digite o texto para contar as linhas'
        : count === undefined
          ? 'Contando…'
          : count === 0
            ? 'Não casa com nenhuma linha pendente agora'
            : count === 1
              ? 'Casa com 1 linha pendente'
              : `Casa com ${count.toLocaleString('pt-BR')} linhas pendentes`}
    </p>
  )
}

export function RuleFields({ c, editing = false }: { c: string; editing?: boolean }) {
  const { watch, setValue } = useFormContext<RuleInput>()
  const registers = useRegisters(c)
  const direction = watch('direction')
  const nested = useNestedForms({
    ...(direction === 'CREDIT' ? { categoryKind: 'CREDIT' as const, contactKind: 'CUSTOMER' as const } : {}),
    ...(direction === 'DEBIT' ? { categoryKind: 'DEBIT' as const, contactKind: 'SUPPLIER' as const } : {}),
  })
  const fill = (name: 'bank_account_id' | 'category_id' | 'contact_id') => (id: string) => setValue(name, id, { shouldDirty: true })
  return (
    <>
      <TextField name="contains" label="A descrição contém" autoFocus={!editing} maxLength={200} help="Maiúsculas e acentos não importam" />
      <DryRun c={c} />
      <div className={formStyles.two}>
        <SelectField name="direction" label="Linhas" choices={DIRECTIONS} />
        <AccountPicker
          name="bank_account_id"
          label="Conta bancária"
          accounts={registers.accounts}
          placeholder="Todas"
          onAdd={nested.ask('account', fill('bank_account_id'))}
        />
      </div>
      <div className={formStyles.two}>
        <AmountField name="min_amount_cents" label="Valor a partir de" />
        <AmountField name="max_amount_cents" label="Valor até" />
      </div>
      <CategoryPicker
        name="category_id"
        label="Categoria"
        categories={registers.categories}
        kinds={KINDS[direction]}
        onAdd={nested.ask('category', fill('category_id'))}
      />
      <ContactPicker name="contact_id" label="Contato" contacts={registers.contacts} onAdd={nested.ask('contact', fill('contact_id'))} />
      <div className={formStyles.two}>
        <TextField name="name" label="Nome da regra" placeholder="O mesmo texto" maxLength={120} />
        <TextField name="priority" label="Ordem" inputMode="numeric" help="A menor é tentada antes" />
      </div>
      {editing ? <Toggle name="active" label="Ligada" /> : null}
    </>
  )
}
