// The tax authority as a port: it issues slips and receives yearly statements, and takes its time to answer.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { collectionBarcodeOf, lineOfBarcode } from '#domain/payments/boleto.ts'
import { dynamicCode } from '#domain/payments/br-code.ts'
import type { AnnualStatementKind } from '#domain/taxes/annual-statements.ts'
import type { Clock } from '#server/base/ids.ts'
import { type Db, first } from '#server/db/query.ts'

export type AuthorityAsk =
  | { kind: 'SLIP'; tax_kind: string; document_number: string; competence: string; amount_cents: number; pay_until: string }
  | {
      kind: 'STATEMENT'
      statement: AnnualStatementKind
      document_number: string
      year: number
      commerce_revenue_cents: number
      services_revenue_cents: number
    }

/** What a slip says: pay by the 48 digits or by Pix, until its day. */
export interface SlipAnswer {
  number: string
  barcode: string
  digitable_line: string
  emv_code: string
}

export interface StatementAnswer {
  receipt_number: string
}

export type AuthorityAnswer =
  | { status: 'PROCESSING' }
  | { status: 'DONE'; answer: SlipAnswer | StatementAnswer }
  | { status: 'REJECTED'; reason: string }

export class AuthorityUnavailable extends Error {}

export interface TaxAuthority {
  /** Asking again with the same id is the same question. Throws `AuthorityUnavailable`. Never call it inside a transaction. */
  ask(id: string, ask: AuthorityAsk): Promise<AuthorityAnswer>
}

export interface LocalTaxAuthority extends TaxAuthority {
  /** What it does next, until told otherwise. */
  fault: 'unavailable' | 'reject' | undefined
}

/** Where none is connected nothing pretends to have reached it. */
export const noTaxAuthority: TaxAuthority = {
  async ask() {
    throw new AuthorityUnavailable('no tax authority is connected')
  },
}

const ANSWERS_AFTER_MS = 2_000
/** FEBRABAN's number of Receita Federal for the DAS. */
const RECEITA = '0328'

/** Answers after two seconds; what it was asked stands in its own table, so that a restart changes nothing. */
export function localTaxAuthority(db: Db, clock: Clock): LocalTaxAuthority {
  return {
    fault: undefined,
    async ask(id, ask) {
      if (this.fault === 'unavailable') throw new AuthorityUnavailable('the local tax authority was told to be unavailable')
      if (this.fault === 'reject') return { status: 'REJECTED', reason: 'Contribuinte com pendência cadastral no ambiente local.' }
      await sql`insert into local_tax_authority (id, ask, ready_at)
        values (${id}, ${JSON.stringify(ask)}::jsonb, ${new Date(clock.now() + ANSWERS_AFTER_MS)}) on conflict (id) do nothing`.execute(db)
      const kept = await first(db, sql<{ ready_at: string }>`select ready_at from local_tax_authority where id = ${id}`)
      if (!kept || Date.parse(kept.ready_at) > clock.now()) return { status: 'PROCESSING' }
      return { status: 'DONE', answer: ask.kind === 'SLIP' ? slipOf(id, ask) : receiptOf(id, ask.year) }
    },
  }
}

/** Nine digits that are always the same for one request: asking twice never makes two slips. */
const serialOf = (id: string): string => String(createHash('sha256').update(id).digest().readUIntBE(0, 6) % 1_000_000_000).padStart(9, '0')

/** The slip of a request: the same one however often it is asked for. */
export function slipOf(id: string, ask: Extract<AuthorityAsk, { kind: 'SLIP' }>): SlipAnswer {
  const number = `07${ask.competence.replace('-', '')}${serialOf(id)}`
  const { amount_cents } = ask
  const free_field = `${ask.pay_until.replaceAll('-', '')}${number}`
  const barcode = collectionBarcodeOf({ segment: '5', amount_cents, body: RECEITA, free_field })
  const emv_code = dynamicCode({
    url: `pix.local.invalid/receita/${number}`,
    amount_cents,
    merchant_name: 'RECEITA FEDERAL LOCAL',
    merchant_city: 'BRASILIA',
  })
  return { number, barcode, digitable_line: lineOfBarcode(barcode), emv_code }
}

const receiptOf = (id: string, year: number): StatementAnswer => ({ receipt_number: `${year}.${serialOf(id)}` })
