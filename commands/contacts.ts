// What a person can do with contacts: create, import, see their bills, delete.
import { bills } from '#contract/bills.ts'
import { ContactFields, contacts } from '#contract/contacts.ts'
import { receivables } from '#contract/receivables.ts'
import { companyIn, defineCommand } from './kit/command.ts'
import { form, SheetInput, sheet } from './kit/form.ts'
import type { Clause } from './kit/when.ts'
import { pathTo } from './screens.ts'
import { eachOne, outcomeOf, wrote } from './slices.ts'

const here: Clause = { area: 'contacts', company: true }
const contatos = (count: number): string => (count === 1 ? '1 contato' : `${count.toLocaleString('pt-BR')} contatos`)

export const contactCommands = [
  defineCommand({
    id: 'contact.create',
    title: 'Novo contato',
    short: 'novo',
    icon: 'plus',
    takes: 'none',
    keys: ['n'],
    keysIn: 'contacts',
    places: ['contacts.page', 'contacts.empty'],
    words: ['cliente', 'fornecedor', 'criar', 'adicionar'],
    when: { company: true },
    calls: [contacts.create],
    input: ContactFields,
    asks: form('contact', {
      title: 'Novo contato',
      submit: 'Criar contato',
      at: target => pathTo('contacts.create-document', { companyId: companyIn(target).id }),
    }),
    async run(ports, target, input) {
      const c = companyIn(target).id
      const reply = await ports.call(contacts.create, { body: { ...input, company_id: c } })
      const { id, name } = reply.data
      return wrote(reply, `Contato ${name} criado`, { focus: id, go: pathTo('contacts.detail', { companyId: c, contactId: id }) })
    },
  }),
  defineCommand({
    id: 'contact.edit',
    title: 'Alterar contato',
    short: 'alterar',
    icon: 'pencil',
    of: 'contact',
    takes: 'one',
    keys: ['e', 'f2'],
    places: ['contacts.facts'],
    words: ['editar', 'mudar'],
    when: here,
    calls: [contacts.update],
    input: ContactFields,
    asks: form('contact', {
      title: 'Alterar contato',
      submit: 'Salvar',
      stands: 'drawer',
      at: target => pathTo('contacts.detail', { companyId: companyIn(target).id, contactId: target.ids[0] ?? '' }),
      again: async (ports, target) => {
        const { data } = await ports.call(contacts.list, { query: { companyId: companyIn(target).id } })
        return data.find(one => one.id === target.ids[0])
      },
    }),
    async run(ports, target, input) {
      const [{ id, version }] = target.records
      const reply = await ports.call(contacts.update, { params: { id }, body: { ...input, version } })
      return wrote(reply, `Contato ${reply.data.name} alterado`, { focus: id })
    },
  }),
  defineCommand({
    id: 'contact.import',
    title: 'Importar contatos',
    short: 'importar',
    icon: 'upload',
    takes: 'none',
    keys: ['u'],
    keysIn: 'contacts',
    places: ['contacts.bar', 'contacts.empty'],
    hint: 'planilha CSV ou XLSX',
    words: ['planilha', 'csv', 'xlsx', 'excel'],
    when: { company: true },
    calls: [contacts.import],
    input: SheetInput,
    asks: sheet({
      title: 'Importar contatos',
      submit: 'Importar',
      words:
        'Planilha CSV ou XLSX com as colunas Nome e Tipo (cliente, fornecedor ou ambos); Documento, E-mail, Telefone e Apelido são opcionais. Com qualquer erro, nada entra.',
      at: target => pathTo('contacts.upload', { companyId: companyIn(target).id }),
    }),
    async run(ports, target, { file }) {
      const c = companyIn(target).id
      const reply = await ports.call(contacts.import, { params: { c }, form: { file } })
      const say = `${contatos(reply.data.imported)} ${reply.data.imported === 1 ? 'importado' : 'importados'}`
      return wrote(reply, say, { go: pathTo('contacts', { companyId: c }) })
    },
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
    confirm: ({ count, records: [first] }) => ({
      title: `Excluir ${count === 1 ? (first?.name ?? '') : contatos(count)}?`,
      body: 'As contas e os lançamentos ficam como estão. Dá para desfazer.',
      action: count === 1 ? 'Excluir contato' : 'Excluir',
      danger: true,
    }),
    async run(ports, target) {
      const written = await eachOne(ports, 'Excluindo', target, id => ports.call(contacts.delete, { params: { id } }))
      const [first] = target.records
      const done = outcomeOf(target, written, count => `${contatos(count)} ${count === 1 ? 'excluído' : 'excluídos'}`)
      if (target.count > 1 || first === undefined) return done
      return { ...done, say: `Contato ${first.name} excluído`, go: pathTo('contacts', { companyId: companyIn(target).id }) }
    },
  }),
]
