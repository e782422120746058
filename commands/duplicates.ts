// The review of duplicates: going through the suggestions, accepting and ignoring them. Its texts are owed (SPEC.md, Duplicates).
import { entries } from '#contract/entries.ts'
import { companyIn, defineCommand, type Records } from './kit/command.ts'
import type { Chord } from './kit/keys.ts'
import { uiMove } from './kit/ui-move.ts'
import { pathTo } from './screens.ts'

const review = { area: 'duplicates', layer: 'workbench', company: true } as const

const moving = <const Id extends 'first' | 'last' | 'next' | 'previous'>(id: Id, title: string, keys: readonly Chord[], short?: string) =>
  uiMove(`duplicate.${id}`, title, `duplicate.${id}`, { keys, ...(short ? { short } : {}), when: review })

/** The call names the original by its own kind. */
const bodyOf = ({ id, kind }: Records['duplicate']) => (kind === 'BILL' ? { bill_id: id } : { receivable_id: id })

export const duplicateCommands = [
  moving('next', 'Próxima sugestão', ['j', 'down'], 'sugestão'),
  moving('previous', 'Sugestão anterior', ['k', 'up']),
  moving('first', 'Primeira sugestão', ['home', 'mod+home', 'g g']),
  moving('last', 'Última sugestão', ['end', 'mod+end']),
  defineCommand({
    id: 'duplicate.accept',
    title: 'Aceitar sugestão',
    short: 'aceitar',
    icon: 'check',
    of: 'duplicate',
    takes: 'one',
    keys: ['enter'],
    places: ['duplicates.toolbar'],
    words: ['remover duplicados'],
    when: review,
    calls: [entries.acceptDuplicate],
    run: async (ports, target) => {
      const reply = await ports.call(entries.acceptDuplicate, { params: { c: companyIn(target).id }, body: bodyOf(target.records[0]) })
      return {
        say: 'Sugestão aceita!',
        detail: 'Os lançamentos duplicados foram removidos do seu Fluxo de Caixa.',
        undo: reply.batch_id ? [reply.batch_id] : [],
      }
    },
  }),
  defineCommand({
    id: 'duplicate.ignore',
    title: 'Ignorar',
    short: 'ignorar',
    icon: 'ban',
    of: 'duplicate',
    takes: 'one',
    keys: ['i'],
    places: ['duplicates.toolbar'],
    words: ['não é duplicado', 'manter os dois'],
    when: review,
    calls: [entries.ignoreDuplicate],
    run: async (ports, target) => {
      const reply = await ports.call(entries.ignoreDuplicate, { params: { c: companyIn(target).id }, body: bodyOf(target.records[0]) })
      return { say: 'Lançamento ignorado', undo: reply.batch_id ? [reply.batch_id] : [] }
    },
  }),
  defineCommand({
    id: 'duplicate.open',
    title: 'Abrir o original',
    short: 'abrir',
    icon: 'external-link',
    of: 'duplicate',
    takes: 'one',
    keys: ['o'],
    goes: true,
    places: ['duplicates.toolbar'],
    when: review,
    run: async (_, target) => {
      const { id, kind } = target.records[0]
      const companyId = companyIn(target).id
      return {
        go:
          kind === 'BILL'
            ? pathTo('bills.detail', { companyId, billId: id })
            : pathTo('receivables.detail', { companyId, receivableId: id }),
      }
    },
  }),
]
