// Every pair of tokens that may stand on each other, in six brands and two themes: text 4.5:1, shapes 3:1 (WCAG 2.2 AA).
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { KNOWN_BANKS } from '#domain/banks.ts'

const source = readFileSync('src/client/kit/look/tokens.css', 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')

const BRANDS = ['razao', 'aurora', 'cerrado', 'mare', 'ipe', 'grafite']
const THEMES = ['light', 'dark']

interface Rule {
  selectors: string[]
  values: Map<string, string>
}

function rulesOf(css: string): Rule[] {
  const flat = css.replace(/@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '')
  return Array.from(flat.matchAll(/([^{}]+)\{([^{}]*)\}/g), ([, selectors = '', body = '']) => ({
    selectors: selectors.split(',').map(selector => selector.trim()),
    values: new Map(Array.from(body.matchAll(/(--[\w-]+)\s*:\s*([^;]+);/g), ([, name = '', value = '']) => [name, value.trim()])),
  }))
}

/** Specificity of these selectors: :root and each attribute count one. Null when the selector does not match. */
function strength(selector: string, brand: string, theme: string): number | null {
  const attributes = Array.from(selector.matchAll(/\[data-(\w+)="([^"]+)"\]/g))
  const matches = attributes.every(([, name, value]) => value === (name === 'brand' ? brand : name === 'theme' ? theme : 'default'))
  return matches && selector.startsWith(':root') ? 1 + attributes.length : null
}

function tokensFor(brand: string, theme: string): Map<string, string> {
  const tokens = new Map<string, { value: string; strength: number }>()
  for (const { selectors, values } of rulesOf(source)) {
    const best = Math.max(-1, ...selectors.map(selector => strength(selector, brand, theme) ?? -1))
    if (best < 0) continue
    for (const [name, value] of values) if (best >= (tokens.get(name)?.strength ?? 0)) tokens.set(name, { value, strength: best })
  }
  return new Map(Array.from(tokens, ([name, { value }]) => [name, value]))
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

const SURFACES = ['surface', 'surface-chrome', 'surface-raised', 'surface-hover', 'surface-selected', 'surface-sunken']
const STATUSES = ['danger', 'warning', 'ok', 'info', 'muted']
const on = (names: string[], grounds: string[]) => names.flatMap(name => grounds.map(ground => [name, ground] as const))

const TEXT_PAIRS = [
  ...on(['text', 'text-muted', 'accent-text', ...STATUSES], SURFACES),
  ...STATUSES.map(status => [status, `${status}-soft`] as const),
  ...STATUSES.map(status => [`on-${status}`, `${status}-fill`] as const),
  ...on(
    ['text', 'text-muted'],
    STATUSES.map(status => `${status}-soft`),
  ),
  ['on-accent', 'accent-fill'] as const,
  ['on-accent', 'accent-fill-hover'] as const,
  ['accent-text', 'accent-soft'] as const,
  ['text', 'accent-soft'] as const,
  ['text-inverse', 'surface-inverse'] as const,
]

const STRIPES = Array.from({ length: 8 }, (_, at) => `stripe-${at + 1}`)
const SHAPE_PAIRS = [
  ...on(['border-control', 'accent-edge', 'focus-outer', 'chart-out', ...STRIPES], ['surface', 'surface-chrome', 'surface-raised']),
  ...on(['accent-edge', 'border-control'], ['surface-hover', 'surface-selected', 'surface-sunken', 'accent-soft']),
  ['focus-outer', 'focus-inner'] as const,
  ['on-accent', 'accent-fill'] as const,
]

function failures(brand: string, theme: string, pairs: readonly (readonly [string, string])[], least: number): string[] {
  const tokens = tokensFor(brand, theme)
  return pairs.flatMap(([name, ground]) => {
    const front = tokens.get(`--${name}`) ?? 'missing'
    const back = tokens.get(`--${ground}`) ?? 'missing'
    if (!/^#[0-9A-F]{6}$/i.test(front) || !/^#[0-9A-F]{6}$/i.test(back)) return [`${name} on ${ground}: not two plain colours`]
    const ratio = contrast(front, back)
    return ratio >= least ? [] : [`${name} on ${ground}: ${ratio.toFixed(2)}`]
  })
}

describe.each(BRANDS.flatMap(brand => THEMES.map(theme => ({ brand, theme }))))('$brand, $theme', ({ brand, theme }) => {
  test('text is read at 4.5:1 on everything it may stand on', () => {
    expect(failures(brand, theme, TEXT_PAIRS, 4.5)).toEqual([])
  })

  test('what is filled in, focused or drawn is seen at 3:1', () => {
    expect(failures(brand, theme, SHAPE_PAIRS, 3)).toEqual([])
  })
})

test('the two letters of a bank are read on its colour, and every bank we know by name has one', () => {
  const sheet = readFileSync('src/client/kit/bank-mark.module.css', 'utf8')
  const plain = (colour: string) => (colour.length === 4 ? `#${[...colour.slice(1)].map(digit => digit + digit).join('')}` : colour)
  const tiles = [...sheet.matchAll(/data-bank="(\d{3})"\] \{\s*background: (#\w+);\s*color: (#\w+);/g)]
  const pale = tiles.filter(([, , ground = '', ink = '']) => contrast(plain(ground), plain(ink)) < 4.5).map(([, code]) => code)
  expect(pale).toEqual([])
  expect(tiles.map(([, code]) => code)).toEqual(KNOWN_BANKS)
})

test('each brand has its own accent, and dark is not light', () => {
  const fills = BRANDS.flatMap(brand => THEMES.map(theme => `${theme} ${tokensFor(brand, theme).get('--accent-fill')}`))
  expect(new Set(fills).size).toBe(fills.length)
  expect(contrast('#FFFFFF', '#000000')).toBe(21)
})
