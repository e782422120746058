// A rule: the lines of statements it knows by their text, and the category and the contact it fills in them.
import { type Rule, RuleFields, rules } from '#contract/reconciliation.ts'
import type { EntryKind } from '#domain/enums.ts'
import { ENTRY_KIND_LABELS } from '#domain/labels.ts'
import { formatCents } from '#domain/money.ts'
import { choice, count, flag, money, ref, text, told } from './kit/kinds.ts'
import { defineResource } from './kit/resource.ts'
import { names } from './names.ts'

const linesOf = (direction: EntryKind) => `${ENTRY_KIND_LABELS[direction].toLowerCase()}s`

function amounts({ min_amount_cents: min, max_amount_cents: max }: Rule): string {
  if (min !== null && max !== null) return `de ${formatCents(min)} a ${formatCents(max)}`
  return min !== null ? `a partir de ${formatCents(min)}` : max !== null ? `até ${formatCents(max)}` : ''
}

/** 'saídas de R$ 10,00 a R$ 90,00, Itaú 45871-3': what else a line must be. */
export function conditionsOf(rule: Rule): string {
  const lines = [rule.direction && linesOf(rule.direction), amounts(rule)].filter(Boolean).join(' ')
  return [lines, rule.bank_account_name].filter(Boolean).join(', ') || 'qualquer linha'
}

export const rule = defineResource(rules, RuleFields, {
  ...names.rule,
  fields: {
    contains: text('A descrição contém', {
      control: 'rule_text',
      help: 'Maiúsculas e acentos não importam',
      column: { least: 220 },
      search: true,
    }),
    direction: choice<EntryKind | null>(
      'Linhas',
      { CREDIT: `Só ${linesOf('CREDIT')}`, DEBIT: `Só ${linesOf('DEBIT')}` },
      { none: 'Entradas e saídas' },
    ),
    bank_account_id: ref('Conta bancária', 'account', { help: 'Vazia: todas' }),
    min_amount_cents: money<number | null>('Valor a partir de'),
    max_amount_cents: money<number | null>('Valor até'),
    category_id: ref('Categoria', 'category', { help: 'Ela, o contato ou os dois' }),
    contact_id: ref('Contato', 'contact'),
    bank_account_name: text('Conta bancária', { search: true }),
    category_name: text('Categoria', { column: { width: 200, groups: true }, search: true }),
    contact_name: text('Contato', { column: { width: 168, leaves: 3, groups: true }, search: true }),
    name: text('Nome da regra', { help: 'Vazio: o mesmo texto', search: true }),
    priority: count('Ordem', { most: 999, start: '0', help: 'A menor é tentada antes', column: { width: 80, leaves: 2 } }),
    active: flag('Ligada', {
      title: 'Situação',
      yes: 'Ligada',
      no: 'Desligada',
      start: true,
      looks: [
        { tone: 'ok', icon: 'circle-check' },
        { tone: 'quiet', icon: 'ban' },
      ],
      column: { width: 112 },
    }),
  },
  told: {
    conditions: told('E também', conditionsOf, { column: { width: 200, leaves: 1 } }),
    fills: told<Rule>('Preenche', one => [one.category_name, one.contact_name].filter(Boolean).join(' · ')),
  },
  columns: ['contains', 'conditions', 'category_name', 'contact_name', 'priority', 'active'],
  form: [
    ['contains'],
    ['direction', 'bank_account_id'],
    ['min_amount_cents', 'max_amount_cents'],
    ['category_id'],
    ['contact_id'],
    ['name', 'priority'],
    ['active'],
  ],
  wrong: ({ category_id, contact_id, min_amount_cents: min, max_amount_cents: max }) => {
    if (!category_id && !contact_id) return ['category_id', 'Escolha a categoria ou o contato que a regra preenche']
    return min != null && max != null && min > max ? ['max_amount_cents', 'Menor que o valor mínimo'] : undefined
  },
  title: 'contains',
  aside: one => (one.name === one.contains ? null : one.name),
  lead: one => (one.name === one.contains ? '' : one.name),
  muted: one => !one.active,
  drawer: {
    Procura: ['conditions', 'priority', 'active'],
    Preenche: ['category_name', 'contact_name'],
  },
  card: [['active'], ['fills'], ['conditions']],
  placeholder: 'Filtrar por texto, categoria ou contato',
  about: 'Uma regra preenche a categoria e o contato das linhas do extrato. Quem concilia é você.',
  stays: 'O que ela já preencheu fica como está. Dá para desfazer.',
})
