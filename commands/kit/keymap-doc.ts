// commands/KEYMAP.md from the registry: the printed key map can never disagree with the keys.
import { screens } from '../screens.ts'
import type { AnyCommand } from './command.ts'
import { capsOf } from './keys.ts'
import { buildRegistry, type Registry } from './registry.ts'
import { type Clause, isOnlyInSheet, keysWhen, type When } from './when.ts'

/** Areas that are no screen. */
const OTHER_AREAS: Readonly<Record<string, string>> = { global: 'Em todo lugar', auth: 'Entrada' }
/** More of them than this are counted, not named. */
const NAMED_AREAS = 4
const LAYER_TITLES: Readonly<Record<string, string>> = {
  page: 'página',
  grid: 'grade',
  workbench: 'bancada',
  editor: 'célula em edição',
  form: 'formulário',
  overlay: 'janela',
}

const list = <T extends string>(some: T | readonly T[] | undefined): readonly T[] =>
  some === undefined ? [] : typeof some === 'string' ? [some] : some
const clausesOf = (when: When | undefined): readonly Clause[] =>
  when === undefined ? [] : Array.isArray(when) ? (when as readonly Clause[]) : [when as Clause]

const screenTitles: Readonly<Record<string, { readonly title: string } | undefined>> = screens

/** pt-BR name of an area, as headings of the cheat sheet and the key map use it: the title of its first screen. */
export const areaTitle = (area: string): string => OTHER_AREAS[area] ?? screenTitles[area]?.title ?? area

/** The areas that the keys of a command are kept to; none where one of its clauses counts everywhere. */
function areasOf(command: AnyCommand): readonly string[] {
  const areas = clausesOf(keysWhen(command)).map(clause => [
    ...list(clause.area),
    ...list(clause.screen).map(screen => screen.split('.', 1)[0] ?? screen),
  ])
  return areas.some(some => some.length === 0) ? [] : [...new Set(areas.flat())]
}

/** The heading a command stands under: its first area, 'Ir para' for `g` sequences, else everywhere. */
export function sectionOf(command: AnyCommand, chords: readonly string[]): string {
  if (chords.some(chord => chord.startsWith('g '))) return 'Ir para'
  if (isOnlyInSheet(keysWhen(command))) return 'Em modo planilha'
  const [area] = areasOf(command)
  if (area !== undefined) return areaTitle(area)
  const layers = clausesOf(keysWhen(command)).flatMap(clause => list(clause.layer))
  return layers.length === 1 && layers[0] !== undefined ? `Em qualquer ${LAYER_TITLES[layers[0]]}` : areaTitle('global')
}

/** 'grade, bancada' or 'Contas a pagar · grade': where a command exists, in words. */
export function whereOf(command: AnyCommand): string {
  const clauses = clausesOf(keysWhen(command))
  const layers = [...new Set(clauses.flatMap(clause => list(clause.layer)))]
  const named = isOnlyInSheet(keysWhen(command)) ? ['planilha'] : layers.map(layer => LAYER_TITLES[layer] ?? layer)
  const some = layers.length < 6 ? named.join(', ') : ''
  const areas = areasOf(command)
  const parts = [areas.length > NAMED_AREAS ? `${areas.length} telas` : areas.map(areaTitle).join(', '), some].filter(part => part !== '')
  return parts.length > 0 ? parts.join(' · ') : 'em todo lugar'
}

const escapeCell = (text: string): string => text.replace(/\|/g, '\\|')
const caps = (chord: string): string =>
  capsOf(chord, 'other')
    .map(cap => `\`${cap}\``)
    .join(' ')

/** Commands with a key, grouped by section in the order of the list. */
export function keymapSections(registry: Registry): readonly { readonly title: string; readonly commands: readonly AnyCommand[] }[] {
  const sections = new Map<string, AnyCommand[]>()
  for (const command of registry.commands) {
    const chords = registry.chordsOf(command)
    if (chords.length === 0) continue
    const title = sectionOf(command, chords)
    sections.set(title, [...(sections.get(title) ?? []), command])
  }
  return [...sections].map(([title, commands]) => ({ title, commands }))
}

/** The whole content of commands/KEYMAP.md, ending in a newline; the same commands always give the same text. */
export function keymapDocument(commands: readonly AnyCommand[]): string {
  const registry = buildRegistry(commands)
  const lines = ['# Mapa de teclas', '', 'Gerado de `commands/` por `npm run generate`; não edite à mão. No macOS, Ctrl é ⌘.', '']
  for (const { title, commands: members } of keymapSections(registry)) {
    lines.push(`## ${title}`, '', '| tecla | comando | onde | id |', '|---|---|---|---|')
    for (const command of members) {
      const keys = registry.chordsOf(command).map(caps).join(' · ')
      lines.push(`| ${escapeCell(keys)} | ${escapeCell(command.title)} | ${escapeCell(whereOf(command))} | \`${command.id}\` |`)
    }
    lines.push('')
  }
  const keyless = registry.commands.filter(command => registry.chordsOf(command).length === 0)
  if (keyless.length > 0) {
    lines.push('## Sem tecla própria', '', 'Pela paleta (`Ctrl K`) ou pelos botões.', '', '| comando | onde | id |', '|---|---|---|')
    for (const command of keyless) lines.push(`| ${escapeCell(command.title)} | ${escapeCell(whereOf(command))} | \`${command.id}\` |`)
    lines.push('')
  }
  return lines.join('\n')
}
