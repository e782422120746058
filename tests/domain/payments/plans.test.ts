// Plans: more costs more and gives more within an audience, and only a plan that holds counts.
import { describe, expect, it } from 'vitest'
import { SUBSCRIPTION_REFERENCES, SUBSCRIPTION_STATUSES } from '#domain/enums.ts'
import { NOTES_WITHOUT_PLAN, notesAMonth, planInForce, planOf, plansBeside, planWithMoreNotes } from '#domain/payments/plans.ts'

describe('the notes of a month', () => {
  it.each(['MEI_1', 'ME_1', 'GESTOR_1'] as const)('grow with the price from %s on, and none is below what all have', first => {
    const plans = plansBeside(first)
    expect(plans).toHaveLength(3)
    for (const field of ['amount_cents', 'notes_a_month'] as const) {
      const values = plans.map(plan => plan[field])
      expect(values).toEqual([...new Set(values)].sort((a, b) => a - b))
    }
    expect(plans[0]?.notes_a_month).toBeGreaterThanOrEqual(NOTES_WITHOUT_PLAN)
  })

  it('follow a plan that is paid or late, no other', () => {
    const holding = SUBSCRIPTION_STATUSES.filter(status => planInForce({ reference: 'ME_3', status }))
    expect(holding).toEqual(['ACTIVE', 'OVERDUE'])
    expect(notesAMonth(planInForce({ reference: 'ME_3', status: 'ACTIVE' }))).toBe(2000)
    expect(notesAMonth(planInForce(undefined))).toBe(NOTES_WITHOUT_PLAN)
  })

  it('know the next plan up', () => {
    expect(planWithMoreNotes(undefined, 'MEI')?.reference).toBe('MEI_2')
    expect(planWithMoreNotes(undefined, 'ME')?.reference).toBe('ME_1')
    for (const reference of SUBSCRIPTION_REFERENCES) {
      const more = planWithMoreNotes(planOf(reference), 'ME')
      expect(more?.reference.split('_')[0]).toBe(more && reference.split('_')[0])
      expect(more === undefined).toBe(reference.endsWith('_3'))
    }
  })
})
