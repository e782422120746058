// What a person can do with contacts: what any register can, contacts from a sheet, and their bills.
import { bills } from '#contract/bills.ts'
import type { Contact } from '#contract/contacts.ts'
import { receivables } from '#contract/receivables.ts'
import { contact } from '#resources/contact.ts'
import { companyIn, defineCommand } from './kit/command.ts'
import { form } from './kit/form.ts'
import type { Clause } from './kit/when.ts'
import { registerCommands } from './register.ts'
import { pathTo } from './screens.ts'

declare module './kit/command.ts' {
  interface Records {
    contact: Contact
  }
}

const here: Clause = { area: 'contacts', company: true }
const ofContacts = registerCommands(contact)

export const contactCommands = [
  // By address in three steps, over another form the shortest.
  ofContacts.create({
    words: ['cliente', 'fornecedor', 'adicionar'],
    asks: form('contact', {
      title: 'Novo contato',
      submit: 'Criar contato',
      at: target => pathTo('contacts.create', { companyId: companyIn(target).id }),
    }),
  }),
  ofContacts.edit(),
  ofContacts.import('contacts', 'contacts.upload', { words: ['clientes', 'fornecedores'] }),
  defineCommand({
    id: 'contact.bills',
    title: 'Contas a pagar do contato',
    short: 'a pagar',
    icon: 'receipt-text',
    of: 'contact',
    takes: 'one',
    keys: ['p'],
    places: ['contacts.toolbar', 'contacts.drawer'],
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
    places: ['contacts.toolbar', 'contacts.drawer'],
    when: here,
    calls: [receivables.list],
    run: async (_, target) => ({
      go: {
        to: pathTo('receivables', { companyId: companyIn(target).id }),
        search: { receivables: `contato:"${target.records[0].name}"`, periodo: 'tudo' },
      },
    }),
  }),
  ofContacts.export(),
  ofContacts.delete(),
] as const
