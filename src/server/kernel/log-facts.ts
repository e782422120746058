// All that a log line may say of a request: our own ids, the route's template, numbers. Paths hold documents, phones and Pix keys.
import type { FastifyRequest } from 'fastify'

interface Facts {
  user_id?: string
  company_id?: string
  error_id?: string
}

const known = new WeakMap<FastifyRequest, Facts>()

/** Adds facts to the request's log line. */
export function note(request: FastifyRequest, facts: Facts): void {
  known.set(request, { ...known.get(request), ...facts })
}

export const factsOf = (request: FastifyRequest): Facts => known.get(request) ?? {}

/** An error without its message, which may quote what a person sent: only its kind and where it was thrown. */
export function scrubbed(error: unknown): { error: string; stack: string[] } {
  if (!(error instanceof Error)) return { error: typeof error, stack: [] }
  const code = 'code' in error ? ` ${String(error.code)}` : ''
  const stack = (error.stack ?? '').split('\n').filter(line => /^\s+at /.test(line))
  return { error: `${error.name}${code}`, stack: stack.map(line => line.trim()) }
}
