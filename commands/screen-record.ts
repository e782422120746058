// What a screen is, and the screens that every described register has.
import type { Resource as Right } from '#domain/permissions.ts'
import { capitalized } from '#domain/text.ts'
import type { Resource } from '#resources/kit/resource.ts'
import type { RegisterArea } from '#resources/names.ts'
import type { IconName } from './kit/icon-name.ts'
import type { Chord } from './kit/keys.ts'
import type { Area } from './kit/when.ts'

export interface ScreenRecord {
  /** '$name' segments are parameters. */
  path: string
  title: string
  /** What the rail calls it, where the title is too long for it. */
  label?: string
  icon?: IconName
  keys?: readonly Chord[]
  words?: readonly string[]
  area: Area
  /** Where the rail lists it, under this heading. */
  rail?: 'Dinheiro' | 'Fiscal' | 'Cadastros' | 'Empresa' | 'Escritório'
  /** What a person needs to see it. */
  needs?: Right
}

export const COMPANY_PATH = '/company/$companyId'

/** What stands after the list's own address. */
interface Verbs<K extends string> {
  create: '/create'
  upload: '/upload'
  detail: `/$${K}Id`
  delete: `/$${K}Id/delete`
}
type RegisterScreens<K extends string, A extends string, V extends keyof Verbs<K>> = {
  readonly [X in A]: ScreenRecord & { readonly path: `${typeof COMPANY_PATH}/${A}`; readonly icon: IconName }
} & {
  readonly [X in V as `${A}.${X}`]: ScreenRecord & { readonly path: `${typeof COMPANY_PATH}/${A}${Verbs<K>[X]}`; readonly icon?: never }
}

type Listed = Pick<ScreenRecord, 'keys' | 'words' | 'needs'> & {
  readonly icon: IconName
  /** Null: reached from the screen it serves, the palette and its keys. */
  readonly rail?: 'Cadastros' | null
}

/** A register, in the rail under Cadastros unless told otherwise, and what is done at its addresses. */
export function registerScreens<K extends string, A extends RegisterArea, const V extends keyof Verbs<K>>(
  { kind, area, nouns: [one, many], gender }: Pick<Resource<K, A, never, unknown>, 'kind' | 'area' | 'nouns' | 'gender'>,
  verbs: readonly V[],
  { rail = 'Cadastros', ...listed }: Listed,
) {
  const path = `${COMPANY_PATH}/${area}`
  const tails: Verbs<string> = { create: '/create', upload: '/upload', detail: `/$${kind}Id`, delete: `/$${kind}Id/delete` }
  const titles = { create: `Nov${gender} ${one}`, upload: `Importar ${many}`, detail: capitalized(one), delete: `Excluir ${one}` }
  const list: ScreenRecord = { ...listed, path, title: capitalized(many), area, ...(rail ? { rail } : {}) }
  return Object.fromEntries([
    [area, list],
    ...verbs.map(verb => [`${area}.${verb}`, { path: `${path}${tails[verb]}`, title: titles[verb], area }]),
  ]) as unknown as RegisterScreens<K, A, V>
}
