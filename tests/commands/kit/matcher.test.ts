// The walk over sequences, with time passed in.
import { describe, expect, it } from 'vitest'
import { buildTrie, createMatcher, SEQUENCE_TIMEOUT_MS } from '#commands/kit/matcher.ts'

const bindings = ['m', 'c', 'g c', 'g g', 'g n s', 'g n p', 'mod+k', 'a'].map(chord => ({ id: `cmd ${chord}`, chord }))
const all = () => true
const fresh = () => createMatcher(buildTrie(bindings))
const ran = (match: { kind: string; binding?: { id: string } }) => (match.kind === 'run' ? match.binding?.id : match.kind)

describe('sequences', () => {
  it('a single key runs at once', () => expect(ran(fresh().press('m', 0, all))).toBe('cmd m'))
  it('an unknown key is left alone', () => expect(ran(fresh().press('q', 0, all))).toBe('none'))
  it('g then c runs the sequence and never the single c', () => {
    const matcher = fresh()
    expect(ran(matcher.press('g', 0, all))).toBe('pending')
    expect(ran(matcher.press('c', 100, all))).toBe('cmd g c')
    expect(matcher.pending(100)).toEqual([])
  })
  it('a pending prefix swallows the key that does not continue it', () => {
    const matcher = fresh()
    matcher.press('g', 0, all)
    expect(matcher.press('m', 10, all)).toEqual({ kind: 'swallowed', known: true })
    expect(matcher.press('mod+r', 10, all)).toEqual({ kind: 'none' })
  })
  it('a swallowed key no command knows may go on to the browser', () => {
    const matcher = fresh()
    matcher.press('g', 0, all)
    expect(matcher.press('mod+r', 10, all)).toEqual({ kind: 'swallowed', known: false })
  })
  it('Esc cancels a pending prefix', () => {
    const matcher = fresh()
    matcher.press('g', 0, all)
    expect(ran(matcher.press('esc', 10, all))).toBe('cancelled')
    expect(ran(matcher.press('c', 20, all))).toBe('cmd c')
  })
  it('Ctrl+G does not open the g prefix', () => expect(ran(fresh().press('mod+g', 0, all))).toBe('none'))
  it('after 1500 ms the prefix is forgotten and the key runs alone', () => {
    const matcher = fresh()
    matcher.press('g', 0, all)
    expect(ran(matcher.press('c', SEQUENCE_TIMEOUT_MS, all))).toBe('cmd c')
  })
  it('each stroke starts the wait anew', () => {
    const matcher = fresh()
    matcher.press('g', 0, all)
    expect(ran(matcher.press('n', 1400, all))).toBe('pending')
    expect(ran(matcher.press('s', 2800, all))).toBe('cmd g n s')
  })
  it('a prefix with nothing active behind it does not open', () => {
    const matcher = fresh()
    expect(ran(matcher.press('g', 0, ({ chord }) => !chord.startsWith('g')))).toBe('none')
  })
  it('g g runs and leaves nothing pending', () => {
    const matcher = fresh()
    matcher.press('g', 0, all)
    expect(ran(matcher.press('g', 10, all))).toBe('cmd g g')
    expect(matcher.pending(10)).toEqual([])
  })
  it('the which-key panel lists every continuation, with further prefixes as such', () => {
    const matcher = fresh()
    matcher.press('g', 0, all)
    expect(matcher.continuations(all).map(({ stroke, binding, more }) => [stroke, binding?.id, more.length])).toEqual([
      ['c', 'cmd g c', 0],
      ['g', 'cmd g g', 0],
      ['n', undefined, 2],
    ])
  })
})
