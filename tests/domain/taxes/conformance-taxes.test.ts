// Annexes, limits and slips against the shared fixtures, when they stand beside the repository.
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { collectionBarcodeOf, lineOfBarcode } from '#domain/payments/boleto.ts'
import { computeDasMei, meiLimitCents } from '#domain/taxes/mei.ts'
import { type Annex, REVENUE_LIMITS_CENTS, SIMPLES_ANNEXES } from '#domain/taxes/tables.ts'

const at = (path: string) => new URL(`../../../../shared/fixtures/br/${path}`, import.meta.url)
const absent = !existsSync(at('reference/simples_nacional.json'))
if (absent) console.warn('skipped: the shared fixtures (taxes) are not beside this repository')

interface Reference {
  annexes: Record<Annex, { bands: { up_to_cents: number; rate_percent: number; deduct_cents: number }[] }>
  limits_cents: Record<string, number>
  das_mei_2026_cents: Record<string, number>
}
interface Vector {
  type: string
  valid: boolean
  digitable_line: string
  barcode: string
  segment?: string
  value_kind?: string
  amount_cents: number
}
const read = <T>(path: string): T => JSON.parse(readFileSync(at(path), 'utf8')) as T

describe.skipIf(absent)('the tables', () => {
  it('hold every band of the five annexes', () => {
    const { annexes } = read<Reference>('reference/simples_nacional.json')
    for (const [annex, { bands }] of Object.entries(annexes)) {
      const expected = bands.map(band => ({ ...band, rate_percent: Math.round(band.rate_percent * 1000) }))
      const ours = SIMPLES_ANNEXES[annex as Annex].bands.map(band => ({
        up_to_cents: band.up_to_cents,
        rate_percent: band.rate,
        deduct_cents: band.deduct_cents,
      }))
      expect(ours, annex).toEqual(expected)
    }
  })

  it('hold the limits and the DAS-MEI of 2026', () => {
    const { limits_cents: limits, das_mei_2026_cents: das } = read<Reference>('reference/simples_nacional.json')
    expect(REVENUE_LIMITS_CENTS).toEqual({
      mei: limits.mei_year,
      mei_trucker: limits.mei_trucker_year,
      micro: limits.me_year,
      simples: limits.epp_year,
      state_sublimit: limits.state_sublimit,
    })
    expect(meiLimitCents(2026, 'SERVICES', null)).toBe(limits.mei_year)
    expect(computeDasMei(2026, 'COMMERCE')).toMatchObject({ inss_cents: das.inss, tax_cents: das.commerce_or_industry })
    expect(computeDasMei(2026, 'SERVICES').tax_cents).toBe(das.services)
    expect(computeDasMei(2026, 'BOTH').tax_cents).toBe(das.both)
  })
})

describe.skipIf(absent)('collection slips', () => {
  it('are rebuilt digit by digit from amount, body and free field', () => {
    const { vectors } = read<{ vectors: Vector[] }>('boleto/boletos.json')
    const slips = vectors.filter(each => each.valid && each.type === 'arrecadacao' && each.value_kind === '8')
    expect(slips.length).toBeGreaterThan(1)
    for (const slip of slips) {
      const built = collectionBarcodeOf({
        segment: slip.segment ?? '',
        amount_cents: slip.amount_cents,
        body: slip.barcode.slice(15, 19),
        free_field: slip.barcode.slice(19),
      })
      expect(built).toBe(slip.barcode)
      expect(lineOfBarcode(built)).toBe(slip.digitable_line.replace(/\D/g, ''))
    }
  })
})
