// One category: where it stands, what it is in the result, and its form.
import { useReading } from '#client/data/queries.ts'
import { useRegisters } from '#client/data/registers.ts'
import drawer from '#client/kit/drawer.module.css'
import { Note } from '#client/kit/drawer.tsx'
import text from '#client/kit/look/text.module.css'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { Place } from '#client/surfaces/place.tsx'
import { RegisterDrawer } from '#client/surfaces/register-drawer.tsx'
import { Sections } from '#client/surfaces/resource/drawer.tsx'
import { useCompanyId, useRouteParam } from '#client/surfaces/where.ts'
import { type Category, categories } from '#contract/categories.ts'
import { categoryPath } from '#domain/categories.ts'
import { category as described } from '#resources/category.ts'

function find(tree: readonly Category[], id: string): Category | undefined {
  for (const category of tree) {
    const found = category.id === id ? category : find(category.categories ?? [], id)
    if (found) return found
  }
  return undefined
}

export function CategoryDrawer() {
  const c = useCompanyId()
  const id = useRouteParam('categoryId') ?? ''
  const reading = useReading(categories.list, { params: { c } })
  return (
    <RegisterDrawer
      id={id}
      record={find(reading.data ?? [], id)}
      reading={reading}
      list="categories"
      kind="category"
      noun="Categoria"
      nameOf={described.nameOf}
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
      detail={category => <CategoryDetail category={category} />}
    />
  )
}

function CategoryDetail({ category }: { category: Category }) {
  const byId = new Map(useRegisters(useCompanyId()).categories.map(one => [one.id, one]))
  return (
    <>
      <section>
        <h2>{category.name}</h2>
        {category.parent_category_id ? <p className={text.m}>{categoryPath(category.id, byId)}</p> : null}
        {category.status === 'INACTIVE' ? <Note kind="info">Inativa: não aparece nos seletores, e o que já a usa fica</Note> : null}
      </section>
      <Sections of={described} record={category} actions={{ Dados: <Place at="categories.facts" /> }} />
    </>
  )
}
