// What a line of the log may say of a request, and nothing else: ids of our own, the route's template, numbers (reliability.md §7).
import type { FastifyRequest } from 'fastify'

interface Facts {
  user_id?: string
  company_id?: string
  error_id?: string
}

const known = new WeakMap<FastifyRequest, Facts>()

/** Adds to what the request's line will say. */
export function note(request: FastifyRequest, facts: Facts): void {
  known.set(request, { ...known.get(request), ...facts })
}

export const factsOf = (request: FastifyRequest): Facts => known.get(request) ?? {}

/** An error without its message, which may quote what a person sent: its kind and where it was thrown. */
export function scrubbed(error: unknown): { error: string; stack: string[] } {
  if (!(error instanceof Error)) return { error: typeof error, stack: [] }
  const code = 'code' in error ? ` ${String(error.code)}` : ''
  const stack = (error.stack ?? '').split('\n').filter(line => /^\s+at /.test(line))
  return { error: `${error.name}${code}`, stack: stack.map(line => line.trim()) }
}
