// The civil day the controls reckon from. The shell gives it (and tests fix it); without one it is the day in São Paulo now.
import { createContext, useContext } from 'react'
import { type Day, dayInSaoPaulo } from '#domain/days.ts'

const TodayContext = createContext<Day | null>(null)

export const TodayProvider = TodayContext.Provider

export function useToday(): Day {
  return useContext(TodayContext) ?? dayInSaoPaulo(Date.now())
}
