// What a person can do with the lines of a bank account's statement, outside the workbench.
import { reconciliation } from '#contract/reconciliation.ts'
import { type AnyCommand, type AnyTarget, companyIn, defineCommand, type Records } from './kit/command.ts'
import { pathTo } from './screens.ts'
import { slices } from './titles.ts'

/** How many lines one call turns into entries. */
const MOST_CREATED = 5000

const here = { screen: 'statements', company: true } as const

type Line = Records['statement_line']

/** The same call for every slice of the target's lines, under one undo. */
async function eachSlice(target: AnyTarget, write: (ids: string[]) => Promise<{ batch_id: string | undefined }>): Promise<string[]> {
  const undo: string[] = []
  for (const ids of slices(target.ids)) {
    const { batch_id } = await write(ids)
    if (batch_id) undo.push(batch_id)
  }
  return undo
}

const linhas = (count: number) => (count === 1 ? '1 linha' : `${count.toLocaleString('pt-BR')} linhas`)
const notPending = (line: Line) => (line.status === 'CONCILIATED' ? 'já conciliada' : line.status === 'IGNORED' ? 'ignorada' : undefined)

export const statementCommands: readonly AnyCommand[] = [
  defineCommand({
    id: 'statement.conciliate',
    title: 'Conciliar na bancada',
    short: 'conciliar',
    icon: 'link-2',
    of: 'statement_line',
    takes: 'one',
    keys: ['c'],
    places: ['statement.toolbar', 'statement_line.row'],
    when: here,
    calls: [reconciliation.conciliate],
    refuse: target => (target.records[0] ? notPending(target.records[0]) : undefined),
    run: async (_, target) => ({
      go: {
        to: pathTo('conciliation', { companyId: companyIn(target).id }),
        search: { bank_account_id: target.records[0].bank_account_id, linha: target.records[0].id },
      },
    }),
  }),
  defineCommand({
    id: 'statement.create',
    title: 'Criar lançamentos quitados',
    short: 'criar',
    icon: 'plus',
    of: 'statement_line',
    takes: 'some',
    keys: ['n'],
    places: ['statement.toolbar', 'statement_line.row'],
    words: ['novo lançamento', 'sem conta'],
    when: here,
    calls: [reconciliation.createEntries],
    asks: [{ name: 'category_id', kind: 'category', title: 'Categoria', optional: true }],
    except: notPending,
    run: async (ports, target, { category_id }) => {
      const undo: string[] = []
      for (const ids of slices(target.ids, MOST_CREATED)) {
        const items = ids.map(id => ({ id, ...(category_id ? { category_id } : {}) }))
        const reply = await ports.call(reconciliation.createEntries, { params: { c: companyIn(target).id }, body: { items } })
        if (reply.batch_id) undo.push(reply.batch_id)
      }
      const say = target.count === 1 ? '1 lançamento criado e conciliado' : `${target.count} lançamentos criados e conciliados`
      return { say, undo }
    },
  }),
  defineCommand({
    id: 'statement.category',
    title: 'Categorizar linhas',
    short: 'categoria',
    icon: 'tag',
    of: 'statement_line',
    takes: 'some',
    keys: ['l'],
    places: ['statement.toolbar', 'statement_line.row'],
    words: ['cat', 'categoria'],
    when: here,
    calls: [reconciliation.categorise],
    asks: [{ name: 'category_id', kind: 'category', title: 'Categoria' }],
    except: notPending,
    run: async (ports, target, { category_id }) => {
      const params = { c: companyIn(target).id }
      const undo = await eachSlice(target, ids => ports.call(reconciliation.categorise, { params, body: { ids, category_id } }))
      const say = `${linhas(target.count)} ${target.count === 1 ? 'categorizada' : 'categorizadas'}`
      return { say, undo }
    },
  }),
  defineCommand({
    id: 'statement.ignore',
    title: 'Ignorar linhas',
    short: 'ignorar',
    icon: 'ban',
    of: 'statement_line',
    takes: 'some',
    keys: ['i'],
    places: ['statement.toolbar', 'statement_line.row'],
    when: here,
    calls: [reconciliation.ignore],
    except: notPending,
    run: async (ports, target) => {
      const params = { c: companyIn(target).id }
      const undo = await eachSlice(target, ids => ports.call(reconciliation.ignore, { params, body: { ids, ignored: true } }))
      return {
        say: `${linhas(target.count)} ${target.count === 1 ? 'ignorada' : 'ignoradas'}`,
        undo,
      }
    },
  }),
  defineCommand({
    id: 'statement.restore',
    title: 'Deixar de ignorar',
    icon: 'rotate-ccw',
    of: 'statement_line',
    takes: 'some',
    keys: ['o'],
    places: ['statement_line.row'],
    words: ['trazer de volta', 'restaurar'],
    when: here,
    calls: [reconciliation.ignore],
    except: line => (line.status === 'IGNORED' ? undefined : 'não ignorada'),
    run: async (ports, target) => {
      const params = { c: companyIn(target).id }
      const undo = await eachSlice(target, ids => ports.call(reconciliation.ignore, { params, body: { ids, ignored: false } }))
      return { say: `${linhas(target.count)} de volta às pendentes`, undo }
    },
  }),
  defineCommand({
    id: 'statement.unconciliate',
    title: 'Desfazer conciliação',
    icon: 'unlink',
    of: 'statement_line',
    takes: 'some',
    keys: ['shift+c'],
    places: ['statement_line.row'],
    when: here,
    calls: [reconciliation.unconciliate],
    except: line => (line.status === 'CONCILIATED' ? undefined : 'não conciliada'),
    run: async (ports, target) => {
      const params = { c: companyIn(target).id }
      const undo = await eachSlice(target, ids =>
        ports.call(reconciliation.unconciliate, { params, body: { bank_statement_entry_ids: ids } }),
      )
      return { say: `Conciliação de ${linhas(target.count)} desfeita`, undo }
    },
  }),
]
