// What a person can do with rows of the cash flow, and the writes that bills and receivables share with them.
import { bills } from '#contract/bills.ts'
import { entries } from '#contract/entries.ts'
import { receivables } from '#contract/receivables.ts'
import { counted } from '#domain/text.ts'
import type { AnyTarget } from './kit/command.ts'
import { companyIn, defineCommand } from './kit/command.ts'
import { SheetInput, sheet } from './kit/form.ts'
import type { Ports } from './kit/ports.ts'
import { type Clause, IN_COMPANY } from './kit/when.ts'
import { inCashFlow, pathTo } from './screens.ts'
import { ENTRY_COLUMNS, sendSheet, sheetCalls } from './sheets.ts'
import { eachSlice, outcomeOf } from './slices.ts'

/** 'conta excluída', 'contas excluídas'. */
type Done = readonly [one: string, many: string]

export async function deleteEntries(ports: Ports, target: AnyTarget, done: Done) {
  const params = { c: companyIn(target).id }
  const written = await eachSlice(ports, 'Excluindo', target, ids => ports.call(entries.delete, { params, body: { entries: ids } }))
  return outcomeOf(target, written, count => counted(count, done))
}

export async function copyEntries(ports: Ports, target: AnyTarget, done: Done) {
  const params = { c: companyIn(target).id }
  const written = await eachSlice(ports, 'Duplicando', target, ids => ports.call(entries.copy, { params, body: { entries: ids } }))
  return outcomeOf(target, written, count => counted(count, done))
}

const flow: Clause = { area: 'entries', company: true }
/** With a bill or a receivable open over the list too: its buttons stay where they are. */
export const overFlow: Clause = { area: ['entries', 'bills', 'receivables'], company: true }

const companyOf = (target: AnyTarget) => ({ companyId: companyIn(target).id })

export const entryCommands = [
  defineCommand({
    id: 'entry.create',
    title: 'Novo lançamento',
    short: 'novo',
    icon: 'plus',
    takes: 'none',
    keys: ['n'],
    places: ['entries.page', 'entries.empty'],
    when: overFlow,
    keysIn: 'entries',
    calls: [bills.create, receivables.create],
    asks: [
      {
        name: 'kind',
        kind: 'choice',
        title: 'Novo lançamento',
        options: () => [
          { value: 'DEBIT', label: 'Saída: conta a pagar', digit: '1' },
          { value: 'CREDIT', label: 'Entrada: conta a receber', digit: '2' },
        ],
      },
    ],
    run: async (_, target, { kind }) => ({
      go: inCashFlow(pathTo(kind === 'DEBIT' ? 'bills.create' : 'receivables.create', companyOf(target))),
    }),
  }),
  defineCommand({
    id: 'entry.by-category',
    title: 'Fluxo por categoria',
    short: 'categorias',
    icon: 'tag',
    takes: 'none',
    keys: ['l'],
    places: ['entries.bar'],
    words: ['categorias', 'somar', 'agrupar'],
    when: overFlow,
    keysIn: 'entries',
    goes: true,
    run: async (_, target) => ({ go: pathTo('entries.categories', companyOf(target)) }),
  }),
  defineCommand({
    id: 'entry.import',
    title: 'Importar lançamentos',
    short: 'importar',
    icon: 'upload',
    takes: 'none',
    keys: ['u'],
    keysIn: 'entries',
    places: ['entries.bar', 'entries.empty'],
    hint: 'planilha CSV, TXT ou XLSX',
    words: ['planilha', 'csv', 'xlsx', 'excel', 'contas'],
    when: IN_COMPANY,
    calls: sheetCalls('entries'),
    input: SheetInput,
    asks: sheet({
      title: 'Importar lançamentos',
      submit: 'Conferir',
      sample: 'entries',
      words: ENTRY_COLUMNS,
      at: target => pathTo('entries.upload', { companyId: companyIn(target).id }),
    }),
    run: (ports, target, { file }) => sendSheet(ports, target, 'entries', file),
  }),
  defineCommand({
    id: 'entry.duplicate',
    title: 'Duplicar lançamentos',
    short: 'duplicar',
    icon: 'copy',
    of: 'entry',
    takes: 'some',
    keys: ['d'],
    places: ['entries.toolbar'],
    when: flow,
    calls: [entries.copy],
    run: (ports, target) => copyEntries(ports, target, ['lançamento duplicado', 'lançamentos duplicados']),
  }),
  defineCommand({
    id: 'entry.delete',
    title: 'Excluir lançamentos',
    short: 'excluir',
    icon: 'trash',
    destroys: true,
    of: 'entry',
    takes: 'some',
    keys: ['delete', 'backspace'],
    places: ['entries.toolbar'],
    when: flow,
    calls: [entries.delete],
    except: record => {
      if (record.conciliation_id !== null) return ['já conciliado', 'já conciliados']
      if (record.status === 'PAID' || record.status === 'RECEIVED') return ['já baixado', 'já baixados']
      if (record.transfer_id !== null) return ['parte de transferência', 'partes de transferência']
      return record.editable ? undefined : ['não pode ser excluído', 'não podem ser excluídos']
    },
    run: (ports, target) => deleteEntries(ports, target, ['lançamento excluído', 'lançamentos excluídos']),
  }),
]
