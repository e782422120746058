// Small rules of the import, period and statement screens: mappings, texts, presets.
import { describe, expect, it } from 'vitest'
import { closePresets } from '#client/features/entries/close-period.tsx'
import { MappingForm, mappingDefaults, mappingOf, readAs } from '#client/features/imports/import-mapping.ts'
import { choiceLook } from '#client/features/imports/import-words.ts'
import { countsText, rangeText } from '#client/features/imports/imports.tsx'
import { hourText } from '#client/features/statements/line-drawer.tsx'
import type { Import } from '#contract/bank-statements.ts'
import { rangeName } from '#domain/periods.ts'

const guess = { separator: ';', decimal: ',', kind: 'BANK', invert: false, date: 0, memo: [1, 4], amount: 2, balance: 3 }

describe('the mapping of a CSV', () => {
  it('goes from the guess to the form and back unchanged', () => {
    expect(mappingOf(mappingDefaults(guess), ';', 2)).toEqual({
      separator: ';',
      header_row: 2,
      decimal: ',',
      kind: 'BANK',
      invert: false,
      date: 0,
      memo: [1, 4],
      amount: 2,
      balance: 3,
    })
  })
  it('sends only the columns of the way that was chosen', () => {
    const form = { ...mappingDefaults(guess), way: 'two' as const, credit: '5', debit: '6', direction: '7' }
    const mapping = mappingOf(form, ';', 0)
    expect(mapping).toMatchObject({ credit: 5, debit: 6 })
    expect(mapping).not.toHaveProperty('amount')
    expect(mapping).not.toHaveProperty('direction')
  })
  it('opens empty where nothing was guessed', () => {
    expect(mappingDefaults(undefined)).toMatchObject({ date: 'none', amount: 'none', way: 'one', decimal: ',' })
  })
  it('asks what positive amounts are until something has said it', () => {
    const { invert: _, ...unsaid } = guess
    const problems = MappingForm.safeParse(mappingDefaults(unsaid)).error?.issues
    expect(problems?.map(({ path, message }) => [path[0], message])).toEqual([
      ['positives', 'Diga se os valores positivos são entradas ou saídas'],
    ])
    expect(MappingForm.safeParse({ ...mappingDefaults(unsaid), direction: '5' }).success).toBe(true)
    expect(mappingOf({ ...mappingDefaults(unsaid), positives: 'OUT' }, ';', 0)).toMatchObject({ invert: true })
  })
  it('shows each cell as it would be read, or that it cannot be', () => {
    const form = { decimal: ',', positives: 'IN', way: 'one', direction: 'none' } as const
    expect(readAs('date', '5/11/2026', form)).toBe('05/11/2026')
    expect(readAs('amount', '-1.234,50', form)).toBe('−1.234,50')
    expect(readAs('amount', '1.234,50', { ...form, positives: 'OUT' })).toBe('−1.234,50')
    expect(readAs('amount', '1.234,50', { ...form, direction: '3' }, 'Saída')).toBe('−1.234,50')
    expect(readAs('debit', '12,00', form)).toBe('−12,00')
    expect(readAs('amount', 'doze', form)).toBeUndefined()
    expect(readAs('date', 'ontem', form)).toBeUndefined()
  })
})

describe('texts', () => {
  const record = { status: 'PREVIEW', new_count: 1, doubtful_count: 3, committed_count: 0 } as Import
  it('count what an import would do, and what it did', () => {
    expect(countsText(record)).toBe('1 nova, 3 duvidosas')
    expect(countsText({ ...record, status: 'COMMITTED', committed_count: 1 })).toBe('1 gravada')
  })
  it('write the year of a range once', () => {
    expect(rangeText({ start_date: '2026-01-15', end_date: '2026-11-19' })).toBe('15/01 a 19/11/2026')
    expect(rangeText({ start_date: '2025-12-15', end_date: '2026-01-02' })).toBe('15/12/2025 a 02/01/2026')
  })
  it('give the hour as the spec writes it', () => {
    expect(hourText('14:35')).toBe('14h35')
    expect(hourText(null)).toBe('')
  })
  it('say of a row what it will do, and afterwards what it did', () => {
    expect(choiceLook('ADD', 'new', false).label).toBe('Entra')
    expect(choiceLook('ADD', 'new', true).label).toBe('Entrou')
    expect(choiceLook('SKIP', 'refused', false).label).toBe('Não entra')
    expect(choiceLook('SKIP', 'doubtful', true).label).toBe('Ficou de fora')
  })
})

describe('periods', () => {
  it('are named by their months when they are whole', () => {
    expect(rangeName({ start_date: '2026-10-01', end_date: '2026-10-31' })).toBe('outubro de 2026')
    expect(rangeName({ start_date: '2026-08-01', end_date: '2026-09-30' })).toBe('agosto a setembro de 2026')
    expect(rangeName({ start_date: '2025-11-01', end_date: '2026-01-31' })).toBe('novembro de 2025 a janeiro de 2026')
    expect(rangeName({ start_date: '2026-10-01', end_date: '2026-10-15' })).toBe('01/10/2026 a 15/10/2026')
  })
  it('are offered only where they can be closed', () => {
    const labels = (closed: { start_date: string; end_date: string }[]) => closePresets('2026-11-20', closed).map(preset => preset.label)
    expect(labels([])).toEqual(['mês passado', 'setembro de 2026'])
    expect(labels([{ start_date: '2026-08-01', end_date: '2026-09-30' }])).toEqual(['mês passado'])
    expect(labels([{ start_date: '2026-06-01', end_date: '2026-07-31' }])).toContain('desde o último fechamento')
    expect(labels([{ start_date: '2026-10-01', end_date: '2026-10-31' }])).not.toContain('mês passado')
  })
})
