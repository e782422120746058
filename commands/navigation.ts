// Going somewhere: one command per screen that needs no record, with the screen's own title, icon, keys and words.
import { filterOfWords } from '#domain/filter-words.ts'
import { fold } from '#domain/text.ts'
import { companyIn, type Destination, defineCommand, type PartialAnswers } from './kit/command.ts'
import type { IconName } from './kit/icon-name.ts'
import type { Part, Says } from './kit/part.ts'
import { SMALL } from './kit/sentence.ts'
import { WITH_FORMS } from './kit/when.ts'
import type { ScreenRecord } from './screen-record.ts'
import { pathTo, type ScreenId, type ScreenParam, screens } from './screens.ts'
import type { SearchName } from './search-text.ts'

/** Screens with an icon whose address names no record. */
export type OpenScreen = {
  [S in ScreenId]: (typeof screens)[S] extends { readonly icon: IconName } ? (ScreenParam<S> extends 'companyId' ? S : never) : never
}[ScreenId]

type OfCompany = { [S in OpenScreen]: [ScreenParam<S>] extends [never] ? never : S }[OpenScreen]
const isOfCompany = (id: OpenScreen): id is OfCompany => screens[id].path.includes('$companyId')

const isOpen = (id: ScreenId): id is OpenScreen => 'icon' in screens[id] && !/\$(?!companyId)/.test(screens[id].path)
export const openScreens: readonly OpenScreen[] = (Object.keys(screens) as ScreenId[]).filter(isOpen)

/** Lists that a sentence may filter: 'ir p padaria vencidas'. */
const FILTERED: Partial<Record<OpenScreen, SearchName>> = {
  bills: 'bills',
  receivables: 'receivables',
  entries: 'fluxo',
  contacts: 'contacts',
  products: 'products',
  services: 'services',
}

const COMPANY: Part = { name: 'company', kind: 'company', title: 'Empresa', optional: true }
export const FILTER_PART: Part = {
  name: 'filter',
  kind: 'text',
  title: 'Filtro',
  optional: true,
  rest: true,
  reads: (text, today) => ({ value: filterOfWords(text, today), label: filterOfWords(text, today) }),
}

/** By its title, its words, or the letter that follows `g`, unless that is a word of its own: 'ir o' says nothing. */
function goingSays({ title, keys = [], words = [] }: ScreenRecord, id: OpenScreen): Says {
  const letters = keys.flatMap(chord => /^g ([^aeo])$/.exec(chord)?.[1] ?? [])
  const telling = [title, title.replace(/^Contas /, ''), ...words].filter(name => name.split(' ').some(word => !SMALL.has(fold(word))))
  const names = [...telling, ...letters]
  const filtered = FILTERED[id] !== undefined
  return {
    verbs: [
      ...names.flatMap(name => [`ir ${name}`, `abrir ${name}`, `ver ${name}`, ...(filtered ? [`filtrar ${name}`] : [])]),
      ...(id === 'dashboard' ? ['ir'] : []),
      ...(id === 'bills' || id === 'receivables' || id === 'entries' ? ['filtrar'] : []),
    ],
    parts: filtered ? [COMPANY, FILTER_PART] : [COMPANY],
  }
}

function addressOf(id: OfCompany, here: string, { company = here, filter }: PartialAnswers): Destination {
  const to = pathTo(id, { companyId: String(company) })
  const list = FILTERED[id]
  return list === undefined || filter === undefined || filter === '' ? to : { to, search: { [list]: String(filter), periodo: 'tudo' } }
}

function going(id: OpenScreen) {
  const screen: ScreenRecord = screens[id]
  const inCompany = isOfCompany(id)
  const ofOffice = screen.rail === 'Escritório'
  return defineCommand({
    id: `go.${id}`,
    title: screen.title,
    takes: 'none',
    goes: true,
    ...(screen.icon ? { icon: screen.icon } : {}),
    ...(screen.keys ? { keys: screen.keys } : {}),
    ...(screen.words ? { words: screen.words } : {}),
    ...(inCompany ? { says: goingSays(screen, id) } : {}),
    when: { layer: WITH_FORMS, ...(inCompany ? { company: true } : {}), ...(ofOffice ? { office: true } : {}) },
    run: async (_, target, said) => ({ go: isOfCompany(id) ? addressOf(id, companyIn(target).id, said) : pathTo(id) }),
  })
}

export const navigationCommands = openScreens.map(going)
