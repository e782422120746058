// Passwords: argon2id, the same work for a person who does not exist, at most a few at once, and the rule for new ones.
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { fold } from '#domain/text.ts'
import { failFor } from '#server/base/fail.ts'
import { randomSecret } from '#server/base/secrets.ts'
import { isCommonPassword } from './common-passwords.ts'

/** 19 MiB, two passes, one lane: the OWASP floor for argon2id, which is this library's default algorithm. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/**
 * Each check holds a connection and a processor meanwhile: one processor stays with those at work, and beyond these a sign-in is asked to
 * come back, so that a storm starves nobody else.
 */
const RUNNING = Math.min(4, Math.max(1, availableParallelism() - 1))
const WAITING = 8

let running = 0
const waiting: (() => void)[] = []

async function gated<T>(work: () => Promise<T>): Promise<T> {
  if (running >= RUNNING) {
    if (waiting.length >= WAITING) throw failFor(1000)
    await new Promise<void>(resolve => waiting.push(resolve))
  } else {
    running += 1
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

export function hashPassword(password: string): Promise<string> {
  return gated(() => hash(password, COST))
}

let nobody: Promise<string> | undefined

/**
 * Runs `counted` and then the check under the same turn, so that a call sent away for want of a turn is not counted as a try.
 * With no stored hash a hash that nothing opens is checked instead: unknown people cost what known ones do.
 */
export function checkPassword(stored: string | null | undefined, password: string, counted: () => Promise<void>): Promise<boolean> {
  return gated(async () => {
    await counted()
    nobody ??= hash(randomSecret(), COST)
    const right = await verify(stored ?? (await nobody), password)
    return right && stored !== null && stored !== undefined
  })
}

export interface OwnFacts {
  name?: string | null | undefined
  document_number?: string | null | undefined
  email?: string | null | undefined
  phone_number?: string | null | undefined
}

/** Why a new password is refused, in pt-BR, or undefined. Length is the contract's; there are no composition rules. */
export function passwordProblem(password: string, own: OwnFacts): string | undefined {
  if (isCommonPassword(password)) return 'Esta senha é muito comum. Escolha outra.'
  const plain = fold(password)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
  const facts = [
    own.name,
    own.document_number,
    own.email,
    own.email?.split('@')[0],
    own.phone_number,
    own.phone_number?.replace(/^\+55/, ''),
  ]
  const isOwn = facts.some(fact => {
    const text = fold(fact ?? '')
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '')
    return text !== '' && text === plain
  })
  return isOwn ? 'A senha não pode ser o seu nome, documento, e-mail ou telefone.' : undefined
}
