// What every part of the connector stands on, and the two questions they share: the page after, and what a code or slip would pay.
import type { z } from 'zod'
import { normalizeDocument } from '#domain/documents.ts'
import { type Party, Unanswered } from '../payments.ts'
import type { Books } from './books.ts'
import { type StarkClient, StarkRefused } from './client.ts'
import { Previews } from './wire.ts'

export interface Ground {
  client: StarkClient
  books: Books
  now(): number
  /** Of a compensation code of three digits ('341'), as far as the central bank's table knows it. */
  ispbOf(routingNumber: string): string | undefined
  /** Of an ISPB. */
  bankNameOf(ispb: string): string | undefined
}

/** Of one list: more would be one that never ends. */
const MAX_PAGES = 200
const PER_PAGE = '100'

/** Every element, whatever the pages. */
export async function listAll<P extends { cursor?: string | null | undefined }, T>(
  client: StarkClient,
  path: string,
  query: Record<string, string>,
  schema: z.ZodType<P>,
  of: (page: P) => readonly T[],
): Promise<T[]> {
  const found: T[] = []
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const asked = { limit: PER_PAGE, ...query, ...(cursor ? { cursor } : {}) }
    const answer = known(await client.send({ method: 'GET', path, query: asked }, schema))
    found.push(...of(answer))
    if (!answer.cursor) return found
    cursor = answer.cursor
  }
  throw new Unanswered('the bank does not end its list')
}

/** A path that the bank does not know says nothing. */
export function known<T>(answer: T | undefined): T {
  if (answer === undefined) throw new Unanswered('the bank does not know the address of the call')
  return answer
}

export type Preview = z.infer<typeof Previews>['previews'][number]

/** Undefined: the bank will not read it. */
export async function preview(client: StarkClient, code: string): Promise<Preview | undefined> {
  const asked = { method: 'POST', path: '/payment-preview', body: { previews: [{ id: code }] } } as const
  return (await unlessRefused(client.send(asked, Previews)))?.previews[0]
}

export async function unlessRefused<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call
  } catch (error) {
    if (error instanceof StarkRefused) return undefined
    throw error
  }
}

export const partyOf = (of: { name: string; taxId: string }, bank_name: string): Party => ({
  name: of.name,
  document_number: normalizeDocument(of.taxId),
  bank_name,
})
