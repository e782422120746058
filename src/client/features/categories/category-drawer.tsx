// One category: where it stands, what it is in the result, and its form.
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '#client/data/api.ts'
import { type FlatCategory, useRegisters } from '#client/data/registers.ts'
import { Badge } from '#client/kit/chip.tsx'
import { DrawerSection, Note } from '#client/kit/drawer.tsx'
import { Form, FormFooter } from '#client/kit/form/form.tsx'
import { Empty, Skeleton } from '#client/kit/states.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { EditButton } from '#client/surfaces/edit-button.tsx'
import { formFailed, settleWrite } from '#client/surfaces/form-outcome.ts'
import { Detail, mayDiscard, RecordDrawer, useEditing } from '#client/surfaces/record-drawer.tsx'
import { useCompanyId } from '#client/surfaces/where.ts'
import { categories } from '#contract/categories.ts'
import { categoryPath, type IncomeStatementBlock, incomeStatementBlock } from '#domain/categories.ts'
import { CATEGORY_KIND_LABELS, CATEGORY_STATUS_LABELS } from '#domain/labels.ts'
import { CategoryFields, CategoryForm, type CategoryValues, categoryDefaults, MARKS } from './category-form.tsx'

const BLOCKS: Record<IncomeStatementBlock, string> = {
  gross_revenue: 'Receita bruta',
  deductions: 'Deduções da receita',
  costs: 'Custos',
  operating_expenses: 'Despesas operacionais',
  non_operational: 'Resultado não operacional',
  hidden: 'fora do DRE',
}

export function CategoryDrawer() {
  const c = useCompanyId()
  const { categoryId: id = '' } = useParams({ strict: false }) as { categoryId?: string }
  const { categories: all, ready } = useRegisters(c)
  const { may, editing, setEditing } = useEditing(id, 'categories:u')
  const [dirty, setDirty] = useState(false)
  const category = all.find(one => one.id === id)
  const leaveForm = () => {
    setEditing(false)
    setDirty(false)
  }
  return (
    <RecordDrawer
      id={id}
      list="categories"
      label={category?.name ?? 'Categoria'}
      where="Categoria"
      dirty={dirty}
      onLeaveForm={editing ? leaveForm : undefined}
      footer={
        category && !editing ? (
          <>
            <CommandButton id="category.create-below" short />
            <span className="end">
              <CommandButton id={category.status === 'ACTIVE' ? 'category.inactivate' : 'category.activate'} variant="ghost" />
            </span>
          </>
        ) : undefined
      }
    >
      {category === undefined ? (
        ready ? (
          <Empty title="Esta categoria não existe mais" />
        ) : (
          <Skeleton rows={6} />
        )
      ) : editing ? (
        <EditCategory key={category.id} category={category} all={all} onDirty={setDirty} onDone={leaveForm} />
      ) : (
        <CategoryDetail category={category} all={all} onEdit={may ? () => setEditing(true) : undefined} />
      )}
    </RecordDrawer>
  )
}

function CategoryDetail({
  category,
  all,
  onEdit,
}: {
  category: FlatCategory
  all: readonly FlatCategory[]
  onEdit: (() => void) | undefined
}) {
  const byId = new Map(all.map(one => [one.id, one]))
  const inside = all.filter(one => one.parent_category_id === category.id).length
  const marks = MARKS.filter(mark => category[mark.name])
  return (
    <>
      <section>
        <h2>{category.name}</h2>
        {category.parent_category_id ? <p className="m">{categoryPath(category.id, byId)}</p> : null}
        {category.status === 'INACTIVE' ? <Note kind="info">Inativa: não aparece nos seletores, e o que já a usa fica</Note> : null}
      </section>
      <DrawerSection title="Dados" action={onEdit ? <EditButton onEdit={onEdit} /> : undefined}>
        <dl className="kv">
          <Detail name="Tipo">{CATEGORY_KIND_LABELS[category.kind]}</Detail>
          <Detail name="No DRE">{BLOCKS[incomeStatementBlock(category)]}</Detail>
          <Detail name="Situação">{CATEGORY_STATUS_LABELS[category.status]}</Detail>
          <Detail name="Dentro dela">{inside > 0 ? (inside === 1 ? '1 categoria' : `${inside} categorias`) : null}</Detail>
        </dl>
        {marks.length > 0 ? (
          <p className="category-marks">
            {marks.map(mark => (
              <Badge key={mark.name}>{mark.label}</Badge>
            ))}
          </p>
        ) : null}
      </DrawerSection>
    </>
  )
}

interface EditCategoryProps {
  category: FlatCategory
  all: readonly FlatCategory[]
  onDirty(dirty: boolean): void
  onDone(): void
}

function EditCategory({ category, all, onDirty, onDone }: EditCategoryProps) {
  const [dirty, setDirty] = useState(false)
  const save = async (values: CategoryValues) => {
    try {
      const body = { ...values, version: category.version }
      const reply = await call(categories.update, { params: { c: category.company_id, id: category.id }, body })
      settleWrite({ say: `Categoria ${reply.data.name} alterada`, batch_id: reply.batch_id, focus: category.id })
      onDone()
    } catch (error) {
      formFailed(error)
    }
  }
  const leave = async () => {
    if (await mayDiscard(dirty)) onDone()
  }
  return (
    <section>
      <Form
        schema={CategoryForm}
        defaults={categoryDefaults(category)}
        onSubmit={save}
        label="Alterar categoria"
        onDirty={now => {
          setDirty(now)
          onDirty(now)
        }}
      >
        <CategoryFields all={all} self={category.id} />
        <FormFooter submitLabel="Salvar" onCancel={() => void leave()} />
      </Form>
    </section>
  )
}
