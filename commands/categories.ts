// What a person can do with categories: create at the root or below one, take the default chart, inactivate and reactivate.
import { categories } from '#contract/categories.ts'
import { type AnyCommand, type AnyTarget, companyIn, defineCommand } from './kit/command.ts'
import type { Ports } from './kit/ports.ts'
import type { Clause } from './kit/when.ts'
import { pathTo } from './screens.ts'
import { eachOne, outcomeOf } from './slices.ts'

const here: Clause = { area: 'categories', company: true }

async function setStatus(ports: Ports, target: AnyTarget, status: 'ACTIVE' | 'INACTIVE') {
  const row = status === 'ACTIVE' ? categories.activate : categories.inactivate
  const c = companyIn(target).id
  const written = await eachOne(ports, 'Mudando', target, id => ports.call(row, { params: { c, id } }))
  const did = status === 'ACTIVE' ? 'reativada' : 'inativada'
  return outcomeOf(target, written, count => (count === 1 ? `1 categoria ${did}` : `${count} categorias ${did}s`))
}

export const categoryCommands: readonly AnyCommand[] = [
  defineCommand({
    id: 'category.create',
    title: 'Nova categoria',
    short: 'nova',
    icon: 'plus',
    takes: 'none',
    keys: ['n'],
    places: ['categories.page', 'categories.empty'],
    words: ['criar', 'adicionar', 'plano de contas'],
    when: here,
    calls: [categories.create],
    run: async (_, target) => ({ go: pathTo('categories.create', { companyId: companyIn(target).id }) }),
  }),
  defineCommand({
    id: 'category.create-below',
    title: 'Nova categoria dentro desta',
    short: 'nova dentro',
    icon: 'corner-down-right',
    of: 'category',
    takes: 'one',
    keys: ['shift+n'],
    places: ['categories.toolbar', 'category.row', 'category.drawer'],
    words: ['filha', 'subcategoria'],
    when: here,
    calls: [categories.create],
    refuse: target => (target.records[0].status === 'INACTIVE' ? 'categoria inativa' : undefined),
    run: async (_, target) => ({
      go: { to: pathTo('categories.create', { companyId: companyIn(target).id }), search: { dentro: target.ids[0] } },
    }),
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
    run: async (_, target) => ({ go: pathTo('categories.initial-setup', { companyId: companyIn(target).id }) }),
  }),
  defineCommand({
    id: 'category.inactivate',
    title: 'Inativar',
    short: 'inativar',
    icon: 'ban',
    of: 'category',
    takes: 'some',
    keys: ['i', 'delete', 'backspace'],
    places: ['categories.toolbar', 'category.row', 'category.drawer'],
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
    places: ['categories.toolbar', 'category.row', 'category.drawer'],
    words: ['ativar'],
    when: here,
    calls: [categories.activate],
    except: record => (record.status === 'ACTIVE' ? ['já ativa', 'já ativas'] : undefined),
    run: (ports, target) => setStatus(ports, target, 'ACTIVE'),
  }),
]
