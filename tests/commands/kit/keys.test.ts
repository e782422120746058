// Simulated key presses of ABNT2, US-International, Apple and CapsLock keyboards, as browsers report them.
import { describe, expect, it } from 'vitest'
import {
  ariaKeys,
  capsOf,
  chordOf,
  forbiddenBecause,
  isPrintable,
  type KeyPress,
  needsAlternative,
  normalizeChord,
  reachesFromField,
  shownChord,
} from '#commands/kit/keys.ts'

const press = (key: string, more: Partial<KeyPress> & { altGr?: boolean } = {}): KeyPress => {
  const { altGr = false, ...rest } = more
  return { key, getModifierState: name => name === 'AltGraph' && altGr, ...rest }
}
const other = (key: string, more: Parameters<typeof press>[1] = {}) => chordOf(press(key, more), 'other')
const mac = (key: string, more: Parameters<typeof press>[1] = {}) => chordOf(press(key, more), 'mac')

describe('a key press becomes a chord', () => {
  it('reads a plain letter as itself', () => expect(other('m')).toBe('m'))
  it('reads a capital made by CapsLock as the plain letter', () => expect(other('M')).toBe('m'))
  it('reads Shift and a letter as shift, with or without CapsLock', () => {
    expect(other('A', { shiftKey: true })).toBe('shift+a')
    expect(other('a', { shiftKey: true })).toBe('shift+a')
  })
  it('reads ? made with Shift as ?, for the sign already holds the Shift', () => expect(other('?', { shiftKey: true })).toBe('?'))
  it('reads / typed with AltGr+Q on a compact ABNT2 as /', () => expect(other('/', { ctrlKey: true, altKey: true, altGr: true })).toBe('/'))
  it('reads ? typed with AltGr+W on a compact ABNT2 as ?', () => expect(other('?', { ctrlKey: true, altKey: true, altGr: true })).toBe('?'))
  it('reads the numpad / and + as their signs', () => {
    expect(other('/')).toBe('/')
    expect(other('+')).toBe('+')
  })
  it('reads the ç of ABNT2 as a letter', () => expect(other('Ç', { shiftKey: true })).toBe('shift+ç'))
  it('ignores a dead key', () => expect(other('Dead')).toBeUndefined())
  it('ignores a key inside a composition', () => {
    expect(other('a', { isComposing: true })).toBeUndefined()
    expect(other('Process')).toBeUndefined()
  })
  it('ignores modifiers alone', () => {
    for (const key of ['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock']) expect(other(key)).toBeUndefined()
  })
  it('ignores auto-repeat of an action, so that a held Enter accepts one line', () => {
    expect(other('Enter', { repeat: true })).toBeUndefined()
    expect(other('c', { repeat: true })).toBeUndefined()
  })
  it('lets arrows, pages, j and k repeat', () => {
    expect(other('ArrowDown', { repeat: true })).toBe('down')
    expect(other('PageUp', { repeat: true })).toBe('pageup')
    expect(other('j', { repeat: true })).toBe('j')
    expect(other('K', { repeat: true, shiftKey: true })).toBe('shift+k')
  })
  it('reads Ctrl as mod on Windows and Linux', () => expect(other('k', { ctrlKey: true })).toBe('mod+k'))
  it('reads Ctrl with CapsLock on as the same chord', () => expect(other('K', { ctrlKey: true })).toBe('mod+k'))
  it('reads Command as mod on macOS and leaves Ctrl+K to kill line', () => {
    expect(mac('k', { metaKey: true })).toBe('mod+k')
    expect(mac('k', { ctrlKey: true })).toBe('ctrl+k')
  })
  it('reads Command+Shift+Z on macOS', () => expect(mac('z', { metaKey: true, shiftKey: true })).toBe('mod+shift+z'))
  it('reads a sign made with Option on macOS as the sign', () => expect(mac('/', { altKey: true })).toBe('/'))
  it('keeps the Windows key apart from Ctrl', () => expect(other('k', { metaKey: true })).toBe('meta+k'))
  it('keeps Shift on named keys', () => {
    expect(other('Enter', { shiftKey: true })).toBe('shift+enter')
    expect(other(' ', { shiftKey: true })).toBe('shift+space')
    expect(other('F8')).toBe('f8')
    expect(other('ContextMenu')).toBe('menu')
  })
  it('drops Shift from a digit, which some layouts need to type it', () => expect(other('6', { shiftKey: true })).toBe('6'))
  it('reads Alt+↓, the only Alt chord there is', () => expect(other('ArrowDown', { altKey: true })).toBe('alt+down'))
})

describe('the spelling of a chord', () => {
  it('has one normal form', () => {
    expect(normalizeChord('Mod+Enter')).toBe('mod+enter')
    expect(normalizeChord('Shift+ArrowDown')).toBe('shift+down')
    expect(normalizeChord('g  B')).toBe('g shift+b')
    expect(normalizeChord('shift+mod+z')).toBe('mod+shift+z')
    expect(normalizeChord('Shift+?')).toBe('?')
  })
  it('refuses keys that do not exist', () => {
    expect(() => normalizeChord('mod+foo')).toThrow()
    expect(() => normalizeChord('hyper+k')).toThrow()
    expect(() => normalizeChord('')).toThrow()
  })
  it('is shown as each platform writes it', () => {
    expect(capsOf('mod+k', 'other')).toEqual(['Ctrl K'])
    expect(capsOf('mod+k', 'mac')).toEqual(['⌘K'])
    expect(capsOf('g p', 'other')).toEqual(['g', 'p'])
    expect(capsOf('shift+a', 'mac')).toEqual(['⇧A'])
    expect(capsOf('f2', 'other')).toEqual(['F2'])
    expect(shownChord('f8')).toBe('F8')
  })
  it('has an ARIA form, except for sequences', () => {
    expect(ariaKeys(['mod+k', 'g p', 'shift+a', '?', 'shift+down'], 'other')).toBe('Control+K Shift+A ? Shift+ArrowDown')
    expect(ariaKeys(['mod+enter'], 'mac')).toBe('Meta+Enter')
    expect(ariaKeys(['g p'], 'other')).toBeUndefined()
  })
  it('knows what a person can switch off: everything made of characters alone', () => {
    expect(['m', 'g b', '?', 'shift+a', '6'].every(isPrintable)).toBe(true)
    expect(['mod+k', 'enter', 'f2', 'down', 'space', 'delete'].some(isPrintable)).toBe(false)
  })
})

describe('keys that are never bound', () => {
  it.each(['mod+n', 'mod+w', 'mod+shift+t', 'mod+1', 'mod+l', 'mod+shift+i', 'mod+space', 'f5', 'mod+shift+p', 'mod+-', 'mod++'])(
    'refuses %s, which the browser keeps',
    chord => expect(forbiddenBecause(chord)).toMatch(/reservada/),
  )
  it.each(['´', '`', '~', '^', '¨', "'", '"', 'g ~'])('refuses the dead key %s', chord => expect(forbiddenBecause(chord)).toMatch(/morta/))
  it.each(['alt+1', 'alt+f', 'alt+left'])('refuses %s', chord => expect(forbiddenBecause(chord)).toMatch(/Alt/))
  it('refuses Ctrl+Alt, which is AltGr', () => expect(forbiddenBecause('mod+alt+q')).toMatch(/AltGr/))
  it('allows what the key map uses', () => {
    for (const chord of [
      'mod+k',
      'mod+f',
      'mod+d',
      'mod+s',
      'mod+z',
      'mod+shift+z',
      'mod+y',
      'mod+a',
      'mod+c',
      'mod+v',
      'mod+enter',
      'mod+shift+enter',
      'alt+down',
      'f1',
      'f2',
      'f8',
      'shift+f10',
      'esc',
      '/',
      '?',
      ']',
      '[',
      'g a p',
      'mod+up',
    ])
      expect(forbiddenBecause(chord), chord).toBeUndefined()
  })
  it('leaves Ctrl+R to the browser, except in a sheet, and nothing else of the browser’s to a sheet', () => {
    expect(forbiddenBecause('mod+r')).toMatch(/reservada/)
    expect(forbiddenBecause('mod+r', true)).toBeUndefined()
    expect(forbiddenBecause('mod+t', true)).toMatch(/reservada/)
  })
  it('asks for a second key beside / and ?', () => {
    expect(needsAlternative('/')).toBe(true)
    expect(needsAlternative('?')).toBe(true)
    expect(needsAlternative('.')).toBe(false)
  })
})

describe('in a text field', () => {
  it('only mod chords, Esc and F1 reach commands', () => {
    expect(['mod+k', 'mod+s', 'mod+enter', 'mod+shift+enter', 'esc', 'f1'].every(reachesFromField)).toBe(true)
    expect(['m', '?', 'g', 'enter', 'down', 'f2', 'delete', 'shift+a'].some(reachesFromField)).toBe(false)
  })
  it('editing chords stay with the field', () => {
    expect(
      ['mod+z', 'mod+a', 'mod+c', 'mod+v', 'mod+x', 'mod+y', 'mod+shift+z', 'mod+up', 'mod+home', 'mod+backspace'].some(reachesFromField),
    ).toBe(false)
  })
})
