// What a person can do with statement files: send one, decide its rows, take them in, undo, download, discard.
import { z } from 'zod'
import { bankStatements, imports } from '#contract/bank-statements.ts'
import { batches } from '#contract/batches.ts'
import type { Tag } from '#contract/kit/tags.ts'
import { counted } from '#domain/text.ts'
import { type AnyTarget, companyIn, type Destination, defineCommand, type Outcome, type Reason, type Records } from './kit/command.ts'
import { form, onScreen } from './kit/form.ts'
import type { Ports } from './kit/ports.ts'
import { CALM_LAYERS, IN_COMPANY } from './kit/when.ts'
import { linesThat } from './lines.ts'
import { pathTo } from './screens.ts'
import { monthsKey } from './search-text.ts'
import { slices } from './slices.ts'

type ImportRecord = Records['import']

const OPEN_STATUSES = ['READING', 'NEEDS_MAPPING', 'NEEDS_ACCOUNT', 'PREVIEW', 'FAILED']
export const isOpenImport = (status: string): boolean => OPEN_STATUSES.includes(status)

/** Rows that nobody may add: what is stored already would be there twice, what is refused or a balance is no movement. */
const KEPT_OUT: Readonly<Record<string, Reason>> = {
  refused: ['recusada', 'recusadas'],
  present: ['já importada', 'já importadas'],
  ignored: ['linha de saldo', 'linhas de saldo'],
}

const downloaded = async (ports: Ports, c: string, record: Pick<ImportRecord, 'id' | 'file_name'>) => {
  const { data } = await ports.call(imports.file, { params: { c, id: record.id } })
  ports.ui.do('file.save', { file: data, name: record.file_name })
}

const discarding = (name: string) => ({
  title: 'Descartar a importação?',
  body: `Nada de ${name} foi gravado. O que você decidiu nela se perde.`,
  action: 'Descartar',
  danger: true,
})

/** A job of the server that the screen follows to its end. */
export interface WatchedJob {
  id: string
  publicAccessToken: string
  company_id: string
  import_id: string
  /** 'read' prepares a preview, and its page shows how far it is; 'commit' brings data in, and toasts say so (SPEC.md, Imports). */
  work: 'read' | 'commit'
  /** What a commit changes; without it, what a statement does. */
  writes?: readonly Tag[]
}

/** The answer of some rows. */
export interface RowChoice {
  readonly ids: readonly string[]
  readonly choice: 'ADD' | 'SKIP'
  readonly decided: boolean
}

/** The rows as they are, by their answer. */
function choicesOf(records: readonly Records['import_row'][]): RowChoice[] {
  const groups = new Map<string, { ids: string[]; choice: 'ADD' | 'SKIP'; decided: boolean }>()
  for (const { id, choice, decided } of records) {
    const key = `${choice} ${decided}`
    const group = groups.get(key) ?? { ids: [], choice, decided }
    group.ids.push(id)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** Shows the answers at once, sends them, and takes them off the screen when one is refused. */
async function choose(ports: Ports, params: { c: string; id: string }, choices: readonly RowChoice[]): Promise<void> {
  ports.ui.do('import.chosen', choices)
  try {
    for (const { ids, choice, decided } of choices)
      for (const some of slices(ids)) await ports.call(imports.decide, { params, body: { ids: some, choice: decided ? choice : 'RESET' } })
  } catch (error) {
    ports.ui.do('import.choice-refused')
    throw error
  }
}

async function decide(ports: Ports, target: AnyTarget, choice: 'ADD' | 'SKIP') {
  const current = ports.ui.read('import.current')
  if (current === undefined) return
  if (current.status !== 'PREVIEW') return { say: 'Esta importação já foi encerrada' }
  const params = { c: companyIn(target).id, id: current.id }
  const before = choicesOf(target.records as readonly Records['import_row'][])
  const after = [{ ids: target.ids, choice, decided: true }]
  await choose(ports, params, after)
  // Once the file is taken in or thrown away there is no decision left to turn around.
  const turn = (to: readonly RowChoice[]) => async () => {
    const { data } = await ports.call(imports.get, { params })
    if (data.status !== 'PREVIEW') return false
    await choose(ports, params, to)
    return true
  }
  const words =
    choice === 'ADD' ? linesThat(target.count, 'vai entrar', 'vão entrar') : linesThat(target.count, 'fica de fora', 'ficam de fora')
  const inverse = { undo: turn(before), redo: turn(after) }
  // One row shows its own answer; many are worth a sentence.
  return target.count === 1 ? { label: words, inverse } : { say: words, inverse }
}

/** Endings of the files that banks export. */
export const STATEMENT_FILES: readonly string[] = ['.ofx', '.qfx', '.csv', '.txt']

/** Sends the file to be read, and goes to its review. */
async function readFile(ports: Ports, target: AnyTarget, file: File, bank_account_id: string | null): Promise<Outcome> {
  const c = companyIn(target).id
  const { data } = await ports.call(bankStatements.upload, {
    params: { c },
    query: { preview: 'true' },
    form: { file, ...(bank_account_id ? { bank_account_id } : {}) },
  })
  ports.ui.do('job.watch', { ...data, company_id: c, work: 'read' })
  return {
    go: {
      to: pathTo('statements.import', { companyId: c, importId: data.import_id }),
      search: { bank_account_id: undefined, linhas: undefined },
    },
  }
}

/** The bench on the account and the months of what came in. */
function benchOf({ bank_account_id, start_date, end_date }: ImportRecord, companyId: string): Destination {
  const months = start_date && end_date ? { periodo: monthsKey(start_date, end_date) } : {}
  return {
    to: pathTo('conciliation', { companyId }),
    search: { bank_account_id: bank_account_id ?? undefined, linhas: undefined, ...months },
  }
}

export const StatementFileInput = z.object({
  file: z.file({ error: 'Escolha o arquivo do extrato' }),
  bank_account_id: z.string().nullable(),
})

const review = { screen: 'statements.import', company: true } as const
const list = { screen: 'statements.imports', company: true } as const

export const importCommands = [
  defineCommand({
    id: 'import.upload',
    title: 'Importar extrato',
    short: 'importar',
    icon: 'upload',
    takes: 'none',
    places: ['imports.page', 'imports.empty'],
    words: ['ofx', 'csv', 'extrato', 'enviar arquivo', 'importar ofx', 'extrato bancário', 'trazer extrato'],
    when: IN_COMPANY,
    calls: [bankStatements.upload],
    input: StatementFileInput,
    asks: form('statement-file', {
      title: 'Importar extrato',
      submit: 'Ler arquivo',
      stands: 'page',
      at: target => pathTo('statements.upload', { companyId: companyIn(target).id }),
    }),
    run: (ports, target, { file, bank_account_id }) => readFile(ports, target, file, bank_account_id),
  }),
  defineCommand({
    id: 'import.choose',
    title: 'Escolher o arquivo do extrato',
    short: 'escolher arquivo',
    icon: 'upload',
    takes: 'none',
    keys: ['u'],
    words: ['ofx', 'csv', 'importar extrato'],
    keysIn: { area: ['accounts', 'statements', 'conciliation'] },
    when: IN_COMPANY,
    calls: [bankStatements.upload],
    async run(ports, target) {
      const [file] = await ports.ask.files({ accept: STATEMENT_FILES })
      // Whose statement it is stands in the file; the review asks where it does not.
      return file && (await readFile(ports, target, file, null))
    },
  }),
  defineCommand({
    id: 'import.read-again',
    title: 'Ler o arquivo de novo',
    takes: 'none',
    unlisted: true,
    when: review,
    calls: [imports.map],
    input: imports.map.spec.body,
    asks: onScreen(target => pathTo('statements.imports', { companyId: companyIn(target).id }), { alone: false }),
    async run(ports, target, body) {
      const current = ports.ui.read('import.current')
      if (current === undefined) return
      const c = companyIn(target).id
      const { data } = await ports.call(imports.map, { params: { c, id: current.id }, body })
      ports.ui.do('job.watch', { ...data, company_id: c, work: 'read' })
      return { made: data }
    },
  }),
  defineCommand({
    id: 'import.commit',
    title: 'Importar lançamentos',
    short: 'importar',
    icon: 'check',
    takes: 'none',
    keys: ['mod+enter'],
    words: ['gravar', 'confirmar'],
    hint: 'Enter nas linhas',
    when: { ...review, layer: CALM_LAYERS },
    calls: [imports.commit],
    run: async (ports, target) => {
      const current = ports.ui.read('import.current')
      if (current?.status !== 'PREVIEW') return { say: 'Esta importação não espera por confirmação' }
      const c = companyIn(target).id
      const { data } = await ports.call(imports.commit, { params: { c, id: current.id } })
      ports.ui.do('job.watch', { ...data, company_id: c, work: 'commit' })
    },
  }),
  defineCommand({
    id: 'import.include',
    title: 'Incluir linhas',
    short: 'incluir',
    icon: 'plus',
    of: 'import_row',
    takes: 'some',
    keys: ['i'],
    places: ['import.toolbar'],
    words: ['entrar', 'adicionar'],
    when: review,
    calls: [imports.decide, imports.get],
    except: row => KEPT_OUT[row.decision],
    run: (ports, target) => decide(ports, target, 'ADD'),
  }),
  defineCommand({
    id: 'import.leave-out',
    title: 'Deixar linhas de fora',
    short: 'deixar de fora',
    icon: 'minus',
    of: 'import_row',
    takes: 'some',
    keys: ['o'],
    places: ['import.toolbar'],
    words: ['pular', 'não importar', 'é a mesma'],
    when: review,
    calls: [imports.decide, imports.get],
    run: (ports, target) => decide(ports, target, 'SKIP'),
  }),
  defineCommand({
    id: 'import.discard-this',
    title: 'Descartar importação',
    short: 'descartar',
    icon: 'trash',
    destroys: true,
    takes: 'none',
    keys: ['shift+delete', 'shift+backspace'],
    when: review,
    calls: [imports.discard],
    run: async (ports, target) => {
      const current = ports.ui.read('import.current')
      if (current === undefined || !isOpenImport(current.status)) return { say: 'Esta importação já foi encerrada' }
      if (!(await ports.ask.confirm(discarding(current.file_name)))) return
      const c = companyIn(target).id
      await ports.call(imports.discard, { params: { c, id: current.id } })
      return { say: 'Importação descartada', go: pathTo('statements.imports', { companyId: c }) }
    },
  }),
  defineCommand({
    id: 'import.conciliate-this',
    title: 'Ir conciliar',
    icon: 'link-2',
    takes: 'none',
    keys: ['c'],
    goes: true,
    when: review,
    run: async (ports, target) => {
      const current = ports.ui.read('import.current')
      return current && { go: benchOf(current, companyIn(target).id) }
    },
  }),
  defineCommand({
    id: 'import.undo-this',
    title: 'Desfazer esta importação',
    short: 'desfazer importação',
    icon: 'undo',
    takes: 'none',
    when: review,
    calls: [batches.undo],
    run: async (ports, target) => {
      const current = ports.ui.read('import.current')
      return current ? undoImport(ports, companyIn(target).id, current) : undefined
    },
  }),
  defineCommand({
    id: 'import.download-this',
    title: 'Baixar o arquivo original',
    short: 'baixar arquivo',
    icon: 'download',
    takes: 'none',
    keys: ['shift+l'],
    when: review,
    calls: [imports.file],
    run: async (ports, target) => {
      const current = ports.ui.read('import.current')
      if (current) await downloaded(ports, companyIn(target).id, current)
    },
  }),
  defineCommand({
    id: 'import.undo',
    title: 'Desfazer importação',
    short: 'desfazer importação',
    icon: 'undo',
    of: 'import',
    takes: 'one',
    keys: ['shift+u'],
    places: ['imports.toolbar'],
    words: ['reverter', 'tirar lançamentos'],
    when: list,
    calls: [batches.undo],
    refuse: target =>
      target.records[0]?.status === 'COMMITTED' && target.records[0].batch_id !== null ? undefined : 'nada foi gravado por esta importação',
    run: (ports, target) => undoImport(ports, companyIn(target).id, target.records[0]),
  }),
  defineCommand({
    id: 'import.conciliate',
    title: 'Ir conciliar',
    short: 'conciliar',
    icon: 'link-2',
    of: 'import',
    takes: 'one',
    keys: ['c'],
    places: ['imports.toolbar'],
    goes: true,
    when: list,
    refuse: target => (target.records[0]?.status === 'COMMITTED' ? undefined : 'ainda não foi gravada'),
    run: async (_, target) => ({ go: benchOf(target.records[0], companyIn(target).id) }),
  }),
  defineCommand({
    id: 'import.download',
    title: 'Baixar arquivo original',
    short: 'baixar arquivo',
    icon: 'download',
    of: 'import',
    takes: 'one',
    keys: ['shift+l'],
    places: ['imports.toolbar'],
    when: list,
    calls: [imports.file],
    run: (ports, target) => downloaded(ports, companyIn(target).id, target.records[0]),
  }),
  defineCommand({
    id: 'import.discard',
    title: 'Descartar importação',
    short: 'descartar',
    icon: 'trash',
    destroys: true,
    of: 'import',
    takes: 'one',
    keys: ['delete', 'backspace'],
    places: ['imports.toolbar'],
    when: list,
    calls: [imports.discard],
    refuse: target => (isOpenImport(target.records[0]?.status ?? '') ? undefined : 'já foi encerrada'),
    confirm: target => discarding(target.records[0].file_name),
    run: async (ports, target) => {
      await ports.call(imports.discard, { params: { c: companyIn(target).id, id: target.ids[0] ?? '' } })
      return { say: 'Importação descartada' }
    },
  }),
]

async function undoImport(ports: Ports, c: string, record: ImportRecord) {
  if (record.status !== 'COMMITTED' || record.batch_id === null) return { say: 'Nada foi gravado por esta importação' }
  const count = record.committed_count
  const sure = await ports.ask.confirm({
    title: 'Desfazer a importação?',
    body: `${counted(count, ['lançamento', 'lançamentos'])} de ${record.file_name} ${count === 1 ? 'sai' : 'saem'} do extrato. Dá para refazer depois.`,
    action: 'Desfazer importação',
    danger: true,
  })
  if (!sure) return
  const reply = await ports.call(batches.undo, { params: { c, id: record.batch_id } })
  return { say: 'Importação desfeita', undo: reply.batch_id ? [reply.batch_id] : [] }
}
