// What a person can do with categorisation rules: create, apply to what is pending, switch on and off, delete.
import { rules } from '#contract/reconciliation.ts'
import { counted } from '#domain/text.ts'
import { companyIn, defineCommand } from './kit/command.ts'
import { form } from './kit/form.ts'
import type { Clause } from './kit/when.ts'
import { eachOne, outcomeOf, wrote } from './slices.ts'

const here: Clause = { area: 'rules', company: true }
const linhas = (count: number): string => counted(count, ['linha pendente', 'linhas pendentes'])

export const ruleCommands = [
  defineCommand({
    id: 'rule.create',
    title: 'Nova regra',
    short: 'nova',
    icon: 'plus',
    takes: 'none',
    keys: ['n'],
    places: ['rules.page', 'rules.empty'],
    words: ['sempre categorizar', 'automático', 'criar'],
    keysIn: 'rules',
    when: { company: true },
    calls: [rules.create],
    input: rules.create.spec.body,
    asks: form('rule', { title: 'Nova regra', submit: 'Criar regra' }),
    async run(ports, target, { active: _, ...body }) {
      const reply = await ports.call(rules.create, { params: { c: companyIn(target).id }, body })
      return wrote(reply, `Regra “${reply.data.name}” criada`, { focus: reply.data.id })
    },
  }),
  defineCommand({
    id: 'rule.edit',
    title: 'Alterar regra',
    short: 'alterar',
    icon: 'pencil',
    of: 'rule',
    takes: 'one',
    keys: ['e', 'f2'],
    places: ['rules.toolbar'],
    words: ['editar', 'mudar'],
    when: here,
    calls: [rules.update],
    input: rules.update.spec.body,
    asks: form('rule', { title: 'Alterar regra', submit: 'Salvar' }),
    async run(ports, target, body) {
      const [{ id }] = target.records
      const reply = await ports.call(rules.update, { params: { c: companyIn(target).id, id }, body })
      return wrote(reply, `Regra “${reply.data.name}” alterada`, { focus: id })
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
    places: ['rules.toolbar'],
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
    places: ['rules.toolbar'],
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
    places: ['rules.toolbar'],
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
