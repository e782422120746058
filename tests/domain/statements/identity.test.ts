// Importing statements twice, overlapping, with FITIDs that repeat, miss or change.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countDecisions, type ImportRow, planImport, type RowDecision, type StoredStatementRow } from '#domain/statements/identity.ts'
import { readOfx } from '#domain/statements/ofx.ts'
import { ofxBytes } from '#tests/kit/ofx-files.ts'

const row = (memo: string, fitid?: string, more: Partial<ImportRow> = {}): ImportRow => ({
  day: '2026-10-01',
  amount_cents: -1000,
  memo,
  ignorable: false,
  ...(fitid === undefined ? {} : { fitid }),
  ...more,
})

/** What storing the new rows leaves, in order of arrival, when the person says that equal rows of one file are two movements. */
const imported = (stored: readonly StoredStatementRow[], rows: readonly ImportRow[]): StoredStatementRow[] => {
  const decisions = planImport(rows, stored)
  const added = rows.filter((_, index) => {
    const each = decisions[index]!
    return each.decision === 'new' || (each.decision === 'doubtful' && each.stored_id === null)
  })
  return [...stored, ...added.map((fresh, index) => ({ ...fresh, id: `s${stored.length + index}` }))]
}
const names = (decisions: readonly RowDecision[]) => decisions.map(({ decision }) => decision)

// Few days, amounts, memos and ids, so that every kind of clash happens.
const day = fc.integer({ min: 1, max: 6 }).map(number => `2026-10-0${number}`)
const clashing = fc.record({
  day,
  amount_cents: fc.constantFrom(-1000, -250, 500),
  memo: fc.constantFrom('PIX JOAO', 'Pix João', 'TARIFA', ''),
  fitid: fc.constantFrom('', '0', 'A', 'B', 'C', 'D', 'E'),
  ignorable: fc.boolean(),
})
const clashingFile = fc.array(clashing, { maxLength: 25 })

describe('importing a statement', () => {
  it('twice adds nothing and doubts nothing, whatever the file', () => {
    fc.assert(
      fc.property(clashingFile, rows => {
        const again = countDecisions(planImport(rows, imported([], rows)))
        expect([again.new, again.doubtful, again.refused]).toEqual([0, 0, 0])
      }),
      { numRuns: 500 },
    )
  })

  it('twice adds nothing on top of any other file either', () => {
    fc.assert(
      fc.property(clashingFile, clashingFile, (first, second) => {
        const stored = imported(imported([], first), second)
        expect(countDecisions(planImport(second, stored)).new).toBe(0)
      }),
      { numRuns: 500 },
    )
  })

  it('into an empty account keeps every movement, equal ones included', () => {
    fc.assert(
      fc.property(clashingFile, rows => {
        expect(imported([], rows)).toHaveLength(rows.filter(({ ignorable }) => !ignorable).length)
      }),
    )
  })

  it('of two overlapping periods stores the union exactly, or asks', () => {
    const movements = fc
      .array(clashing, { maxLength: 30 })
      .map(rows => rows.map(each => ({ ...each, ignorable: false })).sort((a, b) => (a.day < b.day ? -1 : 1)))
    fc.assert(
      fc.property(movements, day, day, (all, from, until) => {
        const first = all.filter(each => each.day <= until)
        const second = all.filter(each => each.day >= from)
        const stored = imported([], first)
        const decisions = planImport(second, stored)
        second.forEach((each, index) => {
          const answer = decisions[index]!
          const { decision } = answer
          // Days the first file covered are all known; later days are new, or doubtful where a FITID of another day comes back.
          if (each.day <= until) expect(decision).toBe('present')
          else if (answer.decision === 'doubtful')
            expect(
              answer.stored_id === null
                ? second.slice(0, index).some(other => other.day === each.day && other.amount_cents === each.amount_cents)
                : stored.some(other => other.fitid === each.fitid && other.amount_cents === each.amount_cents),
            ).toBe(true)
          else expect(decision).toBe('new')
        })
      }),
      { numRuns: 500 },
    )
  })

  it('of overlapping periods with honest FITIDs stores the union with no question', () => {
    fc.assert(
      fc.property(clashingFile, day, day, (rows, from, until) => {
        const all = rows.map((each, index) => ({ ...each, fitid: `F${index}`, ignorable: false }))
        const stored = imported(
          imported(
            [],
            all.filter(each => each.day <= until),
          ),
          all.filter(each => each.day >= from),
        )
        const union = all.filter(each => each.day <= until || each.day >= from)
        expect(stored.map(({ fitid }) => fitid).sort()).toEqual(union.map(({ fitid }) => fitid).sort())
      }),
    )
  })

  it('claims each stored row once and is deterministic', () => {
    fc.assert(
      fc.property(clashingFile, clashingFile, (first, second) => {
        const stored = imported([], first)
        const decisions = planImport(second, stored)
        const claimed = decisions.flatMap(each => ('stored_id' in each && each.stored_id !== null ? [each.stored_id] : []))
        expect(new Set(claimed).size).toBe(claimed.length)
        expect(planImport(second, stored)).toEqual(decisions)
      }),
    )
  })

  it('asks about the second of two equal rows, once, and never where the bank gave each an id of its own', () => {
    const equal = [row('PIX JOAO', undefined, { line: 7 }), row('Pix João', undefined, { line: 9 }), row('TARIFA', undefined, { line: 11 })]
    expect(planImport(equal, [])).toEqual([
      { decision: 'new' },
      { decision: 'doubtful', stored_id: null, reason: 'Igual a outro lançamento deste arquivo, na linha 7 dele.' },
      { decision: 'new' },
    ])
    expect(names(planImport([row('PIX', 'A'), row('PIX', 'B')], []))).toEqual(['new', 'new'])
    expect(names(planImport([row('PIX', 'A'), row('PIX', 'A')], []))).toEqual(['new', 'doubtful'])
    expect(names(planImport([row('PIX', 'A'), row('PIX')], []))).toEqual(['new', 'doubtful'])
    expect(names(planImport([row('PIX'), row('PIX')], [{ ...row('PIX'), id: 's0' }]))).toEqual(['present', 'doubtful'])
  })

  it('asks about a row that contradicts itself', () => {
    expect(planImport([row('PIX', 'A', { doubt: 'O tipo é DEBIT.' })], [])).toEqual([
      { decision: 'doubtful', stored_id: null, reason: 'O tipo é DEBIT.' },
    ])
  })

  it('keeps two identical movements and asks only about the third', () => {
    const stored = imported([], [row('PIX JOAO'), row('PIX JOAO')])
    expect(stored).toHaveLength(2)
    expect(names(planImport([row('PIX JOAO'), row('Pix João '), row('PIX JOAO')], stored))).toEqual(['present', 'present', 'doubtful'])
  })

  it('knows a row by its FITID though the bank rewrote the memo', () => {
    const stored = imported([], [row('COMPRA CARTAO', 'A')])
    expect(planImport([row('PADARIA CENTRAL', 'A')], stored)).toEqual([{ decision: 'present', stored_id: 's0' }])
  })

  it('loses nothing to repeated, empty or zero FITIDs', () => {
    const rows = [row('a', 'X'), row('b', 'X'), row('c', ''), row('d', '0'), row('e', '000'), row('e', '000')]
    expect(names(planImport(rows, []))).toEqual([...Array(5).fill('new'), 'doubtful'])
    expect(names(planImport([...rows, row('f', 'X')], imported([], rows)))).toEqual([...Array(6).fill('present'), 'new'])
  })

  it('doubts a regenerated FITID, and names the row it resembles', () => {
    const stored = imported([], [row('TARIFA', 'A'), row('PIX JOAO SILVA', 'B')])
    const decisions = planImport([row('PIX JOAO SILVA', 'Z'), row('TARIFA', 'A')], stored)
    expect(decisions[0]).toMatchObject({ decision: 'doubtful', stored_id: 's1' })
    expect(decisions[1]).toMatchObject({ decision: 'present', stored_id: 's0' })
  })

  it('adds a second equal movement that has its own FITID when the file names both', () => {
    const stored = imported([], [row('PIX JOAO', 'A')])
    expect(names(planImport([row('PIX JOAO', 'A'), row('PIX JOAO', 'B')], stored))).toEqual(['present', 'new'])
  })

  it('doubts the same day and amount with a memo alike, and not with another one', () => {
    const stored = imported([], [row('PIX ENVIADO JOAO SILVA')])
    expect(names(planImport([row('Transferência Pix João Silva 123')], stored))).toEqual(['doubtful'])
    expect(names(planImport([row('CONTA DE LUZ')], stored))).toEqual(['new'])
  })

  it('doubts a FITID that comes back with another amount or a near day, never when both changed', () => {
    const stored = imported([], [row('AGENDADO', 'A')])
    expect(names(planImport([row('LIQUIDADO', 'A', { amount_cents: -1100 })], stored))).toEqual(['doubtful'])
    expect(names(planImport([row('LIQUIDADO', 'A', { day: '2026-10-03' })], stored))).toEqual(['doubtful'])
    expect(names(planImport([row('OUTRO', 'A', { day: '2026-11-01' })], stored))).toEqual(['new'])
    expect(names(planImport([row('OUTRO', 'A', { day: '2026-10-03', amount_cents: -5 })], stored))).toEqual(['new'])
  })

  it('follows banks that number the day again: shifted FITIDs never hide a movement', () => {
    const stored = imported([], [row('PADARIA', '20261001001'), row('MERCADO', '20261001002', { amount_cents: -2000 })])
    const file = [
      row('FARMACIA', '20261001001', { amount_cents: -300 }),
      row('PADARIA', '20261001002'),
      row('MERCADO', '20261001003', { amount_cents: -2000 }),
    ]
    expect(names(planImport(file, stored))).toEqual(['new', 'doubtful', 'doubtful'])
  })

  it('refuses new rows of closed days with a reason, and still knows the present ones', () => {
    const closedRanges = [{ start_date: '2026-09-01', end_date: '2026-10-01' }]
    const stored = imported([], [row('A', '1')])
    const file = [row('A', '1'), row('B', '2'), row('A', '3'), row('C', '4', { day: '2026-10-02' })]
    expect(planImport(file, stored, { closedRanges })).toEqual([
      { decision: 'present', stored_id: 's0' },
      { decision: 'refused', reason: 'O período de 01/09/2026 a 01/10/2026 está fechado.' },
      { decision: 'refused', reason: 'O período de 01/09/2026 a 01/10/2026 está fechado.' },
      { decision: 'new' },
    ])
  })

  it('leaves balance lines out unless the caller wants them', () => {
    const balance = row('SALDO DO DIA', '0', { ignorable: true })
    expect(names(planImport([balance, { ...balance, ignorable: false }], []))).toEqual(['ignored', 'new'])
  })

  it('reads a real file twice with nothing new', () => {
    const rows = [1, 2, 3].map(number => ({ day: '2026-10-01', amount_cents: -500, memo: 'PIX JOÃO', fitid: number === 3 ? '9' : '' }))
    const [account] = readOfx(ofxBytes({ rows, charset: 'windows-1252' })).accounts
    const stored = imported([], account!.rows)
    expect(stored).toHaveLength(3)
    expect(countDecisions(planImport(account!.rows, stored))).toEqual({ new: 0, present: 3, doubtful: 0, refused: 0, ignored: 0 })
  })
})
