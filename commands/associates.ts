// What a person can do with partners, their dependents and files.
import { associates, dependents } from '#contract/associates.ts'
import { attachments } from '#contract/attachments.ts'
import { type AnyCommand, companyIn, defineCommand } from './kit/command.ts'
import type { Clause } from './kit/when.ts'
import { pathTo } from './screens.ts'
import { eachOne, outcomeOf } from './slices.ts'

const here: Clause = { area: 'associates', company: true }
const socios = (count: number): string => (count === 1 ? '1 sócio' : `${count.toLocaleString('pt-BR')} sócios`)

export const associateCommands: readonly AnyCommand[] = [
  defineCommand({
    id: 'associate.create',
    title: 'Novo sócio',
    short: 'novo',
    icon: 'plus',
    takes: 'none',
    keys: ['n'],
    places: ['associates.page', 'associates.empty'],
    words: ['titular', 'participação', 'criar'],
    when: here,
    calls: [associates.create],
    run: async (_, target) => ({ go: pathTo('associates.create', { companyId: companyIn(target).id }) }),
  }),
  defineCommand({
    id: 'associate.dependent',
    title: 'Novo dependente',
    short: 'dependente',
    icon: 'user',
    of: 'associate',
    takes: 'one',
    keys: ['d'],
    places: ['associates.toolbar', 'associate.row', 'associate.drawer'],
    words: ['filho', 'cônjuge', 'imposto de renda'],
    when: here,
    calls: [dependents.create],
    run: async (_, target) => ({
      go: pathTo('associates.dependent', { companyId: companyIn(target).id, associateId: target.records[0].id }),
    }),
  }),
  defineCommand({
    id: 'associate.attach',
    title: 'Anexar arquivo',
    short: 'anexar',
    icon: 'paperclip',
    of: 'associate',
    takes: 'one',
    keys: ['a'],
    places: ['associates.toolbar', 'associate.row', 'associate.drawer'],
    words: ['documento', 'contrato social'],
    when: here,
    calls: [attachments.create],
    run: async (_, target) => ({
      go: pathTo('associates.attach', { companyId: companyIn(target).id, associateId: target.records[0].id }),
    }),
  }),
  defineCommand({
    id: 'associate.delete',
    title: 'Excluir sócio',
    short: 'excluir',
    icon: 'trash',
    of: 'associate',
    takes: 'some',
    keys: ['delete', 'backspace'],
    places: ['associates.toolbar', 'associate.row/danger', 'associate.drawer'],
    words: ['apagar', 'remover'],
    when: here,
    calls: [associates.delete],
    confirm: ({ count, records: [first] }) => ({
      title: count === 1 ? `Excluir ${first?.name ?? ''}?` : `Excluir ${socios(count)}?`,
      body: 'Os dependentes vão junto. Dá para desfazer.',
      action: 'Excluir',
      danger: true,
    }),
    async run(ports, target) {
      const c = companyIn(target).id
      const written = await eachOne(ports, 'Excluindo', target, id => ports.call(associates.delete, { params: { c, id } }))
      ports.ui.do('drawer.close')
      return outcomeOf(target, written, count => `${socios(count)} ${count === 1 ? 'excluído' : 'excluídos'}`)
    },
  }),
  defineCommand({
    id: 'dependent.delete',
    title: 'Excluir dependente',
    short: 'excluir',
    icon: 'trash',
    of: 'dependent',
    takes: 'one',
    words: ['apagar', 'remover'],
    when: { ...here, layer: ['page', 'grid', 'overlay', 'form'] },
    calls: [dependents.delete],
    async run(ports, target) {
      const c = companyIn(target).id
      const { id, name, associate_id } = target.records[0]
      const { batch_id } = await ports.call(dependents.delete, { params: { c, id } })
      return {
        say: `Dependente ${name} excluído`,
        undo: batch_id ? [batch_id] : [],
        go: pathTo('associates.detail', { companyId: c, associateId: associate_id }),
      }
    },
  }),
  defineCommand({
    id: 'associate_file.delete',
    title: 'Excluir anexo',
    short: 'excluir',
    icon: 'trash',
    of: 'associate_file',
    takes: 'one',
    when: here,
    calls: [attachments.delete],
    async run(ports, target) {
      const { id, name } = target.records[0]
      const { batch_id } = await ports.call(attachments.delete, { params: { c: companyIn(target).id, id } })
      return { say: `${name} excluído`, undo: batch_id ? [batch_id] : [] }
    },
  }),
]
