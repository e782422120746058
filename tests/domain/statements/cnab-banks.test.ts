// Every bank's return, field by field: records made here from the positions that each bank's layout states, in both widths.
import { describe, expect, it } from 'vitest'
import { readCnab, readReturn } from '#domain/statements/cnab.ts'

const bytes = (lines: readonly string[]) => Uint8Array.from(lines.join('\r\n'), letter => letter.charCodeAt(0))

type Fields = Record<number, string>
function line(width: number, fields: Fields): string {
  let text = ' '.repeat(width)
  for (const [at, value] of Object.entries(fields)) text = text.slice(0, Number(at) - 1) + value + text.slice(Number(at) - 1 + value.length)
  return text
}

/** Where one slip of 123,45 paid with 125,00 on 20/06, credited on 22/06/2026, stands in each bank's record of 400 positions. */
const BANKS_400: Record<string, { settled: string; our_number: [number, string]; fields: Fields; fee?: Fields }> = {
  '001': {
    settled: '05 06 07 08 15',
    our_number: [64, '11122450000000290'],
    fields: usual('7', { 176: '220626' }),
    fee: { 182: '0000333' },
  },
  '033': { settled: '06 07 08 16 17', our_number: [63, '00000104'], fields: usual('1', { 296: '220626' }), fee: { 176: '0000000000333' } },
  '041': { settled: '06 17', our_number: [63, '0000001040'], fields: usual('1', { 296: '220626' }), fee: { 176: '0000000000333' } },
  '077': {
    settled: '06',
    our_number: [71, '00000000104'],
    fields: { 1: '1', 92: '200626', 98: 'NF 1234', 119: '180626', 125: '0000000012345', 160: '0000000012500', 173: '220626' },
  },
  '104': { settled: '21 22', our_number: [57, '14000000000000010'], fields: usual('1', { 294: '220626' }), fee: { 176: '0000000000333' } },
  '237': { settled: '06 15 17', our_number: [71, '000000000097'], fields: usual('1', { 296: '220626' }), fee: { 176: '0000000000333' } },
  '341': { settled: '06 07 08 10 59', our_number: [86, '002313270'], fields: usual('1', { 296: '220626' }), fee: { 176: '0000000000333' } },
  '748': {
    settled: '06 15 16',
    our_number: [48, '162000015000000'],
    fields: usual('1', { 329: '20260622' }),
    fee: { 176: '0000000000333' },
  },
  '756': { settled: '05 06', our_number: [63, '00000000104'], fields: usual('1', { 176: '220626' }), fee: { 182: '0000333' } },
}

function usual(kind: string, credit: Fields): Fields {
  return { 1: kind, 111: '200626', 117: 'NF 1234', 147: '180626', 153: '0000000012345', 254: '0000000012500', ...credit }
}

const ALL = Array.from({ length: 99 }, (_, at) => String(at + 1).padStart(2, '0'))

describe.each(Object.entries(BANKS_400))(
  'the return of bank %s in 400 positions',
  (bank, { settled, our_number: [at, number], fields, fee = {} }) => {
    const record = (occurrence: string, more: Fields = {}) =>
      line(400, { ...fields, ...fee, [at]: number, [bank === '077' ? 90 : 109]: occurrence, ...more })
    const file = (...details: string[]) =>
      bytes(
        [line(400, { 1: '02RETORNO01COBRANCA', 77: bank }), ...details, line(400, { 1: '9' })].map(
          (text, index) => `${text.slice(0, 394)}${String(index + 1).padStart(6, '0')}`,
        ),
      )

    it('is read from its own positions', () => {
      const [occurrence = ''] = settled.split(' ')
      expect(readReturn(file(record(occurrence))).occurrences).toEqual([
        {
          line: 2,
          occurrence,
          our_number: number,
          document: 'NF 1234',
          payer: '',
          due_day: '2026-06-18',
          occurrence_day: '2026-06-20',
          credit_day: '2026-06-22',
          amount_cents: 12_345,
          paid_cents: 12_500,
          fee_cents: fee === undefined || Object.keys(fee).length === 0 ? 0 : 333,
          reasons: [],
        },
      ])
    })

    it('brings money by each occurrence that settles, and asks about every other that says it was paid and credited', () => {
      for (const occurrence of ALL) {
        const { accounts } = readCnab(file(record(occurrence)))
        const money = accounts[0]!.rows.filter(row => row.amount_cents > 0)
        const is = settled.split(' ').includes(occurrence) ? 'money' : 'asked'
        expect(money.map(row => [row.day, row.amount_cents, row.doubt === undefined ? 'money' : 'asked'])).toEqual([
          ['2026-06-22', 12_500, is],
        ])
      }
    })

    it('tells a settled slip without the amount paid', () => {
      const [occurrence = ''] = settled.split(' ')
      const paid = bank === '077' ? 160 : 254
      const { rows, errors } = readCnab(file(record(occurrence, { [paid]: '0000000000000' }))).accounts[0]!
      expect(rows.filter(row => row.amount_cents > 0)).toEqual([])
      expect(errors).toEqual([{ line: 2, reason: `A liquidação (ocorrência ${occurrence}) não traz valor pago.` }])
    })
  },
)

/** nosso número, document and payer of each bank's T segment where they are not FEBRABAN's, and what stands right behind the number. */
const BANKS_240: Record<string, { settled: string; our_number: [number, string]; behind?: string; shift?: number; payer?: string }> = {
  '001': { settled: '06 17', our_number: [38, '32948600000000196'], payer: '0'.repeat(40) },
  '033': { settled: '06 17', our_number: [41, '0000000001040'], shift: -4 },
  '104': { settled: '06 46', our_number: [40, '24000000011136997'], behind: '9' },
  '237': { settled: '06 17', our_number: [38, '00000000000000000097'] },
  '341': { settled: '06 08 10', our_number: [41, '00231327'], behind: '0' },
  '748': { settled: '06 17', our_number: [38, '162000015'] },
  '756': { settled: '06 17 50', our_number: [38, '0000000083'], behind: '01011' },
}

describe.each(Object.entries(BANKS_240))(
  'the return of bank %s in 240 positions',
  (bank, { settled, our_number, behind = '', shift = 0, payer = 'MARIA' }) => {
    const [at, number] = our_number
    const title = (occurrence: string) =>
      line(240, {
        1: `${bank}0001300001T`,
        16: occurrence,
        [at]: number + behind,
        [59 + shift]: 'NF 9',
        [74 + shift]: '18062026',
        [82 + shift]: '000000000012345',
        [shift ? 144 : 149]: payer,
        [shift ? 194 : 199]: '000000000000333',
      })
    const money = (occurrence: string) =>
      line(240, { 1: `${bank}0001300002U`, 16: occurrence, 78: '000000000012500', 93: '000000000012167', 138: '20062026', 146: '22062026' })
    const file = (occurrence: string) => [
      line(240, { 1: `${bank}00000`, 18: '2', 19: '02659953000176' }),
      title(occurrence),
      money(occurrence),
      line(240, { 1: `${bank}99999`, 18: '000001000004' }),
    ]

    it('is read from its own positions, blanks at the ends of lines or not', () => {
      for (const lines of [file('06'), file('06').map(text => text.trimEnd())]) {
        const read = readReturn(bytes(lines))
        expect([read.errors, read.warnings]).toEqual([[], []])
        expect(read.occurrences).toEqual([
          {
            line: 2,
            occurrence: '06',
            our_number: number,
            document: 'NF 9',
            payer: payer === 'MARIA' ? 'MARIA' : '',
            due_day: '2026-06-18',
            occurrence_day: '2026-06-20',
            credit_day: '2026-06-22',
            amount_cents: 12_345,
            paid_cents: 12_500,
            fee_cents: 333,
            reasons: [],
          },
        ])
      }
    })

    it('brings money by each occurrence that settles, and asks about every other that says it was paid and credited', () => {
      for (const occurrence of ALL) {
        const money = readCnab(bytes(file(occurrence))).accounts[0]!.rows.filter(row => row.amount_cents > 0)
        const is = settled.split(' ').includes(occurrence) ? 'money' : 'asked'
        expect(money.map(row => [row.amount_cents, row.doubt === undefined ? 'money' : 'asked'])).toEqual([[12_500, is]])
      }
    })
  },
)
