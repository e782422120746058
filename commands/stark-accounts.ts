// What a person can do with the account that the company has at Stark Bank: connect it, name its project, copy its key, try it, disconnect it.
import { z } from 'zod'
import { type StarkAccount, starkAccounts } from '#contract/stark-accounts.ts'
import { companyIn, defineCommand } from './kit/command.ts'
import { form } from './kit/form.ts'
import { IN_COMPANY, WITH_FORMS } from './kit/when.ts'

declare module './kit/command.ts' {
  interface Records {
    stark_account: StarkAccount & { id: string }
  }
}

const home = { screen: 'wallet', company: true, layer: WITH_FORMS } as const

/** The number may come later: the project is made with the key that the connection gives. */
export const StarkConnectInput = starkAccounts.connect.spec.body.omit({ project_id: true }).extend({
  project_id: z.union([z.literal(''), starkAccounts.setProject.spec.body.shape.project_id]),
})

export const starkAccountCommands = [
  defineCommand({
    id: 'stark_account.connect',
    title: 'Conectar conta Stark Bank',
    short: 'conectar Stark Bank',
    icon: 'landmark',
    takes: 'none',
    keys: ['s'],
    places: ['wallet.empty'],
    words: ['stark', 'banco', 'conta digital', 'api', 'chave pública'],
    keysIn: { screen: 'wallet', company: true },
    when: IN_COMPANY,
    calls: [starkAccounts.connect],
    input: StarkConnectInput,
    asks: form('stark-account', {
      title: 'Conectar conta Stark Bank',
      submit: 'Conectar',
      lead: () =>
        'A conta que a empresa já tem no Stark Bank passa a pagar e receber por aqui. O Razão faz um par de chaves: a pública vai no projeto do banco, a privada fica cifrada.',
    }),
    async run(ports, target, { project_id, ...body }) {
      await ports.call(starkAccounts.connect, {
        params: { c: companyIn(target).id },
        body: { ...body, ...(project_id === '' ? {} : { project_id }) },
      })
      return { say: 'Chave da conta Stark Bank criada', detail: 'Cadastre a chave pública no projeto do banco.' }
    },
  }),
  defineCommand({
    id: 'stark_account.key',
    title: 'Copiar chave pública do Stark Bank',
    short: 'copiar chave',
    icon: 'copy',
    of: 'stark_account',
    takes: 'one',
    keys: ['c'],
    places: ['stark_account.facts'],
    when: home,
    calls: [starkAccounts.get],
    async run(ports, target) {
      await ports.clipboard.write(target.records[0].public_key)
      return { say: 'Chave pública copiada' }
    },
  }),
  defineCommand({
    id: 'stark_account.project',
    title: 'Informar projeto do Stark Bank',
    short: 'informar projeto',
    icon: 'pencil',
    of: 'stark_account',
    takes: 'one',
    keys: ['i'],
    places: ['stark_account.facts'],
    words: ['project id', 'número do projeto'],
    when: home,
    calls: [starkAccounts.setProject],
    asks: [{ name: 'project_id', kind: 'text', title: 'Número do projeto', placeholder: '5656565656565656' }],
    async run(ports, target, { project_id }) {
      await ports.call(starkAccounts.setProject, { params: { c: companyIn(target).id }, body: { project_id: project_id.trim() } })
      return { say: 'Projeto informado', detail: 'O banco está sendo consultado: a situação aparece em instantes.' }
    },
  }),
  defineCommand({
    id: 'stark_account.test',
    title: 'Testar conexão com o Stark Bank',
    short: 'testar',
    icon: 'refresh',
    of: 'stark_account',
    takes: 'one',
    keys: ['t'],
    places: ['stark_account.facts'],
    words: ['experimentar', 'consultar banco', 'funciona'],
    when: home,
    calls: [starkAccounts.test],
    refuse: ({ records: [{ project_id }] }) => (project_id === null ? 'falta informar o projeto' : undefined),
    async run(ports, target) {
      await ports.call(starkAccounts.test, { params: { c: companyIn(target).id } })
      return { say: 'Consultando o banco', detail: 'A situação aparece em instantes.' }
    },
  }),
  defineCommand({
    id: 'stark_account.disconnect',
    title: 'Desconectar conta Stark Bank',
    short: 'desconectar',
    icon: 'unlink',
    destroys: true,
    of: 'stark_account',
    takes: 'one',
    keys: ['delete', 'backspace'],
    places: ['stark_account.facts'],
    words: ['remover', 'apagar chave'],
    when: home,
    calls: [starkAccounts.disconnect],
    confirm: target => ({
      title: 'Desconectar a conta Stark Bank?',
      body: `${companyIn(target).name} deixa de pagar e receber por ela aqui, e a chave guardada é apagada. O extrato já lido fica.`,
      action: 'Desconectar',
      danger: true,
    }),
    async run(ports, target) {
      await ports.call(starkAccounts.disconnect, { params: { c: companyIn(target).id } })
      return { say: 'Conta Stark Bank desconectada' }
    },
  }),
]
