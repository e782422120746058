// Public vectors of boletos, due factors, late charges and BR Codes, read from the shared fixtures when they stand beside the repository.
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { dueDateOfFactor, factorOfDueDate, parseBoleto } from '#domain/payments/boleto.ts'
import { parseBrCode, toCodeText } from '#domain/payments/br-code.ts'
import { lateCharges } from '#domain/payments/late-charges.ts'
import { readPixKey } from '#domain/payments/pix-key.ts'

const folder = new URL('../../../shared/fixtures/br/', import.meta.url)
const absent = !existsSync(folder)
if (absent) console.warn('skipped: the shared fixtures (boleto, pix) are not beside this repository')
const read = (path: string) => JSON.parse(readFileSync(new URL(path, folder), 'utf8'))
const bare = (text: string) => text.replace(/\D/g, '')

interface Slip {
  digitable_line?: string
  barcode?: string
  valid: boolean
  amount_cents: number
  bank_code?: string
  value_kind?: string
  due_date?: string
  due_factor?: number
  due_date_if_second_cycle?: string
}

describe.skipIf(absent)('boleto vectors', () => {
  const vectors: Slip[] = absent ? [] : read('boleto/boletos.json').vectors

  it('are there', () => expect(vectors.length).toBeGreaterThan(150))

  it('are judged as their sources assert', () => {
    const texts = vectors.flatMap(vector =>
      [vector.digitable_line, vector.barcode].filter(text => text !== undefined).map(text => ({ text, valid: vector.valid })),
    )
    const wrong = texts.filter(({ text, valid }) => (parseBoleto(text, '2026-03-11') !== undefined) !== valid)
    expect(wrong).toEqual([])
  })

  it('say amount, bank, other form and due date', () => {
    for (const vector of vectors.filter(each => each.valid)) {
      const slip = parseBoleto(vector.digitable_line ?? vector.barcode ?? '', vector.due_date ?? '2026-03-11')
      const inReais = vector.value_kind === undefined || vector.value_kind === '6' || vector.value_kind === '8'
      if (inReais) expect(slip?.amount_cents ?? 0, vector.digitable_line).toBe(vector.amount_cents)
      if (vector.bank_code) expect(slip?.bank_code).toBe(vector.bank_code)
      if (vector.barcode) expect(slip?.barcode).toBe(bare(vector.barcode))
      if (vector.digitable_line) expect(slip?.digitable_line).toBe(bare(vector.digitable_line))
      if (vector.due_date) expect(slip?.due_date).toBe(vector.due_date)
    }
  })

  it('keep the due factors asserted around the turn of 2025', () => {
    for (const { due_date, factor } of read('boleto/due_factor.json').vectors) {
      expect(dueDateOfFactor(Number(factor), due_date)).toBe(due_date)
      if (due_date > '2000-07-03') expect(factorOfDueDate(due_date)).toBe(factor)
    }
  })

  it('charge late payments as the worked examples', () => {
    for (const { amount_cents, fine_percent, monthly_interest_percent, days_late, total_cents } of read('formats/late_charges.json')
      .cases) {
      const terms = { fine_basis_points: fine_percent * 100, monthly_interest_basis_points: monthly_interest_percent * 100 }
      expect(lateCharges(amount_cents, days_late, terms).total_cents).toBe(total_cents)
    }
  })
})

describe.skipIf(absent)('BR Code vectors', () => {
  const { vectors, normalisation } = absent ? { vectors: [], normalisation: [] } : read('pix/brcodes.json')

  it('are judged and read as their sources assert', () => {
    expect(vectors.length).toBeGreaterThan(10)
    for (const { emv, valid, expected } of vectors) {
      const code = parseBrCode(emv)
      if (!valid) {
        expect(code, emv).toBeUndefined()
        continue
      }
      expect(code, emv).toMatchObject({
        kind: expected.kind === 'RECURRENCE_ONLY' ? 'RECURRENCE' : expected.kind,
        pix_key: expected.pix_key,
        url: expected.url,
        amount_cents: expected.amount_cents,
        additional_information: expected.additional_information,
        merchant_name: expected.merchant_name,
        merchant_city: expected.merchant_city,
        txid: expected.txid,
        recurrence_url: expected.recurrence_url ?? null,
      })
      if (expected.pix_type) expect(readPixKey(expected.pix_key)?.type, emv).toBe(expected.pix_type)
    }
  })

  it('write names as asserted', () => {
    for (const { input, in_code } of normalisation) expect(toCodeText(input)).toBe(in_code)
  })
})
