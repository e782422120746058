// What a person can do with rows of the cash flow, and the writes that bills and receivables share with them.
import { entries } from '#contract/entries.ts'
import type { AnyCommand, AnyTarget } from './kit/command.ts'
import { companyIn, defineCommand } from './kit/command.ts'
import type { Ports } from './kit/ports.ts'
import type { Clause } from './kit/when.ts'
import { pathTo } from './screens.ts'
import { eachSlice, outcomeOf } from './slices.ts'

/** '1 conta', '12 contas'. */
export type Counted = (count: number) => string
type Participle = readonly [one: string, many: string]

const lancamentos: Counted = count => (count === 1 ? '1 lançamento' : `${count.toLocaleString('pt-BR')} lançamentos`)

export async function deleteEntries(ports: Ports, target: AnyTarget, counted: Counted, [one, many]: Participle) {
  const params = { c: companyIn(target).id }
  const written = await eachSlice(ports, 'Excluindo', target, ids => ports.call(entries.delete, { params, body: { entries: ids } }))
  return outcomeOf(target, written, count => `${counted(count)} ${count === 1 ? one : many}`)
}

export async function copyEntries(ports: Ports, target: AnyTarget, counted: Counted, [one, many]: Participle) {
  const params = { c: companyIn(target).id }
  const written = await eachSlice(ports, 'Duplicando', target, ids => ports.call(entries.copy, { params, body: { entries: ids } }))
  return outcomeOf(target, written, count => `${counted(count)} ${count === 1 ? one : many}`)
}

const flow: Clause = { area: 'entries', company: true }

export const entryCommands: readonly AnyCommand[] = [
  defineCommand({
    id: 'entry.import',
    title: 'Importar lançamentos',
    short: 'importar',
    icon: 'upload',
    takes: 'none',
    keys: ['u'],
    places: ['entries.bar'],
    when: flow,
    calls: [entries.upload],
    run: async (_, target) => ({ go: pathTo('entries.upload', { companyId: companyIn(target).id }) }),
  }),
  defineCommand({
    id: 'entry.duplicate',
    title: 'Duplicar lançamentos',
    short: 'duplicar',
    icon: 'copy',
    of: 'entry',
    takes: 'some',
    keys: ['d'],
    places: ['entries.toolbar', 'entry.row'],
    when: flow,
    calls: [entries.copy],
    run: (ports, target) => copyEntries(ports, target, lancamentos, ['duplicado', 'duplicados']),
  }),
  defineCommand({
    id: 'entry.delete',
    title: 'Excluir lançamentos',
    short: 'excluir',
    icon: 'trash',
    of: 'entry',
    takes: 'some',
    keys: ['delete', 'backspace'],
    places: ['entries.toolbar', 'entry.row'],
    when: flow,
    calls: [entries.delete],
    except: record => {
      if (record.conciliation_id !== null) return ['já conciliado', 'já conciliados']
      if (record.status === 'PAID' || record.status === 'RECEIVED') return ['já baixado', 'já baixados']
      if (record.transfer_id !== null) return ['parte de transferência', 'partes de transferência']
      return record.editable ? undefined : ['não pode ser excluído', 'não podem ser excluídos']
    },
    run: (ports, target) => deleteEntries(ports, target, lancamentos, ['excluído', 'excluídos']),
  }),
]
