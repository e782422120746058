// What a person can do with categorisation rules: create, apply to what is pending, switch on and off, delete.
import { rules } from '#contract/reconciliation.ts'
import { counted } from '#domain/text.ts'
import { rule } from '#resources/rule.ts'
import { companyIn, defineCommand } from './kit/command.ts'
import type { Clause } from './kit/when.ts'
import { registerCommands } from './register.ts'
import { eachOne, outcomeOf } from './slices.ts'

const here: Clause = { area: 'rules', company: true }
const linhas = (count: number): string => counted(count, ['linha pendente', 'linhas pendentes'])

const ofRules = registerCommands(rule)

export const ruleCommands = [
  ofRules.create({ words: ['sempre categorizar', 'automático'] }),
  ofRules.edit(),
  defineCommand({
    id: 'rule.apply',
    title: 'Aplicar às linhas pendentes',
    short: 'aplicar',
    icon: 'zap',
    of: 'rule',
    takes: 'one',
    keys: ['a'],
    places: ['rules.toolbar', 'rules.drawer'],
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
    places: ['rules.toolbar', 'rules.drawer'],
    words: ['ativar', 'desativar', 'pausar'],
    when: here,
    calls: [rules.update],
    async run(ports, target) {
      const c = companyIn(target).id
      const active = target.records.some(one => !one.active)
      const written = await eachOne(ports, 'Mudando', target, id => ports.call(rules.update, { params: { c, id }, body: { active } }))
      const did = active ? 'ligada' : 'desligada'
      return outcomeOf(target, written, count => (count === 1 ? `Regra ${did}` : `${count} regras ${did}s`))
    },
  }),
  ofRules.export(),
  ofRules.delete(),
] as const
