// What a person can do with the records of any described register: create, copy, change, delete, import. The words come from the resource.
import type { Endpoint } from '#contract/kit/endpoint.ts'
import type { SheetKind } from '#contract/sheet-imports.ts'
import { csvOf } from '#domain/sheets.ts'
import { capitalized, counted } from '#domain/text.ts'
import { callOf } from '#resources/kit/calls.ts'
import type { Resource } from '#resources/kit/resource.ts'
import type { RegisterArea } from '#resources/names.ts'
import { type AnyTarget, companyIn, defineCommand, type Outcome, type RecordName, type Records } from './kit/command.ts'
import { type OwnForm, type ResourceForm, SheetInput, sheet } from './kit/form.ts'
import { inputOfForm, partsOfForm } from './kit/part.ts'
import type { Ports, Reply } from './kit/ports.ts'
import { IN_COMPANY } from './kit/when.ts'
import { type CompanyScreen, pathTo, recordPath } from './screens.ts'
import { sendSheet, sheetCalls } from './sheets.ts'
import { eachOne, outcomeOf, wrote } from './slices.ts'

interface Registered {
  readonly id: string
  readonly version?: number
}
/** What a command says for itself: further words, or a form drawn by hand. */
interface Own {
  readonly words?: readonly string[]
  readonly asks?: OwnForm
}

export function registerCommands<K extends RecordName & string, A extends RegisterArea, Row extends Registered & Records[K], Input>(
  of: Resource<K, A, Row, Input>,
) {
  const { kind, area, rows, nouns, gender: o } = of
  const screen: RegisterArea = area
  const [one] = nouns
  const One = capitalized(one)
  const title = `Nov${o} ${one}`
  const here = { area, company: true } as const
  const inDrawer = (target: Pick<AnyTarget, 'company' | 'ids'>, id = target.ids[0] ?? '') =>
    recordPath(`${screen}.detail`, companyIn(target).id, id)
  const original = (target: AnyTarget): Row => target.records[0] as Row
  const asks: ResourceForm = { how: 'form', fields: of as never, title, submit: `Criar ${one}`, start: () => of.start() }
  const written = (target: Pick<AnyTarget, 'company' | 'ids'>, reply: Reply<Endpoint>, done: string): Outcome => {
    const row = reply.data as Row
    return wrote(reply, `${One} ${of.nameOf(row)} ${done}${o}`, { go: inDrawer(target, row.id), focus: row.id })
  }
  const creating = {
    icon: 'plus',
    calls: [rows.create],
    input: of.input,
    run: async (ports: Ports, target: Pick<AnyTarget, 'company' | 'ids'>, body: unknown) =>
      written(target, await ports.call(rows.create, callOf(rows.create, companyIn(target).id, { body: body as object })), 'criad'),
  } as const
  return {
    create: ({ words = [], asks: own }: Own = {}) =>
      defineCommand({
        ...creating,
        id: `${kind}.create`,
        title,
        short: `nov${o}`,
        takes: 'none',
        keys: ['n'],
        keysIn: area,
        places: [`${area}.page`, `${area}.empty`],
        words: ['criar', 'cadastrar', ...words],
        when: IN_COMPANY,
        ...(own ? { says: { makes: one, parts: partsOfForm(asks.fields), input: answers => inputOfForm(asks.fields, answers) } } : {}),
        asks: own ?? { ...asks, at: (target: AnyTarget) => pathTo(`${screen}.create`, { companyId: companyIn(target).id }) },
      }),
    copy: () =>
      defineCommand({
        ...creating,
        id: `${kind}.copy`,
        title: `Duplicar ${one}`,
        short: 'duplicar',
        icon: 'copy',
        of: kind,
        takes: 'one',
        keys: ['d'],
        places: [`${area}.toolbar`, `${area}.drawer`],
        words: ['copiar', 'cópia'],
        when: here,
        asks: {
          ...asks,
          lead: target => `Cópia de ${of.nameOf(original(target))}: mude o que for diferente.`,
          start: target => of.start(original(target), true),
        },
      }),
    edit: () =>
      defineCommand({
        id: `${kind}.edit`,
        title: `Alterar ${one}`,
        short: 'alterar',
        icon: 'pencil',
        of: kind,
        takes: 'one',
        keys: ['e', 'f2'],
        places: [`${area}.facts`],
        words: ['editar', 'mudar'],
        when: here,
        calls: [rows.update],
        input: of.input,
        asks: {
          ...asks,
          title: `Alterar ${one}`,
          submit: 'Salvar',
          stands: 'drawer',
          at: inDrawer,
          start: target => of.start(original(target)),
          again: async (ports, target) => {
            const { data } = await ports.call(rows.list, callOf(rows.list, companyIn(target).id))
            return (data as readonly Row[]).find(row => row.id === target.ids[0])
          },
        },
        async run(ports, target, input) {
          const { id, version } = original(target)
          const body = { ...input, ...(version === undefined ? {} : { version }) }
          const { go: _, ...outcome } = written(
            target,
            await ports.call(rows.update, callOf(rows.update, companyIn(target).id, { id, body })),
            'alterad',
          )
          return outcome
        },
      }),
    delete: () =>
      defineCommand({
        id: `${kind}.delete`,
        title: `Excluir ${one}`,
        short: 'excluir',
        icon: 'trash',
        destroys: true,
        of: kind,
        takes: 'some',
        keys: ['delete', 'backspace'],
        places: [`${area}.toolbar`, `${area}.drawer/danger`],
        words: ['apagar', 'remover'],
        when: here,
        calls: [rows.delete],
        confirm: target => ({
          title: `Excluir ${target.count === 1 ? of.nameOf(original(target)) : counted(target.count, nouns)}?`,
          body: of.stays,
          action: target.count === 1 ? `Excluir ${one}` : 'Excluir',
          danger: true,
        }),
        async run(ports, target) {
          const c = companyIn(target).id
          const done = await eachOne(ports, 'Excluindo', target, id => ports.call(rows.delete, callOf(rows.delete, c, { id })))
          const gone = `excluíd${o}`
          if (target.count > 1) {
            // The open drawer may show one of them.
            ports.ui.do('drawer.close')
            return outcomeOf(target, done, count => `${counted(count, nouns)} ${gone}${count === 1 ? '' : 's'}`)
          }
          return { say: `${One} ${of.nameOf(original(target))} ${gone}`, undo: done.undo, go: pathTo(screen, { companyId: c }) }
        },
      }),
    /** All of them, as a sheet: the columns are those of the list, then the rest of the form. */
    export: () =>
      defineCommand({
        id: `${kind}.export`,
        title: `Exportar ${nouns[1]}`,
        short: 'exportar',
        icon: 'download',
        takes: 'none',
        hint: 'planilha CSV',
        words: ['planilha', 'csv', 'excel', 'baixar'],
        when: IN_COMPANY,
        calls: [rows.list],
        async run(ports, target) {
          const { data } = await ports.call(rows.list, callOf(rows.list, companyIn(target).id))
          const { header, rows: told } = of.table(data as readonly Row[])
          ports.ui.do('file.save', { file: new Blob([csvOf(header, told)], { type: 'text/csv' }), name: `${area}.csv` })
          return { say: `${capitalized(counted(told.length, nouns))} na planilha` }
        },
      }),
    /** Of a sheet of records: the columns are those of the resource. */
    import: (sheetKind: SheetKind, upload: CompanyScreen, { words = [] }: Own = {}) =>
      defineCommand({
        id: `${kind}.import`,
        title: `Importar ${nouns[1]}`,
        short: 'importar',
        icon: 'upload',
        takes: 'none',
        keys: ['u'],
        keysIn: area,
        places: [`${area}.bar`, `${area}.empty`],
        hint: 'planilha CSV, TXT ou XLSX',
        words: ['planilha', 'csv', 'xlsx', 'excel', ...words],
        when: IN_COMPANY,
        calls: sheetCalls(sheetKind),
        input: SheetInput,
        asks: sheet({
          words: of.sheet.words,
          sample: sheetKind,
          title: `Importar ${nouns[1]}`,
          submit: 'Conferir',
          at: target => pathTo(upload, { companyId: companyIn(target).id }),
        }),
        run: (ports, target, { file }) => sendSheet(ports, target, sheetKind, file),
      }),
  } as const
}
