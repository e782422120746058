// What a person can do with categorisation rules: create, apply to what is pending, switch on and off, delete.
import { rules } from '#contract/reconciliation.ts'
import { type AnyCommand, companyIn, defineCommand } from './kit/command.ts'
import type { Clause } from './kit/when.ts'
import { eachOne, outcomeOf } from './slices.ts'

const here: Clause = { area: 'rules', company: true }
const linhas = (count: number): string => (count === 1 ? '1 linha pendente' : `${count.toLocaleString('pt-BR')} linhas pendentes`)

export const ruleCommands: readonly AnyCommand[] = [
  defineCommand({
    id: 'rule.create',
    title: 'Nova regra',
    short: 'nova',
    icon: 'plus',
    takes: 'none',
    keys: ['n'],
    places: ['rules.page', 'rules.empty'],
    words: ['sempre categorizar', 'automático', 'criar'],
    when: here,
    calls: [rules.create],
    run: async ports => {
      ports.ui.do('rule.form')
    },
  }),
  defineCommand({
    id: 'rule.apply',
    title: 'Aplicar às linhas pendentes',
    short: 'aplicar',
    icon: 'zap',
    of: 'rule',
    takes: 'one',
    keys: ['a'],
    places: ['rules.toolbar', 'rule.row', 'rule.drawer'],
    words: ['categorizar', 'executar'],
    when: here,
    calls: [rules.apply],
    refuse: target => (target.records[0].active ? undefined : 'regra desligada'),
    async run(ports, target) {
      const params = { c: companyIn(target).id, id: target.ids[0] ?? '' }
      const { data } = await ports.call(rules.apply, { params, query: { preview: 'true' } })
      if (data.updated === 0) return { say: 'Nenhuma linha pendente sem categoria casa com esta regra' }
      const sure = await ports.ask.confirm({
        title: `Aplicar a ${linhas(data.updated)}?`,
        body: `“${target.records[0].name}” preenche a categoria e o contato das linhas que ainda não têm categoria. Conciliar continua com você.`,
        action: `Aplicar a ${linhas(data.updated)}`,
      })
      if (!sure) return undefined
      const reply = await ports.call(rules.apply, { params, query: {} })
      return { say: `Regra aplicada a ${linhas(reply.data.updated)}`, undo: reply.batch_id ? [reply.batch_id] : [] }
    },
  }),
  defineCommand({
    id: 'rule.toggle',
    title: 'Ligar ou desligar',
    short: 'ligar ou desligar',
    icon: 'ban',
    of: 'rule',
    takes: 'some',
    keys: ['i'],
    places: ['rules.toolbar', 'rule.row', 'rule.drawer'],
    words: ['ativar', 'desativar', 'pausar'],
    when: here,
    calls: [rules.update],
    async run(ports, target) {
      const c = companyIn(target).id
      const active = target.records.some(rule => !rule.active)
      const written = await eachOne(ports, 'Mudando', target, id => ports.call(rules.update, { params: { c, id }, body: { active } }))
      const did = active ? 'ligada' : 'desligada'
      return outcomeOf(target, written, count => (count === 1 ? `Regra ${did}` : `${count} regras ${did}s`))
    },
  }),
  defineCommand({
    id: 'rule.delete',
    title: 'Excluir regra',
    short: 'excluir',
    icon: 'trash',
    of: 'rule',
    takes: 'some',
    keys: ['delete', 'backspace'],
    places: ['rules.toolbar', 'rule.row/danger', 'rule.drawer'],
    words: ['apagar', 'remover'],
    when: here,
    calls: [rules.delete],
    async run(ports, target) {
      const c = companyIn(target).id
      const written = await eachOne(ports, 'Excluindo', target, id => ports.call(rules.delete, { params: { c, id } }))
      ports.ui.do('drawer.close')
      return outcomeOf(target, written, count => (count === 1 ? 'Regra excluída' : `${count} regras excluídas`))
    },
  }),
]
