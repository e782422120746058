import { describe, expect, test } from 'vitest'
import { currentStep, FIRST_STEPS, type FirstStep, guideSentence, minutesLeft, type StepState, takesHome } from '#domain/first-steps.ts'

const steps = (done: readonly FirstStep[], skipped: readonly FirstStep[] = []): StepState[] =>
  FIRST_STEPS.map(step => ({ step, done: done.includes(step), skipped: skipped.includes(step) }))

describe('the guide of the first days', () => {
  test('goes on with the first step that is neither done nor put off', () => {
    expect(currentStep(steps(['company']))).toBe('bank')
    expect(currentStep(steps(['company'], ['bank']))).toBe('bills')
    expect(currentStep(steps(['company', 'bills'], ['bank', 'conciliation', 'accountant']))).toBeUndefined()
    expect(currentStep(steps(FIRST_STEPS))).toBeUndefined()
  })

  test('says how many are left, put off or not, and how long they take', () => {
    expect(guideSentence(steps(['company', 'bank']), 'Doces da Bel')).toBe('Faltam três passos para Doces da Bel ficar em dia.')
    expect(guideSentence(steps(['company', 'bank', 'bills', 'conciliation'], ['accountant']), 'Doces da Bel')).toBe(
      'Falta um passo para Doces da Bel ficar em dia.',
    )
    expect(guideSentence(steps(FIRST_STEPS), 'Doces da Bel')).toBe('Doces da Bel está em dia: os cinco passos estão feitos.')
    expect(minutesLeft(steps(['company', 'bank']))).toBe(6)
  })

  test('stands in the place of the pictures only while there is nothing to draw', () => {
    expect(takesHome(steps(['company']))).toBe(true)
    expect(takesHome(steps(['company', 'bank']))).toBe(true)
    expect(takesHome(steps(['company', 'bank', 'bills']))).toBe(false)
    expect(takesHome(steps(['company'], ['bank', 'bills']))).toBe(false)
  })
})
