// What a person can do with bank accounts: open one, read or import its statement, reconcile it, archive it.
import { bankAccounts } from '#contract/bank-accounts.ts'
import { bankStatements } from '#contract/bank-statements.ts'
import { reconciliation } from '#contract/reconciliation.ts'
import { knownBank } from '#domain/banks.ts'
import { formatCents } from '#domain/money.ts'
import { formatCount } from '#domain/text.ts'
import { accountForm } from '#resources/account.ts'
import { type AnyTarget, companyIn, defineCommand, type Records } from './kit/command.ts'
import { type Clause, IN_COMPANY } from './kit/when.ts'
import { pathTo } from './screens.ts'
import { wrote } from './slices.ts'

const here: Clause = { area: 'accounts', company: true }

const archived = (target: { readonly records: readonly [{ status: string }] }): string | undefined =>
  target.records[0].status === 'ARCHIVED' ? 'conta arquivada' : undefined

/** A bank people know is called as they call it. */
function calledAs(routing_number: string) {
  const institution_name = knownBank(routing_number)
  return institution_name ? { institution_name } : {}
}

/** What was typed in a selector is taken for a number of the account when it looks like one. */
const numberIn = (typed: unknown): string => (typeof typed === 'string' && /^\d{1,20}-?\w?$/.test(typed) ? typed : '')

export const accountCommands = [
  defineCommand({
    id: 'account.create',
    title: 'Nova conta bancária',
    short: 'nova',
    icon: 'plus',
    takes: 'none',
    keys: ['n'],
    places: ['accounts.page', 'accounts.empty'],
    words: ['banco', 'adicionar', 'criar'],
    keysIn: 'accounts',
    when: IN_COMPANY,
    calls: [bankAccounts.create],
    input: accountForm.input,
    asks: {
      how: 'form',
      fields: accountForm,
      start: (_, __, given) => ({ ...accountForm.start(), account_number: numberIn(given.typed) }),
      title: 'Nova conta bancária',
      submit: 'Criar conta',
      at: (target: AnyTarget) => pathTo('accounts.create', { companyId: companyIn(target).id }),
    },
    async run(ports, target, input) {
      const c = companyIn(target).id
      const body = { ...input, ...calledAs(input.routing_number) }
      const reply = await ports.call(bankAccounts.create, { params: { c }, body })
      const { id, institution_name } = reply.data
      const go = pathTo('accounts.detail', { companyId: c, bankAccountId: id })
      return wrote(reply, `Conta ${institution_name} criada`, { focus: id, go })
    },
  }),
  defineCommand({
    id: 'account.edit',
    title: 'Alterar conta bancária',
    short: 'alterar',
    icon: 'pencil',
    of: 'account',
    takes: 'one',
    keys: ['e', 'f2'],
    places: ['accounts.facts'],
    words: ['editar', 'mudar'],
    when: here,
    calls: [bankAccounts.update],
    input: accountForm.input,
    asks: {
      how: 'form',
      fields: accountForm,
      start: target => accountForm.start(target.records[0] as Records['account']),
      title: 'Alterar conta bancária',
      submit: 'Salvar',
      stands: 'drawer',
      at: (target: AnyTarget) => pathTo('accounts.detail', { companyId: companyIn(target).id, bankAccountId: target.ids[0] ?? '' }),
      again: async (ports, target) => {
        const { data } = await ports.call(bankAccounts.list, { params: { c: companyIn(target).id } })
        return data.find(one => one.id === target.ids[0])
      },
    },
    async run(ports, target, input) {
      const [account] = target.records
      // The person's own name of the bank stays while the bank does.
      const moved = input.routing_number !== account.routing_number
      const body = { ...input, ...(moved ? calledAs(input.routing_number) : {}), version: account.version }
      const reply = await ports.call(bankAccounts.update, { params: { c: companyIn(target).id, id: account.id }, body })
      return wrote(reply, `Conta ${account.institution_name} alterada`, { focus: account.id })
    },
  }),
  defineCommand({
    id: 'account.statement',
    title: 'Ver extrato',
    short: 'extrato',
    icon: 'scroll-text',
    of: 'account',
    takes: 'one',
    keys: ['v'],
    places: ['accounts.toolbar', 'account.row'],
    words: ['movimento', 'linhas'],
    when: here,
    calls: [bankAccounts.get],
    run: async (_, target) => ({
      go: pathTo('statements', { companyId: companyIn(target).id, bankAccountId: target.ids[0] ?? '' }),
    }),
  }),
  defineCommand({
    id: 'account.conciliate',
    title: 'Conciliar esta conta',
    short: 'conciliar',
    icon: 'link-2',
    of: 'account',
    takes: 'one',
    keys: ['c'],
    places: ['accounts.toolbar', 'account.row'],
    words: ['bancada'],
    when: here,
    calls: [reconciliation.suggestions],
    refuse: archived,
    run: async (_, target) => ({
      go: { to: pathTo('conciliation', { companyId: companyIn(target).id }), search: { bank_account_id: target.ids[0] } },
    }),
  }),
  defineCommand({
    id: 'account.import',
    title: 'Importar extrato',
    short: 'importar',
    icon: 'upload',
    takes: 'none',
    places: ['accounts.bar', 'account.row'],
    hint: 'OFX ou CSV',
    words: ['ofx', 'csv'],
    when: here,
    calls: [bankStatements.upload],
    run: async (_, target) => ({ go: pathTo('statements.upload', { companyId: companyIn(target).id }) }),
  }),
  defineCommand({
    id: 'account.archive',
    title: 'Arquivar conta',
    short: 'arquivar',
    icon: 'archive',
    destroys: true,
    of: 'account',
    takes: 'one',
    keys: ['delete', 'backspace'],
    places: ['accounts.toolbar', 'account.row/danger'],
    words: ['encerrar', 'fechar conta'],
    when: here,
    calls: [bankAccounts.archive],
    refuse: target => (archived(target) ? 'já arquivada' : undefined),
    confirm: ({ records: [account] }) => ({
      title: `Arquivar ${account.institution_name}?`,
      body: 'A história dela fica. Ela sai dos seletores e dos totais, e não recebe mais extratos.',
      action: 'Arquivar conta',
      facts: [
        ['Conta', [account.branch_number, account.account_number].filter(Boolean).join(' · ') || '—'],
        ['Saldo hoje', formatCents(account.current_balance)],
        ['Linhas a conciliar', formatCount(account.pending_entries_count)],
      ],
    }),
    async run(ports, target) {
      const c = companyIn(target).id
      const [{ id, institution_name }] = target.records
      const reply = await ports.call(bankAccounts.archive, { params: { c, id } })
      return wrote(reply, `Conta ${institution_name} arquivada`, { focus: id, go: pathTo('accounts', { companyId: c }) })
    },
  }),
]
