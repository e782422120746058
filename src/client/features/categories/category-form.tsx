// The form of a category: new, also from a selector over another form, and edited in its drawer.
import { useFormContext } from 'react-hook-form'
import { type FlatCategory, useRegisters } from '#client/data/registers.ts'
import { categoryItems } from '#client/kit/picker/category-items.ts'
import { ComboboxField } from '#client/kit/picker/combobox.tsx'
import type { Asking } from '#client/surfaces/asked/asking.ts'
import { CommandForm } from '#client/surfaces/asked/command-form.tsx'
import { Fields } from '#client/surfaces/resource/fields.tsx'
import { useCompanyId } from '#client/surfaces/where.ts'
import type { AnyTarget } from '#commands/kit/command.ts'
import type { Forms } from '#commands/kit/form.ts'
import type { Category } from '#contract/categories.ts'
import { categoryForm, MARKS } from '#resources/category.ts'
import type { Typed } from '#resources/kit/form.ts'

const [NAME = [], , ...REST] = categoryForm.form
const MAX_DEPTH = 3

/** Where a category may stand: below active ones above the last level, never below itself. */
export function parentItems(all: readonly FlatCategory[], self?: string) {
  const items = categoryItems(all)
  const below = new Set(self === undefined ? [] : [self])
  for (const category of all) if (category.parent_category_id !== null && below.has(category.parent_category_id)) below.add(category.id)
  return items.filter(item => (item.depth ?? 0) < MAX_DEPTH - 1 && !below.has(item.id))
}

/** What it stands in gives it its kind, and marks to begin with. */
function Parent({ self }: { self: string | undefined }) {
  const { categories: all, unread } = useRegisters(useCompanyId())
  const { setValue, watch } = useFormContext()
  const parent = all.find(category => category.id === watch('parent_category_id'))
  return (
    <ComboboxField
      name="parent_category_id"
      label={categoryForm.fields.parent_category_id?.label ?? ''}
      items={parentItems(all, self)}
      empty="Categoria não encontrada"
      unread={unread}
      placeholder="Nenhuma: categoria principal"
      {...(parent ? { help: `Do mesmo tipo: ${categoryForm.fields.kind?.show(parent.kind)}` } : {})}
      onChosen={item => {
        const chosen = all.find(category => category.id === item?.id)
        if (chosen) for (const mark of MARKS) setValue(mark, chosen[mark], { shouldDirty: true })
      }}
    />
  )
}

/** A child begins with the kind and the marks of what it stands in. */
function startOf({ kind, records }: AnyTarget, { typed = '', ...given }: Readonly<Record<string, unknown>>, below: boolean): Typed {
  const [category] = kind === 'category' ? (records as readonly Category[]) : []
  const start = categoryForm.start(category)
  if (category === undefined) return { ...start, ...given, name: typed }
  return below ? { ...start, name: '', parent_category_id: category.id } : start
}

/** A new category, at the root or below the one it is asked on, or one that is changed in its drawer. */
export function AskedCategory({ asking }: { asking: Asking<Forms['category']> }) {
  const below = asking.form.stands !== 'drawer'
  return (
    <CommandForm asking={asking} schema={categoryForm.typed} start={(target, given) => startOf(target, given, below)}>
      <Fields of={categoryForm} lines={[NAME]} creating={below} />
      <Parent self={below ? undefined : asking.target.ids[0]} />
      <Fields of={categoryForm} lines={REST} />
    </CommandForm>
  )
}
