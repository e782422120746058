// The bills a person chose to pay, on their way from the list to the order, and links handed to others: the answers to moves of commands.
import { create } from 'zustand'
import { houseOptions } from './house.ts'
import { onIntent } from './intents.ts'

interface Chosen {
  companyId: string
  ids: readonly string[]
  /** When they are to be paid, where it was said. */
  day?: string | undefined
}

const STORED = 'razao.bills-to-pay'

function stored(): Chosen | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(STORED) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

const useChosen = create<{ chosen: Chosen | undefined }>(() => ({ chosen: stored() }))

function choose(chosen: Chosen | undefined): void {
  useChosen.setState({ chosen })
  if (chosen) sessionStorage.setItem(STORED, JSON.stringify(chosen))
  else sessionStorage.removeItem(STORED)
}

const NONE: Pick<Chosen, 'ids' | 'day'> = { ids: [] }

/** Survives a reload of the page; of this company only. */
export const useBillsToPay = (companyId: string): Pick<Chosen, 'ids' | 'day'> =>
  useChosen(({ chosen }) => (chosen?.companyId === companyId ? chosen : NONE))

export function answerPaymentMoves(): () => void {
  const stops = [
    onIntent('payment.choose', choose),
    onIntent('link.copy', address => void houseOptions().ports.clipboard.write(new URL(address, location.origin).href)),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
