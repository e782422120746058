// Chords: how they are written, read from a key event, shown and matched. Rules of the key: what was typed (`event.key`), never where it sits.

/** One stroke ('m', 'shift+a', 'mod+k', 'f2') or a sequence of strokes ('g b'). `mod` is Ctrl, on macOS ⌘. */
export type Chord = string
export type Platform = 'mac' | 'other'

/** The part of a keyboard event that matters; a real KeyboardEvent is one. */
export interface KeyPress {
  readonly key: string
  readonly ctrlKey?: boolean
  readonly metaKey?: boolean
  readonly altKey?: boolean
  readonly shiftKey?: boolean
  readonly repeat?: boolean
  readonly isComposing?: boolean
  getModifierState?(name: string): boolean
}

const NAMES: Readonly<Record<string, string>> = {
  arrowup: 'up',
  arrowdown: 'down',
  arrowleft: 'left',
  arrowright: 'right',
  escape: 'esc',
  ' ': 'space',
  spacebar: 'space',
  contextmenu: 'menu',
  del: 'delete',
  return: 'enter',
}
const NAMED = new Set([
  'up',
  'down',
  'left',
  'right',
  'esc',
  'enter',
  'tab',
  'space',
  'home',
  'end',
  'pageup',
  'pagedown',
  'delete',
  'backspace',
  'insert',
  'menu',
])
const MODIFIERS = ['mod', 'ctrl', 'meta', 'alt', 'shift'] as const
const LONE = new Set([
  'shift',
  'control',
  'alt',
  'meta',
  'altgraph',
  'capslock',
  'numlock',
  'scrolllock',
  'fn',
  'fnlock',
  'os',
  'hyper',
  'super',
  'symbol',
])
const SILENT = new Set(['dead', 'process', 'unidentified', 'compose'])
const MOVEMENT = new Set(['up', 'down', 'left', 'right', 'pageup', 'pagedown', 'j', 'k'])
const LETTER = /^\p{L}$/u
const FUNCTION_KEY = /^f([1-9]|1\d|2[0-4])$/

const isNamed = (key: string): boolean => NAMED.has(key) || FUNCTION_KEY.test(key)

// '+' joins, and is itself a key at the end of a stroke: 'mod++'.
function partsOf(stroke: string): string[] {
  if (stroke === '+') return ['+']
  return stroke.endsWith('++') ? [...stroke.slice(0, -2).split('+'), '+'] : stroke.split('+')
}

function parseStroke(text: string): string {
  const parts = partsOf(text)
  const raw = parts.pop() ?? ''
  const key = NAMES[raw.toLowerCase()] ?? raw.toLowerCase()
  if (!(isNamed(key) || [...key].length === 1)) throw new Error(`unknown key '${raw}' in '${text}'`)
  const mods = new Set(parts.map(part => part.toLowerCase()))
  for (const mod of mods) if (!(MODIFIERS as readonly string[]).includes(mod)) throw new Error(`unknown modifier '${mod}' in '${text}'`)
  // A capital letter means Shift; Shift over punctuation is already in the character.
  if (raw.length === 1 && LETTER.test(raw) && raw !== raw.toLowerCase() && parts.length === 0) mods.add('shift')
  if (!isNamed(key) && !LETTER.test(key)) mods.delete('shift')
  return join(mods, key)
}

const join = (mods: ReadonlySet<string>, key: string): string => [...MODIFIERS.filter(mod => mods.has(mod)), key].join('+')

/** The strokes of a chord in their one spelling ('Shift+A' and 'A' are 'shift+a'). Throws on a key nobody can press. */
export function parseChord(chord: Chord): readonly string[] {
  const strokes = chord.trim().split(/\s+/).filter(Boolean).map(parseStroke)
  if (strokes.length === 0) throw new Error('empty chord')
  return strokes
}
export const normalizeChord = (chord: Chord): Chord => parseChord(chord).join(' ')

/**
 * The stroke a key event stands for, or undefined when it must be ignored: composition, dead keys, lone modifiers, and auto-repeat of
 * anything but movement (a held Enter must not accept twenty bank lines). AltGr clears Ctrl and Alt, and so does Option on a character.
 */
export function chordOf(event: KeyPress, platform: Platform): string | undefined {
  const raw = event.key
  if (!raw || event.isComposing) return undefined
  const lower = raw.toLowerCase()
  if (SILENT.has(lower) || LONE.has(lower)) return undefined
  const key = NAMES[lower] ?? lower
  const printable = [...key].length === 1
  if (!printable && !isNamed(key)) return undefined
  if (event.repeat && !MOVEMENT.has(key)) return undefined
  const typed =
    printable &&
    (event.getModifierState?.('AltGraph') === true || (platform === 'mac' && event.altKey === true && !event.metaKey && !event.ctrlKey))
  const mods = new Set<string>()
  if (!typed) {
    if (platform === 'mac' ? event.metaKey : event.ctrlKey) mods.add('mod')
    if (platform === 'mac' && event.ctrlKey) mods.add('ctrl')
    if (platform === 'other' && event.metaKey) mods.add('meta')
    if (event.altKey) mods.add('alt')
  }
  if (event.shiftKey && (!printable || LETTER.test(key))) mods.add('shift')
  return join(mods, key)
}

/** Letters, digits and signs without a modifier, alone or in sequence: what WCAG 2.1.4 lets a person switch off. */
export function isPrintable(chord: Chord): boolean {
  return parseChord(chord).every(stroke => {
    const parts = partsOf(stroke)
    const key = parts.at(-1) ?? ''
    return !isNamed(key) && parts.slice(0, -1).every(mod => mod === 'shift')
  })
}

const FILLS = new Set(['enter', 'shift+enter'])
/** What a sheet takes for itself: characters open its editor, Enter goes down, and neither is a command there. */
export const belongsToSheet = (chord: Chord): boolean => isPrintable(chord) || FILLS.has(chord)

const NATIVE_IN_FIELDS = new Set(['mod+z', 'mod+y', 'mod+shift+z', 'mod+a', 'mod+c', 'mod+v', 'mod+x'])
/** In a text field only mod+letter, mod+sign, mod+Enter, Esc and F1 reach commands; editing chords stay with the field. */
export function reachesFromField(stroke: string): boolean {
  if (stroke === 'esc' || stroke === 'f1') return true
  if (NATIVE_IN_FIELDS.has(stroke) || !stroke.startsWith('mod+')) return false
  const key = partsOf(stroke).at(-1) ?? ''
  return key === 'enter' || FUNCTION_KEY.test(key) || [...key].length === 1
}

const DEAD = new Set(['´', '`', '~', '^', '¨', "'", '"'])
const RESERVED = new Set(
  [
    'n t w q l r p o + - 0 = space tab pageup pagedown',
    'shift+n shift+t shift+w shift+p shift+tab shift+pageup shift+pagedown shift+a shift+b shift+c shift+i shift+j shift+k',
  ]
    .flatMap(keys => keys.split(' '))
    .map(key => `mod+${key}`)
    .concat(
      ['ctrl+space', 'f3', 'f5', 'f6', 'f7', 'f11', 'f12'],
      [...'123456789'].map(digit => `mod+${digit}`),
    ),
)

/** Reserved everywhere else: in a sheet a person means the spreadsheet's key, as every spreadsheet in a browser takes it. */
const OF_A_SHEET = new Set(['mod+r'])

/** Why a chord may never be bound (pt-BR), or undefined when it may. */
export function forbiddenBecause(chord: Chord, inSheet = false): string | undefined {
  let strokes: readonly string[]
  try {
    strokes = parseChord(chord)
  } catch {
    return 'tecla desconhecida'
  }
  if (strokes.length > 3) return 'sequência longa demais'
  for (const stroke of strokes) {
    const parts = partsOf(stroke)
    const key = parts.at(-1) ?? ''
    if (DEAD.has(key)) return 'tecla morta nos teclados brasileiros'
    if (RESERVED.has(stroke) && !(inSheet && OF_A_SHEET.has(stroke))) return 'reservada pelo navegador ou pelo sistema'
    if (stroke.includes('meta+')) return 'reservada pelo sistema'
    if (parts.includes('alt') && (parts.includes('mod') || parts.includes('ctrl'))) return 'igual a AltGr no Windows'
    if (parts.includes('alt') && stroke !== 'alt+down') return 'Alt é dos menus e do histórico do navegador'
  }
  if (strokes.some((stroke, at) => stroke === 'esc' && (at > 0 || strokes.length > 1))) return 'Esc cancela a sequência'
  return undefined
}

/** `/` and `?` need AltGr on compact ABNT2 keyboards: a command bound to one must have another chord too. */
export const needsAlternative = (chord: Chord): boolean => ['/', '?'].includes(normalizeChord(chord))

const SHOWN: Readonly<Record<string, string>> = {
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  esc: 'Esc',
  enter: 'Enter',
  tab: 'Tab',
  space: 'Espaço',
  home: 'Home',
  end: 'End',
  pageup: 'PgUp',
  pagedown: 'PgDn',
  delete: 'Del',
  backspace: 'Backspace',
  insert: 'Ins',
  menu: 'Menu',
}
const SHOWN_MODS: Readonly<Record<Platform, Readonly<Record<string, string>>>> = {
  mac: { mod: '⌘', ctrl: '⌃', meta: '⌘', alt: '⌥', shift: '⇧' },
  other: { mod: 'Ctrl', ctrl: 'Ctrl', meta: 'Win', alt: 'Alt', shift: 'Shift' },
}

/** One key cap per stroke: ['Ctrl K'], ['g', 'p'], on macOS ['⌘K']. */
export function capsOf(chord: Chord, platform: Platform): readonly string[] {
  return parseChord(chord).map(stroke => {
    const parts = partsOf(stroke)
    const key = parts.at(-1) ?? ''
    const mods = parts.slice(0, -1).map(mod => SHOWN_MODS[platform][mod] ?? mod)
    const shown = SHOWN[key] ?? (FUNCTION_KEY.test(key) || mods.length > 0 ? key.toUpperCase() : key)
    return [...mods, shown].join(platform === 'mac' ? '' : ' ')
  })
}

/** The chord in the spelling key caps print ('F8', 'Menu', 'mod+K'): what the kit's `Kbd` takes. */
export function shownChord(chord: Chord): string {
  return parseChord(chord)
    .map(stroke => {
      const parts = partsOf(stroke)
      const key = parts.at(-1) ?? ''
      const named = ['menu', 'insert'].includes(key) ? SHOWN[key] : undefined
      return [...parts.slice(0, -1), named ?? (FUNCTION_KEY.test(key) ? key.toUpperCase() : key)].join('+')
    })
    .join(' ')
}

const ARIA: Readonly<Record<string, string>> = {
  up: 'ArrowUp',
  down: 'ArrowDown',
  left: 'ArrowLeft',
  right: 'ArrowRight',
  esc: 'Escape',
  menu: 'ContextMenu',
  pageup: 'PageUp',
  pagedown: 'PageDown',
}
/** The value of aria-keyshortcuts for all chords of a command; sequences have no spelling there and are left out. */
export function ariaKeys(chords: readonly Chord[], platform: Platform): string | undefined {
  const spelled = chords.flatMap(chord => {
    const strokes = parseChord(chord)
    if (strokes.length !== 1) return []
    const parts = partsOf(strokes[0] ?? '')
    const key = parts.at(-1) ?? ''
    const mods = parts
      .slice(0, -1)
      .map(mod =>
        mod === 'mod' ? (platform === 'mac' ? 'Meta' : 'Control') : mod === 'ctrl' ? 'Control' : mod.charAt(0).toUpperCase() + mod.slice(1),
      )
    const name = ARIA[key] ?? (key.length === 1 ? key.toUpperCase() : key.charAt(0).toUpperCase() + key.slice(1))
    return [[...mods, name === '+' ? 'Plus' : name].join('+')]
  })
  return spelled.length > 0 ? spelled.join(' ') : undefined
}
