// The column mapping of a bank's CSV as the wire brings it: loose there, exact here.
import { z } from 'zod'
import { invalid } from '#server/base/fail.ts'
import type { AskedMapping } from '#server/parsers/statement-reader.ts'

const column = z.int().min(0).max(199)

const Mapping = z
  .object({
    separator: z.enum([';', ',', '\t', '|']),
    header_row: z.int().min(-1).max(100_000).optional(),
    header: z.array(z.string().max(500)).max(200).optional(),
    decimal: z.enum([',', '.']).default(','),
    kind: z.enum(['BANK', 'CREDIT_CARD']).default('BANK'),
    invert: z.boolean().optional(),
    date: column,
    memo: z.array(column).max(10),
    amount: column.optional(),
    credit: column.optional(),
    debit: column.optional(),
    direction: column.optional(),
    id: column.optional(),
    document: column.optional(),
    balance: column.optional(),
    time: column.optional(),
  })
  .refine(mapping => mapping.amount !== undefined || mapping.credit !== undefined || mapping.debit !== undefined)

/** Refuses with `validation.failed` on `mapping` what is no mapping. */
export function readMapping(value: unknown): AskedMapping {
  const read = Mapping.safeParse(value)
  if (read.success) return read.data as AskedMapping
  throw invalid('mapping', 'Escolha as colunas de data, descrição e valor')
}

/** The mapping inside a form field, as JSON text. */
export function readMappingText(text: string): AskedMapping {
  try {
    return readMapping(JSON.parse(text))
  } catch (error) {
    if (error instanceof SyntaxError) throw invalid('mapping', 'Escolha as colunas de data, descrição e valor')
    throw error
  }
}
