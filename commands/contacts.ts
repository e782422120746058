// What a person can do with contacts: create, import, see their bills, delete.
import { bills } from '#contract/bills.ts'
import { contacts } from '#contract/contacts.ts'
import { receivables } from '#contract/receivables.ts'
import { type AnyCommand, companyIn, defineCommand } from './kit/command.ts'
import type { Clause } from './kit/when.ts'
import { pathTo } from './screens.ts'
import { eachOne, outcomeOf } from './slices.ts'

const here: Clause = { area: 'contacts', company: true }
const contatos = (count: number): string => (count === 1 ? '1 contato' : `${count.toLocaleString('pt-BR')} contatos`)

export const contactCommands: readonly AnyCommand[] = [
  defineCommand({
    id: 'contact.create',
    title: 'Novo contato',
    short: 'novo',
    icon: 'plus',
    takes: 'none',
    keys: ['n'],
    places: ['contacts.page', 'contacts.empty'],
    words: ['cliente', 'fornecedor', 'criar', 'adicionar'],
    when: here,
    calls: [contacts.create],
    run: async (_, target) => ({ go: pathTo('contacts.create-document', { companyId: companyIn(target).id }) }),
  }),
  defineCommand({
    id: 'contact.import',
    title: 'Importar contatos',
    short: 'importar',
    icon: 'upload',
    takes: 'none',
    keys: ['u'],
    places: ['contacts.bar', 'contacts.empty'],
    hint: 'planilha CSV',
    words: ['planilha', 'csv'],
    when: here,
    calls: [contacts.import],
    run: async (_, target) => ({ go: pathTo('contacts.upload', { companyId: companyIn(target).id }) }),
  }),
  defineCommand({
    id: 'contact.bills',
    title: 'Contas a pagar do contato',
    short: 'a pagar',
    icon: 'receipt-text',
    of: 'contact',
    takes: 'one',
    keys: ['p'],
    places: ['contacts.toolbar', 'contact.row', 'contact.drawer'],
    when: here,
    calls: [bills.list],
    run: async (_, target) => ({
      go: {
        to: pathTo('bills', { companyId: companyIn(target).id }),
        search: { bills: `contato:"${target.records[0].name}"`, periodo: 'tudo' },
      },
    }),
  }),
  defineCommand({
    id: 'contact.receivables',
    title: 'Contas a receber do contato',
    short: 'a receber',
    icon: 'hand-coins',
    of: 'contact',
    takes: 'one',
    keys: ['r'],
    places: ['contacts.toolbar', 'contact.row', 'contact.drawer'],
    when: here,
    calls: [receivables.list],
    run: async (_, target) => ({
      go: {
        to: pathTo('receivables', { companyId: companyIn(target).id }),
        search: { receivables: `contato:"${target.records[0].name}"`, periodo: 'tudo' },
      },
    }),
  }),
  defineCommand({
    id: 'contact.delete',
    title: 'Excluir contato',
    short: 'excluir',
    icon: 'trash',
    of: 'contact',
    takes: 'some',
    keys: ['delete', 'backspace'],
    places: ['contacts.toolbar', 'contact.row/danger', 'contact.drawer'],
    words: ['apagar', 'remover'],
    when: here,
    calls: [contacts.delete],
    // One contact is asked about at its own address.
    confirm: target =>
      target.count > 1
        ? {
            title: `Excluir ${contatos(target.count)}?`,
            body: 'As contas e os lançamentos deles ficam como estão. Dá para desfazer.',
            action: 'Excluir',
            danger: true,
          }
        : undefined,
    run: async (ports, target) => {
      const [id = ''] = target.ids
      if (target.count === 1) return { go: pathTo('contacts.delete', { companyId: companyIn(target).id, contactId: id }) }
      const written = await eachOne(ports, 'Excluindo', target, each => ports.call(contacts.delete, { params: { id: each } }))
      return outcomeOf(target, written, count => `${contatos(count)} ${count === 1 ? 'excluído' : 'excluídos'}`)
    },
  }),
]
