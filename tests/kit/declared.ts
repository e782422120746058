// Checks that every refusal a test meets is declared by its row, in final pt-BR words, so that the OpenAPI document never omits one.
import { ERRORS, type ErrorBody, isErrorId } from '#contract/errors.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { refusalsOf } from '#server/kernel/openapi-components.ts'
import { hasRawId } from './raw-ids.ts'

/** What a person must never read: an unfilled placeholder, an invalid value, SQL, a stack trace, a library's English. */
const RAW = [
  /\{\w*\}|undefined|\bnull\b|\bNaN\b|\[object|\bat \S+:\d/,
  /\b(select|insert|update|delete) \w|\b(error|invalid|failed|expected|required|must)\b/i,
]

/** Throws when a refusal is not declared by its row, or does not read like one. */
export function expectDeclared(row: Endpoint, status: number, answer: unknown): void {
  const refusal = answer as ErrorBody
  const told = `${row.id} answered ${status} ${JSON.stringify(answer)}`
  if (!isErrorId(refusal?.id)) throw new Error(`${told}: an id outside the catalogue`)
  if (!refusalsOf(row).includes(refusal.id)) throw new Error(`${told}: its row does not declare ${refusal.id}`)
  if (status !== ERRORS[refusal.id].status && !(refusal.id === 'conflict.stale_version' && status === 412))
    throw new Error(`${told}: another status`)
  for (const { id, message } of [refusal, ...(refusal.details ?? [])]) {
    if (!isErrorId(id)) throw new Error(`${told}: a detail outside the catalogue`)
    if (message.trim() === '' || RAW.some(raw => raw.test(message)) || hasRawId(message))
      throw new Error(`${told}: a text that is not for people`)
  }
  if (refusal.request_id === '') throw new Error(`${told}: no request id`)
}
