import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSearch } from '#client/features/workbench/candidate-search.ts'
import { keyOf, nameOf, pairWords, suggestedFor } from '#client/features/workbench/choices.ts'
import { type Explaining, explainedMatch, missingOf, setPart, togglePart, withProposals } from '#client/features/workbench/difference.ts'
import { percentDone } from '#client/features/workbench/header.tsx'
import { DIFFERENCE_KINDS } from '#domain/enums.ts'
import { candidateOf, ghostOf, lineOf, suggestionOf } from './sample-desk.ts'

const explaining = (difference_cents: number, more: Partial<Explaining> = {}): Explaining => ({
  line_ids: ['l1'],
  candidate: candidateOf('b1'),
  difference_cents,
  parts: [],
  proposals: undefined,
  ...more,
})

describe('explaining a difference', () => {
  it('gives a kind what the likeliest explanation gives it, and the next kind the rest', () => {
    const late = explaining(2784, {
      proposals: [
        {
          label: 'Multa e Juros',
          parts: [
            { kind: 'fine', amount_cents: 2570 },
            { kind: 'interest', amount_cents: 214 },
          ],
        },
      ],
    })
    const fined = togglePart(late, 'fine')
    expect(missingOf(fined)).toBe(214)
    const done = togglePart(fined, 'interest')
    expect(missingOf(done)).toBe(0)
    expect(explainedMatch(done)?.differences).toEqual([
      { kind: 'fine', amount_cents: 2570 },
      { kind: 'interest', amount_cents: 214 },
    ])
  })

  it('fills in the likeliest explanation, and what is pressed next takes its place', () => {
    const answer = [
      { label: 'Tarifa', parts: [{ kind: 'fee' as const, amount_cents: 300 }] },
      { label: 'Juros', parts: [{ kind: 'interest' as const, amount_cents: 300 }] },
    ]
    const filled = withProposals(explaining(300), answer)
    expect(explainedMatch(filled)?.differences).toEqual([{ kind: 'fee', amount_cents: 300 }])
    expect(togglePart(filled, 'interest').parts).toEqual([{ kind: 'interest', amount_cents: 300 }])
    expect(togglePart(filled, 'fee').parts).toEqual([{ kind: 'fee', amount_cents: 300 }])
    const said = togglePart(explaining(300), 'interest')
    expect(withProposals(said, answer).parts).toEqual(said.parts)
  })

  it('takes a part out when its digit is pressed again', () => {
    const once = togglePart(explaining(300), 'fee')
    expect(missingOf(once)).toBe(0)
    expect(togglePart(once, 'fee')).toMatchObject({ parts: [] })
  })

  it('gives nothing to a kind that goes the other way: its amount is typed', () => {
    const wrong = togglePart(explaining(300), 'discount')
    expect(wrong.parts).toEqual([{ kind: 'discount', amount_cents: 0 }])
    expect(explainedMatch(wrong)).toBeUndefined()
    const typed = setPart(togglePart(wrong, 'interest'), 'discount', 500)
    expect(missingOf(setPart(typed, 'interest', 800))).toBe(0)
  })

  it('a line that stays pending for its rest is explained by nothing else', () => {
    const open = togglePart(togglePart(explaining(300), 'fine'), 'open')
    expect(open.parts).toEqual([{ kind: 'open', amount_cents: 300 }])
    expect(explainedMatch(open)).toMatchObject({ partial: true })
    expect(togglePart(open, 'fine').parts).toEqual([{ kind: 'fine', amount_cents: 300 }])
  })

  it('a title paid in part keeps its rest open', () => {
    const open = togglePart(explaining(-4000), 'open')
    expect(explainedMatch(open)?.differences).toEqual([{ kind: 'open', amount_cents: 4000 }])
  })

  it('a fee adds to what is paid and takes from what is received', () => {
    expect(missingOf(togglePart(explaining(249), 'fee'))).toBe(0)
    const received = explaining(-249, { candidate: candidateOf('r1', { kind: 'RECEIVABLE' }) })
    expect(missingOf(togglePart(received, 'fee'))).toBe(0)
  })

  it('whatever is pressed, it settles only what sums to the cent', () => {
    const kinds = fc.array(fc.constantFrom(...DIFFERENCE_KINDS), { maxLength: 8 })
    fc.assert(
      fc.property(
        fc.integer({ min: -5000, max: 5000 }),
        kinds,
        fc.constantFrom('BILL' as const, 'RECEIVABLE' as const),
        (cents, keys, kind) => {
          const pressed = keys.reduce(togglePart, explaining(cents, { candidate: candidateOf('t', { kind }) }))
          const match = explainedMatch(pressed)
          if (match === undefined) return
          expect(missingOf(pressed)).toBe(0)
          for (const part of match.differences ?? []) expect(part.amount_cents).toBeGreaterThan(0)
        },
      ),
    )
  })
})

describe('what a row says', () => {
  const names = { categoryName: (id: string) => `categoria ${id}`, accountName: (id: string) => `conta ${id}` }
  const facts = { taken: () => false, gone: () => false }
  const line = lineOf('a')
  const words = (candidates: Parameters<typeof suggestionOf>[1], certain: boolean) =>
    pairWords(line, suggestedFor(line, suggestionOf('a', candidates), facts), certain, names)

  it('names the title, and what it differs by', () => {
    expect(words([candidateOf('b1')], true)).toEqual({ icon: 'link-2', text: 'Conta b1' })
    expect(words([candidateOf('b1', { amount_cents: 9872 })], false)).toEqual({
      icon: 'corner-down-right',
      text: 'Conta b1, diferença 1,28',
    })
  })

  it('names the contact of several titles only where all of them are theirs', () => {
    const titled = (...names: string[]) => {
      const [first] = candidateOf('b1').titles
      return {
        ...candidateOf('b1'),
        titles: names.map((contact_name, at) => ({ ...(first as NonNullable<typeof first>), id: `b${at}`, contact_name })),
      }
    }
    expect(nameOf(titled('Ana', 'Ana'))).toBe('2 contas de Ana')
    expect(nameOf(titled('Ana', 'Rui', 'Ana'))).toBe('3 contas de 2 contatos')
  })

  it('says a near tie instead of naming one of the two', () => {
    expect(words([candidateOf('b1'), candidateOf('b2', { score: 93 })], false).text).toBe('Duas opções próximas')
  })

  it('offers to create where nothing fits, and to ignore what moves no money', () => {
    expect(words([], false)).toEqual({ icon: 'plus', text: 'Criar conta a partir desta linha' })
    const ghost = ghostOf({ answer: 'ignore', by: 'amount', times: 0, last_day: null, sure: true })
    const shown = pairWords(lineOf('z', { amount_cents: 0 }), [{ kind: 'ghost', key: 'g', ghost }], false, names)
    expect(shown).toEqual({ icon: 'ban', text: 'Ignorar a linha, não move dinheiro' })
  })

  it('knows the same titles in another order as the same choice', () => {
    expect(keyOf(candidateOf('x', { title_ids: ['b2', 'b1'] }))).toBe(keyOf(candidateOf('y', { title_ids: ['b1', 'b2'] })))
  })
})

describe('the search in the candidates', () => {
  const search = (text: string) => readSearch(text, '2026-11-20')

  it('sends words to the server and judges amounts here', () => {
    const { words, fits } = search('luz =100,00')
    expect(words).toBe('luz')
    expect(fits(candidateOf('b1'))).toBe(true)
    expect(fits(candidateOf('b2', { amount_cents: 9999 }))).toBe(false)
  })

  it('reads ranges and due dates', () => {
    expect(search('50..150').fits(candidateOf('b1'))).toBe(true)
    expect(search('>150').fits(candidateOf('b1'))).toBe(false)
    expect(search('venc:>15/11').fits(candidateOf('b1'))).toBe(false)
  })

  it('lets everything through when empty', () => {
    expect(search('').words).toBe('')
    expect(search('').fits(candidateOf('b1'))).toBe(true)
  })
})

it('a hundred percent only when nothing is left', () => {
  expect(percentDone(0, 0)).toBe(100)
  expect(percentDone(999, 1)).toBe(99)
  expect(percentDone(1, 2)).toBe(33)
})
