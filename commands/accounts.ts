// What a person can do with bank accounts: open one, read or import its statement, reconcile it, archive it.
import { bankAccounts } from '#contract/bank-accounts.ts'
import { bankStatements } from '#contract/bank-statements.ts'
import { reconciliation } from '#contract/reconciliation.ts'
import { type AnyCommand, companyIn, defineCommand } from './kit/command.ts'
import type { Clause } from './kit/when.ts'
import { pathTo } from './screens.ts'

const here: Clause = { area: 'accounts', company: true }

const archived = (target: { readonly records: readonly [{ status: string }] }): string | undefined =>
  target.records[0].status === 'ARCHIVED' ? 'conta arquivada' : undefined

export const accountCommands: readonly AnyCommand[] = [
  defineCommand({
    id: 'account.create',
    title: 'Nova conta bancária',
    short: 'nova',
    icon: 'plus',
    takes: 'none',
    keys: ['n'],
    places: ['accounts.page', 'accounts.empty'],
    words: ['banco', 'adicionar', 'criar'],
    when: here,
    calls: [bankAccounts.create],
    run: async (_, target) => ({ go: pathTo('accounts.create', { companyId: companyIn(target).id }) }),
  }),
  defineCommand({
    id: 'account.statement',
    title: 'Ver extrato',
    short: 'extrato',
    icon: 'scroll-text',
    of: 'account',
    takes: 'one',
    keys: ['v'],
    places: ['accounts.toolbar', 'account.row', 'account.drawer'],
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
    places: ['accounts.toolbar', 'account.row', 'account.drawer'],
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
    keys: ['u'],
    places: ['accounts.bar', 'account.row', 'account.drawer'],
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
    of: 'account',
    takes: 'one',
    keys: ['delete', 'backspace'],
    places: ['accounts.toolbar', 'account.row/danger', 'account.drawer'],
    words: ['encerrar', 'fechar conta'],
    when: here,
    calls: [bankAccounts.archive],
    refuse: target => (archived(target) ? 'já arquivada' : undefined),
    run: async (_, target) => ({
      go: pathTo('accounts.archive', { companyId: companyIn(target).id, bankAccountId: target.ids[0] ?? '' }),
    }),
  }),
]
