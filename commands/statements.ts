// What a person can do with the lines of a bank account's statement, outside the workbench.
import { bankStatements } from '#contract/bank-statements.ts'
import { reconciliation } from '#contract/reconciliation.ts'
import { companyIn, defineCommand, reasonFor } from './kit/command.ts'
import { entriesMade, linesThat, linhas, notPending } from './lines.ts'
import { pathTo } from './screens.ts'
import { eachSlice, outcomeOf } from './slices.ts'

/** How many lines one call turns into entries. */
const MOST_CREATED = 5000
/** How many lines one call takes apart. */
const MOST_UNCONCILIATED = 1000

const here = { screen: 'statements', company: true } as const

export const statementCommands = [
  defineCommand({
    id: 'statement.import',
    title: 'Importar extrato desta conta',
    short: 'importar',
    icon: 'upload',
    takes: 'none',
    places: ['statement.page', 'statement.empty'],
    words: ['ofx', 'csv', 'enviar arquivo'],
    when: here,
    calls: [bankStatements.upload],
    run: async ports => {
      ports.ui.do('statement.upload')
    },
  }),
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
    refuse: target => {
      const reason = target.records[0] && notPending(target.records[0])
      return reason && reasonFor(reason, 1)
    },
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
      const params = { c: companyIn(target).id }
      const fields = category_id ? { category_id } : {}
      const create = (ids: string[]) =>
        ports.call(reconciliation.createEntries, { params, body: { items: ids.map(id => ({ id, ...fields })) } })
      const written = await eachSlice(ports, 'Criando lançamentos de', target, create, MOST_CREATED)
      return outcomeOf(target, written, entriesMade)
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
      const written = await eachSlice(ports, 'Categorizando', target, ids =>
        ports.call(reconciliation.categorise, { params, body: { ids, category_id } }),
      )
      return outcomeOf(target, written, count => linesThat(count, 'categorizada', 'categorizadas'))
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
      const written = await eachSlice(ports, 'Ignorando', target, ids =>
        ports.call(reconciliation.ignore, { params, body: { ids, ignored: true } }),
      )
      return outcomeOf(target, written, count => linesThat(count, 'ignorada', 'ignoradas'))
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
    except: line => (line.status === 'IGNORED' ? undefined : ['não ignorada', 'não ignoradas']),
    run: async (ports, target) => {
      const params = { c: companyIn(target).id }
      const written = await eachSlice(ports, 'Trazendo de volta', target, ids =>
        ports.call(reconciliation.ignore, { params, body: { ids, ignored: false } }),
      )
      return outcomeOf(target, written, count => `${linhas(count)} de volta às pendentes`)
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
    except: line => (line.status === 'CONCILIATED' ? undefined : ['não conciliada', 'não conciliadas']),
    run: async (ports, target) => {
      const params = { c: companyIn(target).id }
      const written = await eachSlice(
        ports,
        'Desfazendo a conciliação de',
        target,
        ids => ports.call(reconciliation.unconciliate, { params, body: { bank_statement_entry_ids: ids } }),
        MOST_UNCONCILIATED,
      )
      return outcomeOf(target, written, count => `Conciliação de ${linhas(count)} desfeita`)
    },
  }),
]
