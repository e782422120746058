// The order of the office's queue, and where each company's work begins.
import { describe, expect, it } from 'vitest'
import { byUrgency, certificateDays, firstWork, hasWork, nextWithWork, type Waiting } from '#domain/queue.ts'

const TODAY = '2026-03-10'
const company = (id: string, more: Partial<Waiting> = {}): Waiting => ({
  id,
  name: id,
  pending_lines_count: 0,
  doubts_count: 0,
  answers_count: 0,
  overdue_bills_count: 0,
  overdue_receivables_count: 0,
  certificate_until: null,
  ...more,
})

describe('the queue', () => {
  const quiet = company('Quieta')
  const busy = company('Cheia', { pending_lines_count: 40 })
  const late = company('Atrasada', { overdue_bills_count: 3 })
  const answered = company('Respondida', { answers_count: 1 })
  const ending = company('Certificado', { certificate_until: '2026-04-09' })
  const all = [quiet, ending, late, busy, answered]

  it('begins with whose client answered, then with the most that waits', () => {
    expect(all.toSorted(byUrgency(TODAY)).map(one => one.id)).toEqual(['Respondida', 'Cheia', 'Atrasada', 'Certificado', 'Quieta'])
  })

  it('goes around, past the company in hand and those without work', () => {
    const walk = ['Respondida', 'Cheia', 'Atrasada', 'Certificado', 'Quieta', undefined].map(id => nextWithWork(all, id, TODAY)?.id)
    expect(walk).toEqual(['Cheia', 'Atrasada', 'Certificado', 'Respondida', 'Respondida', 'Respondida'])
    expect(nextWithWork([quiet, busy], 'Cheia', TODAY)).toBeUndefined()
    expect(nextWithWork([], undefined, TODAY)).toBeUndefined()
  })

  it('counts a certificate as work from thirty days before its end', () => {
    expect(hasWork(ending, TODAY)).toBe(true)
    expect(hasWork(ending, '2026-03-09')).toBe(false)
    expect(hasWork(quiet, TODAY)).toBe(false)
    expect(certificateDays({ certificate_until: '2026-03-08' }, TODAY)).toBe(-2)
    expect(certificateDays(quiet, TODAY)).toBeUndefined()
  })

  it('leads to the lines, then to what is overdue', () => {
    expect([busy, answered, late, company('r', { overdue_receivables_count: 1 }), quiet].map(firstWork)).toEqual([
      'conciliation',
      'conciliation',
      'bills',
      'receivables',
      'conciliation',
    ])
  })
})
