// What may be typed of bills and receivables in one line: a new one, one divided, one settled.
import { allocate } from '#domain/money.ts'
import type { AnyTarget, Records } from './kit/command.ts'
import type { Part, Says } from './kit/part.ts'
import { todayUnlessSaid } from './kit/plain-parts.ts'
import { type Kind, TITLES } from './title-kinds.ts'

const MAKING: readonly string[] = ['lançar', 'criar', 'nova', 'novo', 'cadastrar', 'incluir']

/** The names are those of the input. */
export const newTitleSays = (kind: Kind): Says => {
  const { noun, party, scope, category } = TITLES[kind]
  const own = kind === 'bill' ? ['despesa', 'conta a pagar'] : ['receita', 'conta a receber']
  return {
    makes: noun,
    bare: true,
    verbs: [...MAKING.flatMap(verb => [`${verb} conta`, ...own.map(name => `${verb} ${name}`)]), 'lançar', ...own],
    parts: [
      { name: 'amount_cents', kind: 'amount', title: 'Valor', after: ['por'] },
      { name: 'due_date', kind: 'day', title: 'Vencimento', scope: 'due', business: true, otherwise: todayUnlessSaid },
      { name: 'contact_id', kind: 'contact', title: party, scope, optional: true },
      { name: 'category_id', kind: 'category', title: 'Categoria', scope: category, optional: true },
      { name: 'bank_account_id', kind: 'account', title: 'Conta bancária', scope: 'active', optional: true },
      { name: 'additional_information', kind: 'text', title: 'Descrição', optional: true, rest: true },
    ],
  }
}

const PARTS: Part = { name: 'parts', kind: 'count', title: 'Em quantas partes' }

/** Equal parts, all due when the whole was; more is asked by the form. */
export const SPLIT_SAYS: Says = {
  verbs: ['dividir em', 'parcelar em'],
  parts: [PARTS],
  input({ parts }, { records: [record] }: AnyTarget) {
    const title = record as Records['bill'] | undefined
    if (typeof parts !== 'number' || title === undefined || title.amount_cents < parts) return undefined
    const children = allocate(title.amount_cents, parts).map(amount_cents => ({ amount_cents, due_date: title.due_date }))
    return { children }
  },
}

/** The account is the title's own, where it has one. */
export const settleSays = (kind: Kind): Says => ({
  verbs:
    kind === 'bill'
      ? ['paguei', 'pago', 'paga', 'marcar como paga', 'baixar', 'dar baixa']
      : ['receber', 'recebi', 'recebido', 'recebida', 'baixar'],
  parts: [
    { name: 'date', kind: 'day', title: 'Data', scope: 'past', otherwise: todayUnlessSaid },
    {
      name: 'bank_account_id',
      kind: 'account',
      title: 'Conta bancária',
      scope: 'active',
      optional: true,
      after: ['no', 'na', 'pelo', 'pela'],
    },
  ],
  input({ date, bank_account_id }, { records: [record] }: AnyTarget) {
    const account = bank_account_id ?? (record as Records['bill'] | undefined)?.bank_account_id
    return account === null || account === undefined || date === undefined ? undefined : { date, bank_account_id: account }
  },
})
