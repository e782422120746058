// What a person can do with open finance: connect a bank, bring its lines now, answer what it asks, renew and take the consent back.

import { exports } from '#contract/exports.ts'
import { openFinance } from '#contract/open-finance.ts'
import { companyIn, defineCommand, type Target } from './kit/command.ts'
import { onScreen } from './kit/form.ts'
import { type Clause, IN_COMPANY } from './kit/when.ts'
import { pathTo } from './screens.ts'

const here: Clause = { screen: ['connections', 'connections.detail'], company: true }

type One = Target<'connection', 'one'>
const accountOf = (target: One): string => target.records[0].bank_account_ids[0] ?? ''
const unlinked = (target: One): string | undefined => {
  if (target.records[0].revoked_at !== null) return 'conexão encerrada'
  return target.records[0].bank_account_ids.length === 0 ? 'o banco ainda não trouxe uma conta' : undefined
}

export const connectionCommands = [
  defineCommand({
    id: 'connection.create',
    title: 'Conectar banco',
    short: 'conectar',
    icon: 'plus',
    takes: 'none',
    keys: ['n'],
    keysIn: 'connections',
    places: ['connections.page', 'connections.empty'],
    words: ['open finance', 'adicionar', 'sincronizar banco'],
    when: IN_COMPANY,
    calls: [openFinance.token],
    input: openFinance.token.spec.body,
    asks: onScreen(target => pathTo('connections.open-finance', { companyId: companyIn(target).id })),
    async run(ports, target, body) {
      const c = companyIn(target).id
      const { data } = await ports.call(openFinance.token, { params: { c }, body })
      ports.ui.do('job.watch', { ...data, company_id: c, import_id: data.connection_id, work: 'commit' })
      return {
        go: {
          to: pathTo('connections.detail', { companyId: c, bankAccountId: data.connection_id }),
          search: { banco: undefined, item: undefined },
        },
      }
    },
  }),
  defineCommand({
    id: 'account.connect',
    title: 'Conectar banco por open finance',
    short: 'conectar banco',
    icon: 'refresh',
    takes: 'none',
    keys: ['o'],
    places: ['accounts.bar'],
    words: ['open finance', 'sincronizar'],
    when: { area: 'accounts', company: true },
    calls: [openFinance.token],
    run: async (_, target) => ({ go: pathTo('connections.open-finance', { companyId: companyIn(target).id }) }),
  }),
  defineCommand({
    id: 'account.download',
    title: 'Baixar extrato',
    short: 'baixar extrato',
    icon: 'download',
    of: 'account',
    takes: 'one',
    keys: ['d'],
    places: ['accounts.toolbar', 'account.row'],
    words: ['ofx', 'csv', 'exportar'],
    when: { area: 'accounts', company: true },
    calls: [exports.statement],
    run: async (_, target) => ({
      go: {
        to: pathTo('connections.download', { companyId: companyIn(target).id }),
        search: { bank_account_id: target.records[0].id },
      },
    }),
  }),
  defineCommand({
    id: 'connection.sync',
    title: 'Atualizar agora',
    short: 'atualizar',
    icon: 'refresh',
    of: 'connection',
    takes: 'one',
    keys: ['a'],
    places: ['connections.toolbar', 'connection.row'],
    words: ['sincronizar', 'trazer'],
    when: here,
    calls: [openFinance.sync],
    refuse: target =>
      unlinked(target) ??
      (target.records[0].asks === 'code' || target.records[0].asks === 'credentials' ? 'o banco espera por você' : undefined),
    async run(ports, target) {
      const c = companyIn(target).id
      const { data } = await ports.call(openFinance.sync, { params: { c, id: accountOf(target) } })
      ports.ui.do('job.watch', { ...data, company_id: c, import_id: target.records[0].id, work: 'commit' })
    },
  }),
  defineCommand({
    id: 'connection.code',
    title: 'Digitar o código do banco',
    short: 'digitar código',
    icon: 'key-round',
    of: 'connection',
    takes: 'one',
    keys: ['c'],
    places: ['connections.toolbar', 'connection.row'],
    words: ['token', 'sms'],
    when: here,
    calls: [openFinance.token],
    asks: [{ name: 'code', kind: 'text', title: 'Código', placeholder: 'O que o banco enviou' }],
    refuse: target => (target.records[0].asks === 'code' ? undefined : 'o banco não pediu um código'),
    async run(ports, target, { code }) {
      const c = companyIn(target).id
      const { id, item_id } = target.records[0]
      const { data } = await ports.call(openFinance.token, { params: { c }, body: { item_id, code } })
      ports.ui.do('job.watch', { ...data, company_id: c, import_id: id, work: 'commit' })
    },
  }),
  defineCommand({
    id: 'connection.renew',
    title: 'Renovar o acesso',
    short: 'renovar',
    icon: 'rotate-ccw',
    of: 'connection',
    takes: 'one',
    keys: ['r'],
    places: ['connections.toolbar', 'connection.row'],
    words: ['consentimento', 'credenciais', 'reconectar'],
    when: here,
    calls: [openFinance.token],
    run: async (_, target) => {
      const { item_id, routing_number } = target.records[0]
      return {
        go: {
          to: pathTo('connections.institution', { companyId: companyIn(target).id }),
          search: { banco: routing_number, item: item_id },
        },
      }
    },
  }),
  defineCommand({
    id: 'connection.disconnect',
    title: 'Desconectar banco',
    short: 'desconectar',
    icon: 'unlink',
    destroys: true,
    of: 'connection',
    takes: 'one',
    keys: ['delete', 'backspace'],
    places: ['connections.toolbar', 'connection.row/danger'],
    words: ['revogar', 'consentimento'],
    when: here,
    calls: [openFinance.disconnect],
    refuse: unlinked,
    confirm: target => ({
      title: `Desconectar ${target.records[0].institution_name}?`,
      body: 'O consentimento é revogado e nada mais vem do banco. O que já veio continua nos seus extratos.',
      action: 'Desconectar',
      danger: true,
    }),
    async run(ports, target) {
      await ports.call(openFinance.disconnect, { params: { c: companyIn(target).id, id: accountOf(target) } })
      return { say: `${target.records[0].institution_name} desconectado` }
    },
  }),
]
