// The chart of accounts as a tree: name, kind, marks and status; new ones, and the default chart for a company without any.

import { Outlet } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { useReading } from '#client/data/queries.ts'
import { flatCategories, useRegisters } from '#client/data/registers.ts'
import { Badge } from '#client/kit/chip.tsx'
import { classNames } from '#client/kit/class-names.ts'
import { Note } from '#client/kit/drawer.tsx'
import textStyles from '#client/kit/look/text.module.css'
import { Tabs } from '#client/kit/tabs.tsx'
import type { Asking } from '#client/surfaces/asked/asking.ts'
import { CommandForm } from '#client/surfaces/asked/command-form.tsx'
import { RunsNew } from '#client/surfaces/asked/runs-new.tsx'
import { RunsOn } from '#client/surfaces/asked/runs-on.tsx'
import { useBackTo } from '#client/surfaces/back-to.ts'
import { ListingScreen } from '#client/surfaces/listing-screen.tsx'
import { Place } from '#client/surfaces/place.tsx'
import { listed } from '#client/surfaces/resource/list.tsx'
import { useCompanyId, useRouteParam, useScreenSearch, useSetSearch } from '#client/surfaces/where.ts'
import type { Forms } from '#commands/kit/form.ts'
import { pathTo } from '#commands/screens.ts'
import { type Category, categories } from '#contract/categories.ts'
import { DEFAULT_CATEGORIES } from '#domain/categories.ts'
import { CATEGORY_KINDS } from '#domain/enums.ts'
import { CATEGORY_KIND_LABELS } from '#domain/labels.ts'
import { category as described, marksOf } from '#resources/category.ts'
import styles from './categories.module.css'

export { CategoryDrawer } from './category-drawer.tsx'

const Nothing = z.object({})
const NONE: readonly never[] = []
const childrenOf = (category: Category) => category.categories
const list = listed(described)

/** The tree of one kind: a root of another kind stays where something below it is of this one. */
function ofKind(tree: readonly Category[], kind: string): readonly Category[] {
  if (kind === '') return tree
  return tree.flatMap(category => {
    const below = ofKind(category.categories ?? [], kind)
    return category.kind === kind || below.length > 0 ? [{ ...category, categories: [...below] }] : []
  })
}

export function CategoriesScreen() {
  const c = useCompanyId()
  const setSearch = useSetSearch()
  const { categories: filter = '', categoria: kind = '' } = useScreenSearch()
  const openId = useRouteParam('categoryId')
  const reading = useReading(categories.list, { params: { c } })
  const [expanded, setExpanded] = useState<ReadonlySet<string>>()
  const tree = reading.data ?? NONE
  const rows = useMemo(() => ofKind(tree, kind), [tree, kind])
  const depths = useMemo(() => depthsOf(tree), [tree])
  const tabs = [{ id: '', title: 'Todas' }, ...CATEGORY_KINDS.map(value => ({ id: value, title: `${CATEGORY_KIND_LABELS[value]}s` }))]
  return (
    <ListingScreen
      {...list}
      label="Categorias"
      kind="category"
      rows={rows}
      reading={reading}
      childrenOf={childrenOf}
      expanded={expanded}
      onExpandedChange={setExpanded}
      card={category => <div style={{ paddingLeft: (depths.get(category.id) ?? 0) * 16 }}>{list.card(category)}</div>}
      filter={filter}
      onFilter={text => setSearch({ categories: text })}
      toolbar="categories.toolbar"
      openId={openId}
      addressOf={category => pathTo('categories.detail', { companyId: c, categoryId: category.id })}
      head={<Tabs label="Tipo de categoria" tabs={tabs} value={kind} onChange={id => setSearch({ categoria: id })} />}
      primary={<Place at="categories.page" />}
      empty={{
        title: 'Nenhuma categoria',
        text: 'Comece pelo plano de contas padrão e ajuste depois, ou crie as suas.',
        actions: <Place at="categories.empty" />,
      }}
    >
      <Outlet />
    </ListingScreen>
  )
}

function depthsOf(tree: readonly Category[], depth = 0, known = new Map<string, number>()): ReadonlyMap<string, number> {
  for (const category of tree) {
    known.set(category.id, depth)
    depthsOf(category.categories ?? [], depth + 1, known)
  }
  return known
}

export function CreateCategory() {
  const { dentro } = useScreenSearch()
  const { categories: all } = useRegisters(useCompanyId())
  const kind = useBackTo().value?.includes('/receivables') ? 'CREDIT' : undefined
  const parent = all.find(category => category.id === dentro)
  if (dentro !== undefined) return <RunsOn command="category.create-below" kind="category" record={parent} list="categories" />
  return <RunsNew command="category.create" kind="category" list="categories" given={kind ? { kind } : {}} />
}

/** The default chart, read before it is made: roots with what they hold. */
export function AskedInitialSetup({ asking }: { asking: Asking<Forms['initial-setup']> }) {
  const known = useReading(categories.list, { params: { c: useCompanyId() } }).data
  const exists = known !== undefined && flatCategories(known).length > 0
  const roots = DEFAULT_CATEGORIES.filter(category => category.parent === null)
  return (
    <CommandForm
      asking={asking}
      schema={Nothing}
      start={() => ({})}
      description={`${DEFAULT_CATEGORIES.length} categorias em ${roots.length} grupos, que você pode mudar depois.`}
      width="wide"
      disabled={exists}
    >
      {exists ? <Note kind="info">A empresa já tem um plano de contas; este é só para consulta.</Note> : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={styles.chart} tabIndex={0} aria-label="Categorias do plano padrão" data-autofocus>
        {roots.map(root => (
          <div key={root.name} className={styles.chartGroup}>
            <h3>
              {root.name} <Badge {...described.fields.kind?.look?.(root.kind)}>{CATEGORY_KIND_LABELS[root.kind]}</Badge>
              {marksOf(root) ? <span className={classNames(textStyles.m, textStyles.small)}>{marksOf(root)}</span> : null}
            </h3>
            <p className={textStyles.m}>
              {DEFAULT_CATEGORIES.filter(category => category.parent === root.name)
                .map(category => category.name)
                .join(' · ')}
            </p>
          </div>
        ))}
      </section>
    </CommandForm>
  )
}

export const InitialSetup = () => <RunsNew command="category.initial-setup" list="categories" />
