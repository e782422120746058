// The product's palette over 250 commands, 5,000 companies and 50,000 contacts.
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import '#client/kit/look/index.ts'
import { setWhereabouts } from '#client/surfaces/context.ts'
import { openHouse } from '#client/surfaces/house.ts'
import { KeyListener } from '#client/surfaces/key-listener.tsx'
import { KeyScopes } from '#client/surfaces/key-scopes.tsx'
import { Palette } from '#client/surfaces/palette.tsx'
import { listSource, type PaletteItem } from '#client/surfaces/palette-source.ts'
import { closePalette, openPalette } from '#client/surfaces/palette-store.ts'
import { allCommands } from '#commands/index.ts'
import type { AnyCommand } from '#commands/kit/command.ts'
import { createLexicon } from '#commands/kit/lexicon.ts'
import type { Answer, Endpoint } from '#contract/kit/endpoint.ts'
import { offer } from './rows.ts'

const commandCount = 250
const syllables = ['pa', 'ca', 'ri', 'do', 'lu', 'me', 'sol', 'ter', 'vão', 'ção', 'gas', 'luz']
const nameAt = (at: number) => [at, at * 7, at * 5 + 3, at * 11 + 1].map(n => syllables[n % 12]).join(at % 3 === 0 ? ' ' : '')
const items = (kind: string, count: number): PaletteItem[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `${kind}-${at}`,
    title: `${nameAt(at)} ${at}`,
    code: String(10_000_000_000_000 + at * 7919),
    subtitle: 'Ativa',
    go: '/',
  }))

/** The product's own commands, and others like them up to the count. */
function commands(): readonly AnyCommand[] {
  const more = Array.from({ length: Math.max(0, commandCount - allCommands.length) }, (_, at): AnyCommand => {
    return {
      id: `bench.${at}`,
      title: `Comando ${nameAt(at)} ${at}`,
      area: 'global',
      takes: 'none',
      run: () => undefined,
    } as unknown as AnyCommand
  })
  return [...allCommands, ...more].slice(0, Math.max(commandCount, allCommands.length))
}

const companies = items('company', Number(new URLSearchParams(location.search).get('companies') ?? 5_000))
const contacts = items('contact', Number(new URLSearchParams(location.search).get('contacts') ?? 50_000))
const list = commands()
/** Names that sentences may hold, as many as an office's largest company has. */
const named = 10_000
const lexicon = createLexicon(contacts.slice(0, named).map(({ id, title, code = '' }) => ({ value: id, label: title, words: [code] })))

openHouse({
  commands: list,
  platform: 'other',
  mapError: () => ({ title: 'Erro' }),
  ports: {
    call: async <E extends Endpoint>() => ({ data: {} as Answer<E>, batch_id: undefined }),
    go: () => undefined,
    clipboard: { write: async () => undefined, read: async () => '' },
    now: () => 1_000_000,
    today: () => '2026-11-18',
    newId: () => 'id',
    revert: async () => [],
  },
  knowledge: {
    names: ({ kind }, text) =>
      kind === 'contact' || kind === 'category' || kind === 'account' || kind === 'company' ? lexicon.find(text) : [],
    records: () => undefined,
    tell: () => '',
    guesses: () => ({}),
    onArrival: () => () => undefined,
    readSteps: lexicon.readSteps,
  },
  sources: [
    listSource({ id: 'companies', title: 'Empresas', prefix: '/', word: 'empresas', everywhere: true, items: () => companies }),
    listSource({ id: 'contacts', title: 'Contatos', prefix: '@', word: 'contatos', everywhere: true, items: () => contacts }),
  ],
})
setWhereabouts({ area: 'bills', screen: 'bills', company: { id: 'k', name: 'Padaria Sol Nascente' }, can: () => true } as never, 0)
const root = document.getElementById('root')
if (!root) throw new Error('the page has no root')
flushSync(() =>
  createRoot(root).render(
    <KeyScopes>
      <KeyListener />
      <button type="button">célula</button>
      <Palette />
    </KeyScopes>,
  ),
)
root.querySelector('button')?.focus()
offer({ openPalette, closePalette, commandCount: list.length, mounted: 1 })
