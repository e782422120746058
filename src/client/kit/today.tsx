// The civil day that controls calculate from. The shell provides it (and tests fix it); otherwise it is today in São Paulo.
import { createContext, useContext } from 'react'
import { type Day, dayInSaoPaulo } from '#domain/days.ts'

const TodayContext = createContext<Day | null>(null)

export const TodayProvider = TodayContext.Provider

export function useToday(): Day {
  return useContext(TodayContext) ?? dayInSaoPaulo(Date.now())
}
