// A bank account: where it is, what the books and the bank say of it, and how far its statement is explained.
import { BankAccount, BankAccountFields } from '#contract/bank-accounts.ts'
import { formatDay } from '#domain/days.ts'
import { BANK_ACCOUNT_KIND_LABELS, BANK_ACCOUNT_STATUS_LABELS } from '#domain/labels.ts'
import { formatCents } from '#domain/money.ts'
import { counted, formatCount } from '#domain/text.ts'
import { defineForm } from './kit/form.ts'
import { choice, count, day, digits, money, pick, text, told } from './kit/kinds.ts'
import { defineList } from './kit/list.ts'

/** Books minus bank, in cents; null until a statement brought the bank's balance. */
export const gapOf = ({ current_balance, balance }: Pick<BankAccount, 'current_balance' | 'balance'>): number | null =>
  balance === null ? null : current_balance - balance

const standingOf = ({ status, pending_entries_count: pending }: BankAccount): string => {
  if (status === 'ARCHIVED') return BANK_ACCOUNT_STATUS_LABELS.ARCHIVED
  return pending === 0 ? 'em dia' : counted(pending, ['pendente', 'pendentes'])
}

const fields = {
  routing_number: pick('Banco', 'bank', { missing: 'Escolha o banco', search: true }),
  institution_name: text('Instituição', { column: { least: 190, groups: true }, search: true }),
  branch_number: digits('Agência', { max: 10, abbr: 'ag.', column: { width: 84, leaves: 2 }, search: true }),
  account_number: text('Conta com dígito', { title: 'Conta', column: { width: 112, leaves: 5 }, search: true }),
  kind: choice('Tipo', BANK_ACCOUNT_KIND_LABELS, { start: 'CHECKING', column: { width: 112, leaves: 1 }, search: true }),
  status: choice('Situação', { ...BANK_ACCOUNT_STATUS_LABELS, ACTIVE: '' }, { looks: { ARCHIVED: { tone: 'quiet', icon: 'archive' } } }),
  initial_balance_amount_cents: money('Saldo inicial', { zero: formatCents(0) }),
  date_initial_balance: day('Data do saldo', {
    title: 'Data do saldo inicial',
    bias: 'past',
    help: 'Vazia: antes de todos os lançamentos',
  }),
  current_balance: money('Saldo hoje', { column: { width: 136, total: true, strong: true } }),
  balance: money<number | null>('Saldo do banco', { column: { width: 152, leaves: 3, total: true } }),
  pending_entries_count: count('Pendentes', { column: { width: 100, total: true } }),
} as const

export const account = defineList(BankAccount, {
  nouns: ['conta', 'contas'],
  placeholder: 'Filtrar por banco, agência ou conta',
  fields,
  told: {
    gap: money<BankAccount>('Diferença', { cents: gapOf, column: { width: 128, leaves: 4, total: true } }),
    standing: told('Extrato', standingOf),
  },
  columns: ['institution_name', 'branch_number', 'account_number', 'kind', 'current_balance', 'balance', 'gap', 'pending_entries_count'],
  title: 'institution_name',
  badge: 'status',
  amount: { of: 'current_balance' },
  muted: ({ status }) => status === 'ARCHIVED',
  drawer: {
    Dados: ['routing_number', 'branch_number', 'account_number', 'initial_balance_amount_cents', 'date_initial_balance'],
    Extrato: [
      ['Saldo do banco', ({ balance }) => (balance === null ? 'nenhum extrato importado' : formatCents(balance))],
      ['Informado em', ({ balance_date }) => (balance_date ? formatDay(balance_date) : '')],
      ['Linhas a conciliar', ({ pending_entries_count }) => formatCount(pending_entries_count)],
    ],
  },
  card: [['branch_number', 'account_number', 'kind'], ['standing']],
})

export const accountForm = defineForm(BankAccount, BankAccountFields.omit({ institution_name: true }), {
  fields,
  form: [['routing_number'], ['kind'], ['branch_number', 'account_number'], ['initial_balance_amount_cents', 'date_initial_balance']],
})
