// A file that a company sends to its bank: named by its day and number, kept with its digest, given again byte by byte.
import { createHash } from 'node:crypto'
import { TooWide } from '#domain/collection/fixed.ts'
import { clockInSaoPaulo } from '#domain/days.ts'
import { fail, invalid } from '#server/base/fail.ts'
import { type Context, Reply } from '#server/kernel/context.ts'
import { downloadHeaders } from '#server/kernel/download.ts'

/** 'HHmm00', as the headers of such files have it. */
export const timeOfFile = (now: number): string => `${clockInSaoPaulo(now).replace(':', '')}00`

interface Numbered {
  /** Two letters: 'CB' of charges, 'PG' of payments. */
  prefix: string
  sequence: number
  /** A file the bank has not approved the kind of is a test, and its name says so. */
  approved: boolean
}

/** What is kept of a file besides its number. */
export const bankFile = ({ today, now }: Pick<Context, 'today' | 'now'>, { prefix, sequence, approved }: Numbered, content: string) => ({
  file_name: `${prefix}${today.slice(8, 10)}${today.slice(5, 7)}${String(sequence).padStart(2, '0')}${approved ? '' : '-TESTE'}.REM`,
  content,
  sha256: createHash('sha256').update(content, 'ascii').digest('hex'),
  generated_at: new Date(now).toISOString(),
})

/** A value without room in the layout is told as what it is, of the field that brought it, with nothing numbered or written. */
export function fitting<T>(field: string, make: () => T): T {
  try {
    return make()
  } catch (error) {
    if (error instanceof TooWide) throw invalid(field, error.message)
    throw error
  }
}

/** The file as it was made. */
export function fileReply(found: { content: string; file_name: string } | undefined): Reply {
  if (!found) throw fail('resource.not_found')
  return new Reply('file', Buffer.from(found.content, 'ascii'), downloadHeaders(found.file_name, 'application/octet-stream'))
}
