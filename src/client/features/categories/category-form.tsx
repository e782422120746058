// The form of a category: new (also from a selector, over another form) and edited in its drawer.
import { useFormContext } from 'react-hook-form'
import { z } from 'zod'
import { type FlatCategory, useRegisters } from '#client/data/registers.ts'
import { RadioGroup, Toggle } from '#client/kit/form/checkbox.tsx'
import { TextField } from '#client/kit/form/text-field.tsx'
import text from '#client/kit/look/text.module.css'
import { categoryItems } from '#client/kit/picker/category-items.ts'
import { ComboboxField } from '#client/kit/picker/combobox.tsx'
import type { Asking } from '#client/surfaces/asked/asking.ts'
import { CommandForm } from '#client/surfaces/asked/command-form.tsx'
import { useCompanyId } from '#client/surfaces/where.ts'
import type { AnyTarget } from '#commands/kit/command.ts'
import type { Forms } from '#commands/kit/form.ts'
import type { Category } from '#contract/categories.ts'
import { CATEGORY_KINDS, type CategoryKind } from '#domain/enums.ts'
import { CATEGORY_KIND_LABELS } from '#domain/labels.ts'
import styles from './categories.module.css'

const KINDS = CATEGORY_KINDS.map(value => ({ value, label: CATEGORY_KIND_LABELS[value] }))

/** The marks of a category, with the words of lists and of the form. */
export const MARKS = [
  { name: 'is_fixed', label: 'Fixa', help: 'Repete-se todo mês, venda ou não venda' },
  { name: 'is_non_operational_expense', label: 'Não operacional', help: 'Fora da atividade da empresa: juros, tarifas, venda de bens' },
  { name: 'is_deductible', label: 'Dedutível', help: 'Diminui a receita: impostos sobre venda, devoluções' },
  { name: 'is_increasing', label: 'Aumentativa', help: 'Soma onde o tipo diminuiria: devolução de compra' },
  { name: 'is_hidden_from_income_statement', label: 'Fora do DRE', help: 'Movimenta o caixa e não o resultado: aportes, empréstimos' },
] as const

export const CategoryForm = z
  .object({
    name: z.string().trim().min(1, 'Informe o nome').max(120, 'Até 120 caracteres'),
    kind: z.enum(CATEGORY_KINDS, { error: 'Escolha o tipo' }),
    parent_category_id: z.string().nullable(),
    is_fixed: z.boolean(),
    is_non_operational_expense: z.boolean(),
    is_deductible: z.boolean(),
    is_increasing: z.boolean(),
    is_hidden_from_income_statement: z.boolean(),
  })
  .refine(form => !(form.is_deductible && form.is_increasing), {
    path: ['is_increasing'],
    message: 'Uma categoria não pode deduzir e somar',
  })
export type CategoryInput = z.input<typeof CategoryForm>
export type CategoryValues = z.output<typeof CategoryForm>

type Start = Partial<Pick<Category, keyof CategoryInput>>

export const categoryDefaults = (from: Start = {}): CategoryInput => ({
  name: from.name ?? '',
  kind: from.kind ?? 'DEBIT',
  parent_category_id: from.parent_category_id ?? null,
  is_fixed: from.is_fixed ?? false,
  is_non_operational_expense: from.is_non_operational_expense ?? false,
  is_deductible: from.is_deductible ?? false,
  is_increasing: from.is_increasing ?? false,
  is_hidden_from_income_statement: from.is_hidden_from_income_statement ?? false,
})

/** A child begins with the kind and the marks of what it stands in. */
export const childDefaults = (parent: FlatCategory): CategoryInput => ({
  ...categoryDefaults(parent),
  name: '',
  parent_category_id: parent.id,
})

const MAX_DEPTH = 3

/** Where a category may stand: below active ones above the last level, never below itself. */
export function parentItems(all: readonly FlatCategory[], self?: string) {
  const items = categoryItems(all)
  const below = new Set(self === undefined ? [] : [self])
  for (const category of all) if (category.parent_category_id !== null && below.has(category.parent_category_id)) below.add(category.id)
  return items.filter(item => (item.depth ?? 0) < MAX_DEPTH - 1 && !below.has(item.id))
}

interface CategoryFieldsProps {
  all: readonly FlatCategory[]
  /** The one being edited. */
  self?: string | undefined
}

export function CategoryFields({ all, self }: CategoryFieldsProps) {
  const { setValue, watch } = useFormContext<CategoryInput>()
  const parent = all.find(category => category.id === watch('parent_category_id'))
  return (
    <>
      <TextField name="name" label="Nome" maxLength={120} autoFocus />
      <ComboboxField
        name="parent_category_id"
        label="Dentro de"
        items={parentItems(all, self)}
        empty="Categoria não encontrada"
        placeholder="Nenhuma: categoria principal"
        onChosen={item => {
          const chosen = all.find(category => category.id === item?.id)
          if (!chosen) return
          for (const name of ['kind', ...MARKS.map(mark => mark.name)] as const)
            setValue(name, chosen[name] as never, { shouldDirty: true })
        }}
      />
      <RadioGroup
        name="kind"
        label="Tipo"
        choices={KINDS}
        row
        disabled={parent !== undefined}
        {...(parent ? { help: `Como ${parent.name}` } : {})}
      />
      <fieldset className={styles.marks}>
        <legend className={text.med}>Marcas</legend>
        {MARKS.map(mark => (
          <Toggle key={mark.name} name={mark.name} label={mark.label} help={mark.help} look="checkbox" />
        ))}
      </fieldset>
    </>
  )
}

function startOf({ kind: of, records }: AnyTarget, given: Readonly<Record<string, unknown>>, below: boolean): CategoryInput {
  const [category] = of === 'category' ? (records as readonly FlatCategory[]) : []
  if (category !== undefined) return below ? childDefaults(category) : categoryDefaults(category)
  return {
    ...categoryDefaults(given.kind ? { kind: given.kind as CategoryKind } : {}),
    name: typeof given.typed === 'string' ? given.typed : '',
  }
}

/** A new category, at the root or below the one it is asked on, or one that is changed in its drawer. */
export function AskedCategory({ asking }: { asking: Asking<Forms['category']> }) {
  const { categories: all } = useRegisters(useCompanyId())
  const below = asking.form.stands !== 'drawer'
  const self = below ? undefined : asking.target.ids[0]
  return (
    <CommandForm asking={asking} schema={CategoryForm} start={(target, given) => startOf(target, given, below)}>
      <CategoryFields all={all} self={self} />
    </CommandForm>
  )
}
