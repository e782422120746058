// Differences that are explained to the cent, lines that share a title, and what becomes of lines without one.
import { describe, expect, it } from 'vitest'
import type { Lesson, Line, PastDifference, Title } from '#domain/matching/candidates.ts'
import { categoryKey } from '#domain/matching/ghosts.ts'
import { reasonText } from '#domain/matching/reasons.ts'
import { suggest } from '#domain/matching/suggest.ts'
import { aLesson, aLine, aTitle } from '#tests/kit/matching-data.ts'

const today = '2026-06-30'
const ana = { contact_id: 'ana', contact_name: 'Ana Prado' }
const paidBy = (amount: number, over: Partial<Line> = {}) => aLine({ amount_cents: amount, memo: 'PIX ANA PRADO', ...over })
const aFee = (amount_cents: number, titles_cents: number, times = 1): PastDifference => ({
  pattern: 'ANA PRADO',
  kind: 'RECEIVABLE',
  difference: 'fee',
  amount_cents,
  titles_cents,
  times,
})

function only(line: Line, titles: readonly Title[], past: { lessons?: Lesson[]; differences?: PastDifference[] } = {}) {
  return suggest([line], titles, { today, history: { lessons: [], splits: [], differences: [], ...past } })[0]!
}

describe('a difference explained to the cent', () => {
  const bill = (over: Partial<Title> = {}) => aTitle({ ...ana, amount_cents: 109_847, ...over })
  const sale = (over: Partial<Title> = {}) => bill({ kind: 'RECEIVABLE', ...over })

  it('is certain for the legal fine and interest of exactly the days late, and says them', () => {
    const late = bill({ due_date: '2026-03-01', overdue: true })
    const found = only(paidBy(-(109_847 + 2_197 + 330)), [late])
    expect(found).toMatchObject({
      certain: true,
      assigned: { level: 'ALTA', difference_cents: 2_527, explanation: { by: 'late', sure: true } },
    })
    expect(found.assigned?.reasons.map(reasonText)[0]).toBe('multa 21,97 + juros 3,30')
    // A cent more is no longer explained.
    expect(only(paidBy(-(109_847 + 2_197 + 331)), [late]).certain).toBe(false)
  })

  it('knows a fee after it was seen twice, and a rate after two titles', () => {
    const isCertainAfter = (differences: PastDifference[]) => only(paidBy(109_847 - 290), [sale()], { differences }).certain
    expect(isCertainAfter([])).toBe(false)
    expect(isCertainAfter([aFee(290, 50_000)])).toBe(false)
    expect(isCertainAfter([aFee(290, 50_000), aFee(290, 70_000)])).toBe(true)
    const rate = [aFee(1_000, 50_000), aFee(1_400, 70_000)]
    expect(only(paidBy(109_847 - 2_197), [sale()], { differences: rate })).toMatchObject({
      certain: true,
      assigned: { explanation: { by: 'learned' } },
    })
  })

  it('offers a round discount paid in time, and is certain once the payer took it twice', () => {
    const line = paidBy(-(109_847 - 5_492))
    const discount = (titles_cents: number): PastDifference => ({
      ...aFee(Math.round(titles_cents / 20), titles_cents),
      kind: 'BILL',
      difference: 'discount',
    })
    expect(only(line, [bill()])).toMatchObject({ certain: false, assigned: { explanation: { by: 'discount', sure: false } } })
    expect(only(line, [bill()], { differences: [discount(50_020), discount(70_040)] }).certain).toBe(true)
    expect(only({ ...line, day: '2026-03-12' }, [bill()]).assigned?.explanation).not.toMatchObject({ by: 'discount' })
  })

  it('needs the payer to be named for a rate', () => {
    expect(only(paidBy(-(109_847 - 5_492), { memo: 'PAGTO BOLETO' }), [bill()]).candidates).toEqual([])
  })

  it('leaves equal explanations to a person', () => {
    const twins = ['a', 'b'].map(id => bill({ id, due_date: '2026-03-01', overdue: true }))
    expect(only(paidBy(-(109_847 + 2_197 + 330)), twins).certain).toBe(false)
  })

  it('is a tie where late charges of one title and a discount of another say the same', () => {
    const late = bill({ id: 'late', amount_cents: 441_027, due_date: '2026-03-01', overdue: true })
    const early = bill({ id: 'early', amount_cents: 501_300, due_date: '2026-03-12' })
    expect(only(paidBy(-451_170), [late, early]).certain).toBe(false)
  })

  it('leaves late charges of one title and the half of another to a person, who sees both', () => {
    const late = bill({ id: 'late', due_date: '2026-03-01', overdue: true })
    const paid = 109_847 + 2_197 + 330
    for (const amount_cents of [paid * 2, paid * 2 + 1, paid * 2 - 1]) {
      const found = only(paidBy(-paid), [late, bill({ id: 'whole', amount_cents })])
      expect(found).toMatchObject({ certain: false, assigned: { title_ids: ['late'], explanation: { by: 'late', sure: true } } })
      expect(found.candidates.map(({ title_ids }) => title_ids)).toEqual([['late'], ['whole']])
    }
    expect(only(paidBy(-paid), [late, bill({ id: 'other', amount_cents: paid * 3 })]).certain).toBe(true)
  })

  it('leaves late charges of one title to a person where another of the payer comes near', () => {
    const late = bill({ id: 'late', due_date: '2026-03-01', overdue: true })
    const paid = 109_847 + 2_197 + 330
    expect(only(paidBy(-paid), [late, bill({ id: 'near', amount_cents: paid + 390 })]).certain).toBe(false)
    const ofAnother = aTitle({ id: 'near', kind: 'BILL', amount_cents: paid + 390, contact_id: 'someone', contact_name: 'Outra Pessoa' })
    expect(only(paidBy(-paid), [late, ofAnother]).certain).toBe(true)
  })

  it('offers a payment in part of the only title of who is named, and leaves the rest open', () => {
    const found = only(paidBy(50_000), [sale()])
    expect(found.certain).toBe(false)
    expect(found.assigned?.explanation).toEqual({ parts: [{ kind: 'open', amount_cents: 59_847 }], by: 'partial', sure: false })
  })
})

describe('several lines for one title', () => {
  const title = aTitle({ ...ana, amount_cents: 100_001 })
  const lines = [paidBy(-60_000, { id: 'l1' }), paidBy(-40_001, { id: 'l2', day: '2026-03-12' })]

  it('are one candidate of each of them', () => {
    const [one, two] = suggest(lines, [title], { today })
    for (const found of [one, two])
      expect(found?.assigned).toMatchObject({ line_ids: ['l1', 'l2'], title_ids: ['title-1'], difference_cents: 0 })
  })

  it('are not certain where another set has the same sum', () => {
    const twin = paidBy(-60_000, { id: 'l3' })
    for (const found of suggest([...lines, twin], [title], { today })) expect(found.certain).toBe(false)
  })
})

describe('a line that no title fits', () => {
  const fee = aLine({ memo: 'TARIFA PIX ENVIADO' })
  const ghost = (lessons: Lesson[], categories = new Map<string, string>()) =>
    suggest([fee], [], { today, categories, history: { lessons, splits: [], differences: [] } })[0]!.ghost

  it('is what the bank calls it, which a person confirms once', () => {
    expect(ghost([], new Map([[categoryKey('Tarifas bancárias'), 'fees']]))).toMatchObject({
      by: 'words',
      category_id: 'fees',
      sure: false,
    })
    expect(ghost([])).toBeNull()
  })

  it('is what it was before, sure from the second time on', () => {
    const lesson = (times: number, category_id = 'fees') => aLesson({ pattern: 'TARIFA', answer: 'entry', category_id, times })
    expect(ghost([lesson(1)])).toMatchObject({ by: 'memory', times: 1, sure: false })
    expect(ghost([lesson(14)])).toMatchObject({ category_id: 'fees', times: 14, sure: true })
    expect(ghost([lesson(3), lesson(2, 'other')])).toMatchObject({ category_id: 'fees', sure: false })
  })

  it('is left out where it moves no money, whatever stood on lines like it', () => {
    const [found] = suggest([aLine({ memo: 'SALDO DO DIA', amount_cents: 0 })], [aTitle({ amount_cents: 0 })], { today })
    expect(found).toMatchObject({ candidates: [], ghost: { answer: 'ignore', by: 'amount', sure: true } })
  })

  it('is nothing where lines like it had titles', () => {
    expect(
      ghost([aLesson({ pattern: 'TARIFA', times: 3 }), aLesson({ pattern: 'TARIFA', answer: 'entry', category_id: 'fees' })]),
    ).toBeNull()
  })
})
