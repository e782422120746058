// Transfers between the company's own accounts: new ones, the probable ones of the statements, and deleting.
import type { z } from 'zod'
import { transfers } from '#contract/transfers.ts'
import { formatCents } from '#domain/money.ts'
import { counted } from '#domain/text.ts'
import { transfer } from '#resources/transfer.ts'
import { overFlow } from './entries.ts'
import { type AnyTarget, companyIn, defineCommand, type Records } from './kit/command.ts'
import type { Ports } from './kit/ports.ts'
import { IN_COMPANY } from './kit/when.ts'
import { pathTo } from './screens.ts'
import { eachOne, eachSlice, outcomeOf, wrote } from './slices.ts'

/** How many transfers one call creates. */
const MOST_CREATED = 1000

const here = { area: 'transfers', company: true } as const

const transferencias = (count: number) => counted(count, ['transferência', 'transferências'])

const transferOf = (pair: Records['transfer_pair']) => ({
  date: pair.from_date,
  amount_cents: pair.amount_cents,
  from_bank_account_id: pair.from_bank_account_id,
  to_bank_account_id: pair.to_bank_account_id,
  bank_statement_entry_ids: [pair.id, pair.to_entry_id],
})

/** Written, it leads to the list it was asked from. */
async function create(ports: Ports, target: AnyTarget, body: z.output<typeof transfer.input>, list: 'transfers' | 'entries') {
  const c = companyIn(target).id
  const { data, ...reply } = await ports.call(transfers.create, { params: { c }, body })
  const say = `Transferência de ${formatCents(data.amount_cents)} criada`
  return wrote(reply, say, { focus: data.id, go: pathTo(list, { companyId: c }) })
}

const TRANSFER_FORM = {
  how: 'form',
  fields: transfer,
  title: 'Nova transferência',
  submit: 'Criar transferência',
  start: (_: AnyTarget, today: string) => ({ ...transfer.start(), date: today }),
  lead: () => 'O dinheiro sai de uma conta da empresa e entra em outra. Não é receita nem despesa.',
} as const

/** Asked for on its own screens and anywhere else in the company. */
const creating = defineCommand({
  id: 'transfer.create',
  title: 'Nova transferência',
  short: 'nova',
  icon: 'plus',
  takes: 'none',
  keys: ['n'],
  keysIn: 'transfers',
  places: ['transfers.page', 'transfers.empty'],
  words: ['transferir', 'entre contas', 'transferência', 'passar dinheiro', 'transferir dinheiro', 'transferir para outra conta'],
  when: IN_COMPANY,
  calls: [transfers.create],
  input: transfer.input,
  asks: { ...TRANSFER_FORM, at: (target: AnyTarget) => pathTo('transfers.create', { companyId: companyIn(target).id }) },
  run: (ports, target, body) => create(ports, target, body, 'transfers'),
})

export const transferCommands = [
  creating,
  // The same over the cash flow, under its own key.
  defineCommand({
    id: 'entry.transfer',
    title: creating.title,
    short: 'transferir',
    icon: 'arrow-left-right',
    takes: 'none',
    keys: ['t'],
    places: ['entries.bar'],
    words: creating.words ?? [],
    when: overFlow,
    keysIn: 'entries',
    calls: [transfers.create],
    input: transfer.input,
    asks: { ...TRANSFER_FORM, at: (target: AnyTarget) => pathTo('entries.transfer', { companyId: companyIn(target).id }) },
    run: (ports, target, body) => create(ports, target, body, 'entries'),
  }),
  defineCommand({
    id: 'transfer.accept',
    title: 'Criar transferências sugeridas',
    short: 'criar transferência',
    icon: 'check',
    of: 'transfer_pair',
    takes: 'some',
    keys: ['t'],
    places: ['transfers.toolbar'],
    words: ['aceitar', 'sugestões'],
    when: here,
    calls: [transfers.createMany],
    run: async (ports, target) => {
      const params = { c: companyIn(target).id }
      const pairs = new Map(target.records.map(pair => [pair.id, pair]))
      const create = (ids: readonly string[]) =>
        ports.call(transfers.createMany, { params, body: { transfers: ids.flatMap(id => pairs.get(id) ?? []).map(transferOf) } })
      const written = await eachSlice(ports, 'Criando', target, create, MOST_CREATED)
      return outcomeOf(
        target,
        written,
        count => `${transferencias(count)} ${count === 1 ? 'criada e conciliada' : 'criadas e conciliadas'}`,
      )
    },
  }),
  defineCommand({
    id: 'transfer.tab',
    title: 'Alternar entre transferências e sugestões',
    short: 'sugestões',
    takes: 'none',
    keys: [']', '['],
    when: here,
    run: async ports => {
      ports.ui.do('transfers.tab')
    },
  }),
  defineCommand({
    id: 'transfer.delete',
    title: 'Excluir transferências',
    short: 'excluir',
    icon: 'trash',
    destroys: true,
    of: 'transfer',
    takes: 'some',
    keys: ['delete', 'backspace'],
    places: ['transfers.toolbar', 'transfer.drawer'],
    words: ['apagar'],
    when: here,
    calls: [transfers.delete],
    run: async (ports, target) => {
      const c = companyIn(target).id
      const written = await eachOne(ports, 'Excluindo', target, id => ports.call(transfers.delete, { params: { c, id } }))
      return outcomeOf(target, written, count => `${transferencias(count)} ${count === 1 ? 'excluída' : 'excluídas'}`)
    },
  }),
]
