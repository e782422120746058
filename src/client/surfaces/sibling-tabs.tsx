// Lists that belong together, as tabs over each of them: the registers one seldom opens stand beside the list they serve.
import { Tabs } from '#client/kit/tabs.tsx'
import type { CompanyScreen } from '#commands/screens.ts'
import { pathTo } from '#commands/screens.ts'
import type { SearchName } from '#commands/search-text.ts'
import { houseOptions } from './house.ts'
import { useCompanyId, useScreenSearch, useSetSearch } from './where.ts'

interface Sibling {
  readonly title: string
  readonly screen: CompanyScreen
  /** A part of the screen, by the search parameter that opens it. */
  readonly part?: readonly [name: SearchName, value: string]
}

const FAMILIES: readonly { readonly label: string; readonly lists: readonly Sibling[] }[] = [
  {
    label: 'Receber no banco',
    lists: [
      { title: 'Boletos', screen: 'bank_slips' },
      { title: 'Remessas', screen: 'bank_slips.remittances' },
      { title: 'Retornos', screen: 'bank_slips.returns' },
      { title: 'Convênios', screen: 'agreements' },
      { title: 'Pix', screen: 'pix_agreements' },
    ],
  },
  {
    label: 'Pagar no banco',
    lists: [
      { title: 'Ordens', screen: 'payments' },
      { title: 'Por arquivo', screen: 'payment_files' },
      { title: 'Convênios', screen: 'payment_agreements' },
    ],
  },
  {
    label: 'Entrega à contabilidade',
    lists: [
      { title: 'Entregas', screen: 'handover' },
      { title: 'O que falta', screen: 'handover', part: ['ver', 'faltam'] },
      { title: 'O arquivo', screen: 'handover', part: ['ver', 'arquivo'] },
      { title: 'De-para', screen: 'mappings' },
      { title: 'Plano de contas', screen: 'chart' },
      { title: 'Layouts', screen: 'layouts' },
    ],
  },
]

/** The family of a screen; undefined for one that stands alone. */
const familyOf = (at: CompanyScreen) => FAMILIES.find(({ lists }) => lists.some(({ screen }) => screen === at))

export const hasSiblings = (at: CompanyScreen): boolean => familyOf(at) !== undefined

interface SiblingTabsProps {
  at: CompanyScreen
  /** How many wait in a tab, by its title. */
  counts?: Readonly<Record<string, number>>
}

export function SiblingTabs({ at, counts = {} }: SiblingTabsProps) {
  const c = useCompanyId()
  const search = useScreenSearch()
  const setSearch = useSetSearch()
  const family = familyOf(at)
  if (family === undefined) return null
  const here = family.lists.filter(({ screen }) => screen === at)
  const partOf = ({ part }: Sibling) => ({
    ...Object.fromEntries(here.flatMap(each => (each.part ? [[each.part[0], undefined]] : []))),
    ...(part ? { [part[0]]: part[1] } : {}),
  })
  const open = here.find(({ part }) => part && search[part[0]] === part[1]) ?? here[0]
  return (
    <Tabs
      label={family.label}
      tabs={family.lists.map(({ title }) => ({ id: title, title, count: counts[title] }))}
      value={open?.title ?? ''}
      onChange={title => {
        const list = family.lists.find(one => one.title === title)
        if (list?.screen === at) setSearch(partOf(list))
        else if (list) houseOptions().ports.go({ to: pathTo(list.screen, { companyId: c }), search: partOf(list) })
      }}
    />
  )
}
