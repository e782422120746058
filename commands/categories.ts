// What a person can do with categories: create at the root or below one, take the default chart, inactivate and reactivate.
import { z } from 'zod'
import { type Category, categories } from '#contract/categories.ts'
import type { Body } from '#contract/kit/endpoint.ts'
import { DEFAULT_CATEGORIES } from '#domain/categories.ts'
import { type AnyTarget, companyIn, defineCommand, type Outcome } from './kit/command.ts'
import { form } from './kit/form.ts'
import type { Ports } from './kit/ports.ts'
import { type Clause, IN_COMPANY } from './kit/when.ts'
import { pathTo } from './screens.ts'
import { eachOne, outcomeOf, wrote } from './slices.ts'

const here: Clause = { area: 'categories', company: true }

async function setStatus(ports: Ports, target: AnyTarget, status: 'ACTIVE' | 'INACTIVE') {
  const row = status === 'ACTIVE' ? categories.activate : categories.inactivate
  const c = companyIn(target).id
  const written = await eachOne(ports, 'Mudando', target, id => ports.call(row, { params: { c, id } }))
  const did = status === 'ACTIVE' ? 'reativada' : 'inativada'
  return outcomeOf(target, written, count => (count === 1 ? `1 categoria ${did}` : `${count} categorias ${did}s`))
}

/** Every category of a tree. */
const branches = (tree: readonly Category[]): readonly Category[] => tree.flatMap(one => [one, ...branches(one.categories ?? [])])

const creating = {
  calls: [categories.create],
  input: categories.create.spec.body,
  async run(ports: Ports, target: Pick<AnyTarget, 'company'>, body: Body<typeof categories.create>): Promise<Outcome> {
    const c = companyIn(target).id
    const reply = await ports.call(categories.create, { params: { c }, body })
    const { id, name } = reply.data
    return wrote(reply, `Categoria ${name} criada`, { focus: id, go: pathTo('categories.detail', { companyId: c, categoryId: id }) })
  },
} as const
const newCategory = { title: 'Nova categoria', submit: 'Criar categoria' } as const

export const categoryCommands = [
  defineCommand({
    id: 'category.create',
    title: 'Nova categoria',
    short: 'nova',
    icon: 'plus',
    takes: 'none',
    keys: ['n'],
    places: ['categories.page', 'categories.empty'],
    words: ['criar', 'adicionar', 'plano de contas'],
    keysIn: 'categories',
    when: IN_COMPANY,
    ...creating,
    asks: form('category', { ...newCategory, at: target => pathTo('categories.create', { companyId: companyIn(target).id }) }),
  }),
  defineCommand({
    id: 'category.create-below',
    title: 'Nova categoria dentro desta',
    short: 'nova dentro',
    icon: 'corner-down-right',
    of: 'category',
    takes: 'one',
    keys: ['shift+n'],
    places: ['categories.toolbar'],
    words: ['filha', 'subcategoria'],
    when: here,
    refuse: target => (target.records[0].status === 'INACTIVE' ? 'categoria inativa' : undefined),
    ...creating,
    asks: form('category', newCategory),
  }),
  defineCommand({
    id: 'category.edit',
    title: 'Alterar categoria',
    short: 'alterar',
    icon: 'pencil',
    of: 'category',
    takes: 'one',
    keys: ['e', 'f2'],
    places: ['categories.facts'],
    words: ['editar', 'mudar', 'renomear'],
    when: here,
    calls: [categories.update],
    input: categories.create.spec.body,
    asks: form('category', {
      title: 'Alterar categoria',
      submit: 'Salvar',
      stands: 'drawer',
      at: target => pathTo('categories.detail', { companyId: companyIn(target).id, categoryId: target.ids[0] ?? '' }),
      again: async (ports, target) => {
        const { data } = await ports.call(categories.list, { params: { c: companyIn(target).id } })
        return branches(data).find(one => one.id === target.ids[0])
      },
    }),
    async run(ports, target, body) {
      const [{ id, version }] = target.records
      const reply = await ports.call(categories.update, { params: { c: companyIn(target).id, id }, body: { ...body, version } })
      return wrote(reply, `Categoria ${reply.data.name} alterada`, { focus: id })
    },
  }),
  defineCommand({
    id: 'category.initial-setup',
    title: 'Usar o plano de contas padrão',
    icon: 'list-checks',
    takes: 'none',
    places: ['categories.empty'],
    words: ['padrão', 'modelo', 'plano de contas'],
    when: here,
    calls: [categories.initialSetup],
    asks: form('initial-setup', {
      title: 'Plano de contas padrão',
      submit: `Criar as ${DEFAULT_CATEGORIES.length} categorias`,
      at: target => pathTo('categories.initial-setup', { companyId: companyIn(target).id }),
    }),
    input: z.object({}),
    async run(ports, target) {
      const c = companyIn(target).id
      const reply = await ports.call(categories.initialSetup, { params: { c } })
      return wrote(reply, 'Plano de contas padrão criado', { go: pathTo('categories', { companyId: c }) })
    },
  }),
  defineCommand({
    id: 'category.inactivate',
    title: 'Inativar',
    short: 'inativar',
    icon: 'ban',
    of: 'category',
    takes: 'some',
    keys: ['i', 'delete', 'backspace'],
    places: ['categories.toolbar'],
    hint: 'e o que estiver dentro',
    words: ['desativar', 'esconder'],
    when: here,
    calls: [categories.inactivate],
    except: record => (record.status === 'INACTIVE' ? ['já inativa', 'já inativas'] : undefined),
    run: (ports, target) => setStatus(ports, target, 'INACTIVE'),
  }),
  defineCommand({
    id: 'category.activate',
    title: 'Reativar',
    short: 'reativar',
    icon: 'circle-check',
    of: 'category',
    takes: 'some',
    keys: ['a'],
    places: ['categories.toolbar'],
    words: ['ativar'],
    when: here,
    calls: [categories.activate],
    except: record => (record.status === 'ACTIVE' ? ['já ativa', 'já ativas'] : undefined),
    run: (ports, target) => setStatus(ports, target, 'ACTIVE'),
  }),
]
