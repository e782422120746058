// What a person can do with a sheet of records: send one, decide its rows, take them in, undo, throw it away, and begin with a sample.
import { batches } from '#contract/batches.ts'
import { chartAccounts } from '#contract/chart-accounts.ts'
import { contacts } from '#contract/contacts.ts'
import { entries } from '#contract/entries.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { products } from '#contract/products.ts'
import { SHEET_KINDS, type SheetKind, type SheetReview, sheetImports } from '#contract/sheet-imports.ts'
import { openTable } from '#domain/open-table.ts'
import { SHEET_SAMPLES } from '#domain/sheet-samples.ts'
import { csvOf } from '#domain/sheets.ts'
import { counted } from '#domain/text.ts'
import { type AnyTarget, companyIn, defineCommand, type Outcome, type Reason } from './kit/command.ts'
import type { Ports } from './kit/ports.ts'
import { CALM_LAYERS, WITH_FORMS } from './kit/when.ts'
import { linesThat } from './lines.ts'
import { type CompanyScreen, pathTo } from './screens.ts'

/** 'contatos', and the list they go to. */
export const SHEET_WORDS = openTable<SheetKind, { nouns: readonly [string, string]; list: CompanyScreen }>(
  {
    contacts: { nouns: ['contato', 'contatos'], list: 'contacts' },
    products: { nouns: ['produto', 'produtos'], list: 'products' },
    entries: { nouns: ['lançamento', 'lançamentos'], list: 'entries' },
    bills: { nouns: ['conta a pagar', 'contas a pagar'], list: 'bills' },
    receivables: { nouns: ['conta a receber', 'contas a receber'], list: 'receivables' },
    chart: { nouns: ['conta contábil', 'contas contábeis'], list: 'chart' },
  },
  () => ({ nouns: ['linha', 'linhas'], list: 'entries' }),
)

/** The columns of a sheet of bills and receivables. */
export const ENTRY_COLUMNS =
  'Planilha CSV, TXT ou XLSX com as colunas Vencimento e Valor; Descrição, Fornecedor ou Cliente, Categoria, Documento e Competência são opcionais. Antes de gravar, você confere linha por linha.'

/** Rows that nobody may add. */
const KEPT_OUT: Readonly<Record<string, Reason>> = {
  refused: ['com erro', 'com erro'],
  present: ['já registrada', 'já registradas'],
}

const AT_ONCE: Readonly<Partial<Record<SheetKind, Endpoint>>> = {
  contacts: contacts.import,
  products: products.upload,
  chart: chartAccounts.upload,
}

/** What sending one calls; beside it the call that takes such a sheet at once, whose right it needs. */
export const sheetCalls = (kind: SheetKind): Endpoint[] => [sheetImports.upload, AT_ONCE[kind] ?? entries.upload]

/** Sends the sheet to be read, and goes to its review. */
export async function sendSheet(ports: Ports, target: AnyTarget, kind: SheetKind, file: File): Promise<Outcome> {
  const c = companyIn(target).id
  const { data } = await ports.call(sheetImports.upload, { params: { c }, form: { kind, file } })
  return { go: pathTo('statements.sheet', { companyId: c, sheetId: data.id }) }
}

const review = { screen: 'statements.sheet', company: true } as const

const current = (ports: Ports): SheetReview | undefined => ports.ui.read('sheet.current')
const paramsOf = (target: AnyTarget, sheet: SheetReview) => ({ c: companyIn(target).id, id: sheet.id })

async function decide(ports: Ports, target: AnyTarget, choice: 'ADD' | 'SKIP') {
  const sheet = current(ports)
  if (sheet === undefined) return
  if (sheet.status !== 'PREVIEW') return { say: 'Esta planilha já foi encerrada' }
  const params = paramsOf(target, sheet)
  const given = new Set(target.ids)
  const lines = sheet.rows.filter(row => given.has(row.id) && row.choice !== choice).map(row => row.line)
  if (lines.length === 0) return
  const send = async (to: 'ADD' | 'SKIP') => {
    if (current(ports)?.status !== 'PREVIEW') return false
    await ports.call(sheetImports.decide, { params, body: { lines, choice: to } })
    return true
  }
  await send(choice)
  const words =
    choice === 'ADD' ? linesThat(lines.length, 'vai entrar', 'vão entrar') : linesThat(lines.length, 'fica de fora', 'ficam de fora')
  return { say: words, inverse: { undo: () => send(choice === 'ADD' ? 'SKIP' : 'ADD'), redo: () => send(choice) } }
}

const sampleOf = (kind: SheetKind) =>
  defineCommand({
    id: `sheet.sample-${kind}` as const,
    title: `Baixar planilha de exemplo de ${SHEET_WORDS[kind].nouns[1]}`,
    short: 'planilha de exemplo',
    icon: 'download',
    takes: 'none',
    unlisted: true,
    when: { company: true, layer: WITH_FORMS },
    run: async ports => {
      const { header, rows } = SHEET_SAMPLES[kind]
      ports.ui.do('file.save', {
        file: new Blob([csvOf(header, rows)], { type: 'text/csv' }),
        name: `exemplo de ${SHEET_WORDS[kind].nouns[1]}.csv`,
      })
    },
  })

export const sheetCommands = [
  ...SHEET_KINDS.map(sampleOf),
  defineCommand({
    id: 'sheet.commit',
    title: 'Importar linhas da planilha',
    short: 'importar',
    icon: 'check',
    takes: 'none',
    keys: ['mod+enter'],
    words: ['gravar', 'confirmar'],
    when: { ...review, layer: CALM_LAYERS },
    calls: [sheetImports.commit],
    async run(ports, target) {
      const sheet = current(ports)
      if (sheet?.status !== 'PREVIEW') return { say: 'Esta planilha não espera por confirmação' }
      if (!sheet.rows.some(row => row.choice === 'ADD')) return { say: 'Nenhuma linha desta planilha vai entrar' }
      const params = paramsOf(target, sheet)
      const { data } = await ports.call(sheetImports.commit, { params })
      ports.ui.do('job.watch', { ...data, company_id: params.c, work: 'commit', writes: sheetImports.commit.spec.writes })
      return undefined
    },
  }),
  defineCommand({
    id: 'sheet.include',
    title: 'Incluir linhas da planilha',
    short: 'incluir',
    icon: 'plus',
    of: 'sheet_row',
    takes: 'some',
    keys: ['i'],
    places: ['sheet.toolbar'],
    words: ['entrar', 'adicionar'],
    when: review,
    calls: [sheetImports.decide],
    except: row => KEPT_OUT[row.decision],
    run: (ports, target) => decide(ports, target, 'ADD'),
  }),
  defineCommand({
    id: 'sheet.leave-out',
    title: 'Deixar linhas da planilha de fora',
    short: 'deixar de fora',
    icon: 'minus',
    of: 'sheet_row',
    takes: 'some',
    keys: ['o'],
    places: ['sheet.toolbar'],
    words: ['pular', 'não importar'],
    when: review,
    calls: [sheetImports.decide],
    except: row => KEPT_OUT[row.decision],
    run: (ports, target) => decide(ports, target, 'SKIP'),
  }),
  defineCommand({
    id: 'sheet.discard',
    title: 'Descartar planilha',
    short: 'descartar',
    icon: 'trash',
    destroys: true,
    takes: 'none',
    keys: ['shift+delete', 'shift+backspace'],
    when: review,
    calls: [sheetImports.discard],
    async run(ports, target) {
      const sheet = current(ports)
      if (sheet?.status !== 'PREVIEW') return { say: 'Esta planilha já foi encerrada' }
      const sure = await ports.ask.confirm({
        title: 'Descartar a planilha?',
        body: `Nada de ${sheet.file_name} foi gravado. O que você decidiu nela se perde.`,
        action: 'Descartar',
        danger: true,
      })
      if (!sure) return
      const params = paramsOf(target, sheet)
      await ports.call(sheetImports.discard, { params })
      return { say: 'Planilha descartada', go: pathTo(SHEET_WORDS[sheet.kind].list, { companyId: params.c }) }
    },
  }),
  defineCommand({
    id: 'sheet.undo',
    title: 'Desfazer importação da planilha',
    short: 'desfazer importação',
    icon: 'undo',
    takes: 'none',
    when: review,
    calls: [batches.undo],
    async run(ports, target) {
      const sheet = current(ports)
      if (sheet?.status !== 'COMMITTED' || sheet.batch_id === null) return { say: 'Nada foi gravado desta planilha' }
      const sure = await ports.ask.confirm({
        title: 'Desfazer a importação?',
        body: `${counted(sheet.committed_count, SHEET_WORDS[sheet.kind].nouns)} de ${sheet.file_name} saem. Dá para refazer depois.`,
        action: 'Desfazer importação',
        danger: true,
      })
      if (!sure) return
      const reply = await ports.call(batches.undo, { params: { c: companyIn(target).id, id: sheet.batch_id } })
      return { say: 'Importação desfeita', undo: reply.batch_id ? [reply.batch_id] : [] }
    },
  }),
  defineCommand({
    id: 'sheet.list',
    title: 'Ver o que entrou da planilha',
    short: 'ver a lista',
    icon: 'arrow-right',
    takes: 'none',
    goes: true,
    when: review,
    run: async (ports, target) => {
      const sheet = current(ports)
      return sheet && { go: pathTo(SHEET_WORDS[sheet.kind].list, { companyId: companyIn(target).id }) }
    },
  }),
]
