// The codes on their way, kept for this tab only: a reload in the middle of the sign-in or of a new password loses nothing.
import type { z } from 'zod'
import type { Challenge } from '#contract/auth.ts'

export interface PendingCode {
  id: string
  channel: 'SMS' | 'EMAIL'
  masked_destination: string
  /** From when another one may be asked for, in ms since the epoch. */
  resend_at: number
  opened_at: number
}

export type FirstAccess = { step: 'code'; code: PendingCode } | { step: 'password' }

const SIGN_IN = 'razao.challenge'
const FIRST_ACCESS = 'razao.first-access'
/** The server sends one code a minute, and forgets a challenge after half an hour. */
const RESEND_AFTER_MS = 60_000
const CHALLENGE_LIFE_MS = 30 * 60_000

export function pendingCode(challenge: z.output<typeof Challenge>, now: number): PendingCode {
  const { id, channel, masked_destination } = challenge
  return { id, channel, masked_destination, resend_at: now + RESEND_AFTER_MS, opened_at: now }
}

export const isAlive = (code: PendingCode, now: number): boolean => now - code.opened_at < CHALLENGE_LIFE_MS

/** What this tab keeps under a name, or undefined when it is nothing of ours. */
export function read<T>(key: string): T | undefined {
  const text = sessionStorage.getItem(key)
  if (text === null) return undefined
  try {
    return JSON.parse(text) as T
  } catch {
    return undefined
  }
}

export function signInCode(now: number): PendingCode | undefined {
  const code = read<PendingCode>(SIGN_IN)
  return code && isAlive(code, now) ? code : undefined
}

export const keepSignInCode = (code: PendingCode): void => sessionStorage.setItem(SIGN_IN, JSON.stringify(code))

export function firstAccess(now: number): FirstAccess | undefined {
  const kept = read<FirstAccess>(FIRST_ACCESS)
  return kept?.step === 'code' && !isAlive(kept.code, now) ? undefined : kept
}

export const keepFirstAccess = (state: FirstAccess): void => sessionStorage.setItem(FIRST_ACCESS, JSON.stringify(state))

export function forgetCodes(): void {
  sessionStorage.removeItem(SIGN_IN)
  sessionStorage.removeItem(FIRST_ACCESS)
}
