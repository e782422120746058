// One category: where it stands, what it is in the result, and its form.
import { useReading } from '#client/data/queries.ts'
import { type FlatCategory, useRegisters } from '#client/data/registers.ts'
import { Badge } from '#client/kit/chip.tsx'
import drawer from '#client/kit/drawer.module.css'
import { DrawerSection, Note } from '#client/kit/drawer.tsx'
import facts from '#client/kit/facts.module.css'
import text from '#client/kit/look/text.module.css'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { Place } from '#client/surfaces/place.tsx'
import { Detail } from '#client/surfaces/record-drawer.tsx'
import { RegisterDrawer } from '#client/surfaces/register-drawer.tsx'
import { useCompanyId, useRouteParam } from '#client/surfaces/where.ts'
import { categories } from '#contract/categories.ts'
import { categoryPath, type IncomeStatementBlock, incomeStatementBlock } from '#domain/categories.ts'
import { CATEGORY_KIND_LABELS, CATEGORY_STATUS_LABELS } from '#domain/labels.ts'
import { counted } from '#domain/text.ts'
import styles from './categories.module.css'
import { MARKS } from './category-form.tsx'

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
  const id = useRouteParam('categoryId') ?? ''
  const { categories: all } = useRegisters(c)
  return (
    <RegisterDrawer
      id={id}
      record={all.find(one => one.id === id)}
      reading={useReading(categories.list, { params: { c } })}
      list="categories"
      kind="category"
      noun="Categoria"
      nameOf={category => category.name}
      missing="Esta categoria não existe mais"
      failed="Não foi possível abrir a categoria"
      footer={category => (
        <>
          <CommandButton id="category.budget" short />
          <CommandButton id="category.create-below" short />
          <span className={drawer.end}>
            <CommandButton id={category.status === 'ACTIVE' ? 'category.inactivate' : 'category.activate'} variant="ghost" />
          </span>
        </>
      )}
      detail={category => <CategoryDetail category={category} all={all} />}
    />
  )
}

function CategoryDetail({ category, all }: { category: FlatCategory; all: readonly FlatCategory[] }) {
  const byId = new Map(all.map(one => [one.id, one]))
  const inside = all.filter(one => one.parent_category_id === category.id).length
  const marks = MARKS.filter(mark => category[mark.name])
  return (
    <>
      <section>
        <h2>{category.name}</h2>
        {category.parent_category_id ? <p className={text.m}>{categoryPath(category.id, byId)}</p> : null}
        {category.status === 'INACTIVE' ? <Note kind="info">Inativa: não aparece nos seletores, e o que já a usa fica</Note> : null}
      </section>
      <DrawerSection title="Dados" action={<Place at="categories.facts" />}>
        <dl className={facts.kv} data-part="facts">
          <Detail name="Tipo">{CATEGORY_KIND_LABELS[category.kind]}</Detail>
          <Detail name="No DRE">{BLOCKS[incomeStatementBlock(category)]}</Detail>
          <Detail name="Situação">{CATEGORY_STATUS_LABELS[category.status]}</Detail>
          <Detail name="Dentro dela">{inside > 0 ? counted(inside, ['categoria', 'categorias']) : null}</Detail>
        </dl>
        {marks.length > 0 ? (
          <p className={styles.categoryMarks}>
            {marks.map(mark => (
              <Badge key={mark.name}>{mark.label}</Badge>
            ))}
          </p>
        ) : null}
      </DrawerSection>
    </>
  )
}
