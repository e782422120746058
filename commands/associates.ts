// What a person can do with partners, their dependents and files.
import { z } from 'zod'
import { dependents } from '#contract/associates.ts'
import { attachments } from '#contract/attachments.ts'
import { formatCents } from '#domain/money.ts'
import { DEPENDENT_DEDUCTION_CENTS } from '#domain/taxes/tables.ts'
import { associate, dependent } from '#resources/associate.ts'
import { type AnyTarget, companyIn, defineCommand, type Records } from './kit/command.ts'
import { form } from './kit/form.ts'
import type { Clause } from './kit/when.ts'
import { registerCommands } from './register.ts'
import { pathTo } from './screens.ts'
import { wrote } from './slices.ts'

const here: Clause = { area: 'associates', company: true }
export type DependentInput = z.input<typeof dependent.input>
export const AssociateFileInput = z.object({ file: z.file({ error: 'Escolha um arquivo' }), about: z.string() })

const inDrawer = (companyId: string, associateId: string): string => pathTo('associates.detail', { companyId, associateId })

const dependentOf = ({ records: [dependent] }: AnyTarget) => dependent as Records['dependent']

const ofAssociates = registerCommands(associate)

export const associateCommands = [
  ofAssociates.create({ words: ['titular', 'participação'] }),
  ofAssociates.edit(),
  defineCommand({
    id: 'associate.dependent',
    title: 'Novo dependente',
    short: 'dependente',
    icon: 'user',
    of: 'associate',
    takes: 'one',
    keys: ['d'],
    places: ['associates.toolbar', 'associates.drawer'],
    words: ['filho', 'cônjuge', 'imposto de renda'],
    when: here,
    calls: [dependents.create],
    input: dependent.input,
    asks: form('dependent', {
      title: 'Novo dependente',
      submit: 'Criar dependente',
      lead: () => `Cada dependente aceito pelo imposto de renda deduz ${formatCents(DEPENDENT_DEDUCTION_CENTS)} por mês do pró-labore.`,
      at: target => pathTo('associates.dependent', { companyId: companyIn(target).id, associateId: target.ids[0] ?? '' }),
    }),
    async run(ports, target, input) {
      const c = companyIn(target).id
      const { id } = target.records[0]
      const reply = await ports.call(dependents.create, { params: { c }, body: { ...input, associate_id: id } })
      return wrote(reply, `Dependente ${reply.data.name} criado`, { focus: id, go: inDrawer(c, id) })
    },
  }),
  defineCommand({
    id: 'associate.attach',
    title: 'Anexar arquivo',
    short: 'anexar',
    icon: 'paperclip',
    of: 'associate',
    takes: 'one',
    keys: ['a'],
    places: ['associates.toolbar', 'associates.drawer'],
    words: ['documento', 'contrato social'],
    when: here,
    calls: [attachments.create],
    input: AssociateFileInput,
    asks: form('associate-file', {
      title: 'Anexar arquivo',
      submit: 'Anexar',
      lead: () => 'Documentos do sócio: PDF, imagem, XML ou planilha de até 10 MB.',
      at: target => pathTo('associates.attach', { companyId: companyIn(target).id, associateId: target.ids[0] ?? '' }),
    }),
    async run(ports, target, { file, about }) {
      const c = companyIn(target).id
      const { id } = target.records[0]
      const metadata = about === '' ? {} : { metadata: JSON.stringify({ descricao: about }) }
      const reply = await ports.call(attachments.create, { params: { c }, form: { file, associate_id: id, ...metadata } })
      return wrote(reply, `${file.name} anexado`, { focus: id, go: inDrawer(c, id) })
    },
  }),
  ofAssociates.export(),
  ofAssociates.delete(),
  defineCommand({
    id: 'dependent.edit',
    title: 'Alterar dependente',
    short: 'alterar',
    icon: 'pencil',
    of: 'dependent',
    takes: 'one',
    words: ['editar', 'mudar'],
    when: here,
    calls: [dependents.update],
    input: dependent.input,
    asks: form('dependent', {
      title: target => dependentOf(target).name,
      submit: 'Salvar',
      at: target => {
        const { id: dependentId, associate_id: associateId } = dependentOf(target)
        return pathTo('associates.dependent-detail', { companyId: companyIn(target).id, associateId, dependentId })
      },
      again: async (ports, target) =>
        (await ports.call(dependents.get, { params: { c: companyIn(target).id, id: target.ids[0] ?? '' } })).data,
    }),
    async run(ports, target, input) {
      const c = companyIn(target).id
      const [{ id, version, associate_id }] = target.records
      const reply = await ports.call(dependents.update, { params: { c, id }, body: { ...input, version } })
      return wrote(reply, `Dependente ${reply.data.name} alterado`, { focus: associate_id, go: inDrawer(c, associate_id) })
    },
  }),
  defineCommand({
    id: 'dependent.delete',
    title: 'Excluir dependente',
    short: 'excluir',
    icon: 'trash',
    destroys: true,
    of: 'dependent',
    takes: 'one',
    words: ['apagar', 'remover'],
    when: { ...here, layer: ['page', 'grid', 'overlay', 'form'] },
    calls: [dependents.delete],
    async run(ports, target) {
      const c = companyIn(target).id
      const { id, name, associate_id } = target.records[0]
      const reply = await ports.call(dependents.delete, { params: { c, id } })
      return wrote(reply, `Dependente ${name} excluído`, { go: inDrawer(c, associate_id) })
    },
  }),
  defineCommand({
    id: 'associate_file.delete',
    title: 'Excluir anexo',
    short: 'excluir',
    icon: 'trash',
    destroys: true,
    of: 'associate_file',
    takes: 'one',
    when: here,
    calls: [attachments.delete],
    async run(ports, target) {
      const { id, name } = target.records[0]
      return wrote(await ports.call(attachments.delete, { params: { c: companyIn(target).id, id } }), `${name} excluído`)
    },
  }),
] as const
