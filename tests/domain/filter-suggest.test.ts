// What a filter offers while it is typed, and that what is chosen is understood.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseFilter } from '#domain/filter.ts'
import { BILL_FILTER_FIELDS, ENTRY_FILTER_FIELDS } from '#domain/filter-fields.ts'
import { suggestFilter } from '#domain/filter-suggest.ts'

const NAMES: Record<string, readonly string[]> = {
  contact: ['Padaria Sol', 'Solar Energia', 'Gráfica Ipiranga', 'João "Zé" Silva'],
  category: ['Aluguel', 'Água e luz'],
}
const namesOf = (key: string) => NAMES[key] ?? []
/** With the caret where the bar stands. */
const ask = (marked: string) => suggestFilter(marked.replace('|', ''), marked.indexOf('|'), BILL_FILTER_FIELDS, namesOf)
const labels = (marked: string) => ask(marked)?.options.map(option => option.label)
const chosen = (marked: string, at = 0) => {
  const text = marked.replace('|', '')
  const found = ask(marked)
  return found && text.slice(0, found.start) + found.options[at]?.text + text.slice(found.end)
}

describe('values after a colon', () => {
  it('are all of a field, then those that fit', () => {
    expect(labels('status:|')).toContain('pendente')
    expect(labels('status:pa|')).toEqual(['pago', 'enviado para pagamento'])
    expect(labels('fornecedor:sol|')).toEqual(['Solar Energia', 'Padaria Sol'])
    expect(labels('cat:agua|')).toEqual(['Água e luz'])
  })
  it('are quoted where the grammar needs it, and replace what was typed', () => {
    expect(chosen('>100 fornecedor:pad| sem:anexo')).toBe('>100 fornecedor:"Padaria Sol" sem:anexo')
    expect(chosen('-fornecedor:"padaria s|')).toBe('-fornecedor:"Padaria Sol"')
  })
  it('go on after a comma without those already there', () => {
    expect(labels('status:pago,|')).not.toContain('pago')
    expect(chosen('status:pago,pend|')).toBe('status:pago,pendente')
    expect(chosen('fornecedor:"Padaria Sol",gra|')).toBe('fornecedor:"Padaria Sol","Gráfica Ipiranga"')
  })
  it('of days are the periods; of tem: and sem: what can be missing; of amounts none', () => {
    expect(labels('venc:|')).toEqual(expect.arrayContaining(['vencido', 'hoje', 'mês-1']))
    expect(labels('tem:an|')).toEqual(['anexo'])
    expect(labels('sem:ca|')).toEqual(['cat'])
    expect(ask('valor:|')).toBeUndefined()
  })
  it('are silent when what is written is the only one, and where nothing is known', () => {
    expect(ask('status:pago|')).toBeUndefined()
    expect(ask('stauts:|')).toBeUndefined()
    expect(ask('venc<30|')).toBeUndefined()
  })
})

describe('names of fields', () => {
  it('are all of them before a word, then those that begin with it by any of their names', () => {
    expect(labels('|')).toEqual(expect.arrayContaining(['status', 'venc', 'contato', 'tem', 'sem']))
    expect(labels('sol forn|')).toEqual(['contato'])
    expect(chosen('sol -forn|')).toBe('sol -contato:')
    expect(ask('aluguel|')).toBeUndefined()
  })
})

it('whatever is chosen, the grammar understands', () => {
  const pieces = fc.constantFrom(
    'status:',
    'venc:',
    'contato:',
    '-cat:',
    'tem:',
    'sem:',
    'tipo:',
    'rec:',
    'forma:',
    '',
    'conc',
    'conciliado:n',
  )
  fc.assert(
    fc.property(pieces, fc.nat(60), (typed, at) => {
      const found = suggestFilter(typed, typed.length, ENTRY_FILTER_FIELDS, namesOf)
      if (!found) return
      const option = found.options[at % found.options.length]
      const text = typed.slice(0, found.start) + option?.text
      const { errors } = parseFilter(text, { fields: ENTRY_FILTER_FIELDS, today: '2026-11-20' })
      expect(errors.filter(error => error.incomplete !== true)).toEqual([])
    }),
  )
})
