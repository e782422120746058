// Bills and receivables that are asked for by a form: new, changed, settled by hand, divided, with a file, from a sheet.
import { z } from 'zod'
import { attachments } from '#contract/attachments.ts'
import type { Bill } from '#contract/bills.ts'
import { EntryFields, RecurringFields, SplitBody } from '#contract/entry.ts'
import { Cents, Day, Id, Text } from '#contract/kit/fields.ts'
import type { DifferenceKind } from '#domain/enums.ts'
import { formatCents } from '#domain/money.ts'
import { readLine } from '#domain/payments/boleto.ts'
import { readPixKey } from '#domain/payments/pix-key.ts'
import { counted } from '#domain/text.ts'
import { type AnyTarget, companyIn, defineCommand, type Outcome } from './kit/command.ts'
import { form, SheetInput, sheet } from './kit/form.ts'
import type { Ports } from './kit/ports.ts'
import { type Clause, IN_COMPANY } from './kit/when.ts'
import { pathTo, recordPath } from './screens.ts'
import { ENTRY_COLUMNS, sendSheet, sheetCalls } from './sheets.ts'
import { wrote } from './slices.ts'
import { isInSeries, isSettled, type Kind, TITLES, type Title } from './title-kinds.ts'
import { newTitleSays, SPLIT_SAYS, settleSays } from './title-sentences.ts'
import { isSeriesScope, SERIES_QUESTION, seriesOutcome } from './title-series.ts'

export const TitleInput = EntryFields.extend({
  /** Of the boleto that pays it. */
  digitable_line: Text(60).optional(),
  /** Of whoever it is paid to. */
  pix_key: Text(140).optional(),
  /** Paid or received already. */
  settled: z.boolean().optional(),
  /** How often it repeats: all of them are made at once. */
  series: RecurringFields.optional(),
})
const Charge = Cents.refine(cents => cents >= 0, 'Não pode ser negativo').nullish()
/** What was paid beside the amount of the title, or taken off it. */
const CHARGES = { fine_cents: 'fine', interest_cents: 'interest', discount_cents: 'discount' } as const
export const SettleInput = z.object({ bank_account_id: Id, date: Day, fine_cents: Charge, interest_cents: Charge, discount_cents: Charge })
type Settling = z.output<typeof SettleInput>

/** Each charge is an entry of its own, so that the title keeps its amount. */
function chargesIn(input: Settling): { differences?: { kind: DifferenceKind; amount_cents: number }[] } {
  const differences = (Object.keys(CHARGES) as (keyof typeof CHARGES)[]).flatMap(name => {
    const amount_cents = input[name] ?? 0
    return amount_cents === 0 ? [] : [{ kind: CHARGES[name], amount_cents }]
  })
  return differences.length > 0 ? { differences } : {}
}

/** By hand, without a line of a statement. */
async function settleByHand(ports: Ports, kind: Kind, { c, id }: { c: string; id: string }, input: Settling): Promise<Outcome> {
  const { rows, detail, settledWord } = TITLES[kind]
  const ids = kind === 'bill' ? { bill_ids: [id] } : { receivable_ids: [id] }
  const { bank_account_id, date } = input
  const body = { ...(ids as { bill_ids: string[] }), bank_account_id, date, ...chargesIn(input) }
  const reply = await ports.call(rows.conciliate, { params: { c }, body })
  return wrote(reply, `Conta ${settledWord}`, { focus: id, go: recordPath(detail, c, id) })
}

export const PartsInput = SplitBody.pick({ children: true })

type Details = Bill['payment_details']

/** What a title is paid by, as its form asks for it. */
type Payment = Pick<z.output<typeof TitleInput>, 'digitable_line' | 'pix_key'>

/** A barcode becomes its line, and separators go. */
const boletoOf = (line: string): NonNullable<Details> => ({ boleto: line === '' ? null : { digitable_line: readLine(line) ?? line } })

/** A key that is none of the five types is kept as it was written. */
function pixOf(text: string): NonNullable<Details> {
  const known = readPixKey(text)
  return { pix_key: text === '' ? null : (known?.key ?? text), pix_type: known?.type ?? null }
}

/** Written whole: what else the payment has goes along. */
function withPayment({ digitable_line: line, pix_key }: Payment, before: Details | undefined): { payment_details?: Details } {
  const boleto = line === undefined || line === (before?.boleto?.digitable_line ?? '') ? undefined : boletoOf(line)
  const pix = pix_key === undefined || pix_key === (before?.pix_key ?? '') ? undefined : pixOf(pix_key)
  return boleto || pix ? { payment_details: { ...before, ...boleto, ...pix } } : {}
}

export async function createTitle(ports: Ports, kind: Kind, c: string, input: z.output<typeof TitleInput>): Promise<Outcome> {
  const { rows, area, settled: status } = TITLES[kind]
  const { settled, series, digitable_line, pix_key, ...fields } = input
  const body = { ...fields, ...withPayment({ digitable_line, pix_key }, undefined) }
  const go = pathTo(area, { companyId: c })
  if (series !== undefined) {
    const reply = await ports.call(rows.createRecurring, { params: { c }, body: { ...body, ...series } })
    const say = counted(reply.data.length, ['conta criada', 'contas criadas'])
    return wrote(reply, say, { go, ...(reply.data[0] ? { focus: reply.data[0].id } : {}) })
  }
  const settling = settled === true ? { status: status as 'PAID' } : {}
  const reply = await ports.call(rows.create, { params: { c }, body: { ...body, ...settling } })
  return wrote(reply, 'Conta criada', { focus: reply.data.id, go })
}

/** Nothing when the person stepped back from the question how far it reaches. */
async function change(
  ports: Ports,
  kind: Kind,
  params: { c: string; id: string },
  record: Title,
  input: z.output<typeof TitleInput>,
): Promise<Outcome | undefined> {
  const { rows, detail } = TITLES[kind]
  const { settled: _settled, series: _series, digitable_line, pix_key, ...fields } = input
  const before = 'payment_details' in record ? record.payment_details : undefined
  const body = { ...fields, ...withPayment({ digitable_line, pix_key }, before), version: record.version }
  const done = { focus: params.id, go: recordPath(detail, params.c, params.id) }
  const scope = isInSeries(record) ? await ports.ask.step(SERIES_QUESTION) : 'ONE'
  if (scope === undefined) return undefined
  if (!isSeriesScope(scope)) return wrote(await ports.call(rows.update, { params, body }), 'Conta alterada', done)
  const reply = await ports.call(rows.updateSeries, { params, query: { scope }, body })
  const { say, ...more } = seriesOutcome(reply.data, ['alterada', 'alteradas'])
  return wrote(reply, say, { ...more, ...done })
}

/** What a person who pays most wants of a title: it was paid, from this account, on this day. */
export function settleCommand<const K extends Kind>(kind: K) {
  const of: Kind = kind
  const { rows, area, settle, settledWord } = TITLES[of]
  return defineCommand({
    id: `${kind}.settle` as const,
    title: settle,
    short: settle.toLowerCase(),
    icon: 'check-check',
    of,
    takes: 'one',
    places: [`${of}.row`, `${of}.drawer`],
    when: { area, company: true },
    calls: [rows.conciliate],
    input: SettleInput,
    asks: form('settle-title', { title: settle, submit: settle }),
    refuse: ({ records: [title] }) => (isSettled(title as Title) ? `já ${settledWord}` : undefined),
    run: (ports, target, settling) => settleByHand(ports, of, { c: companyIn(target).id, id: target.ids[0] ?? '' }, settling),
  })
}

export function titleForms<const K extends Kind>(kind: K) {
  const of: Kind = kind
  const { rows, area, detail, noun, nouns, words, settle } = TITLES[of]
  const here: Clause = { area, company: true }
  const menu = `${of}.row` as const
  const titleIn = ({ records: [title] }: AnyTarget): Title => title as Title
  const paramsOf = (target: AnyTarget) => ({ c: companyIn(target).id, id: target.ids[0] ?? '' })
  const inList = (target: AnyTarget) => pathTo(area, { companyId: companyIn(target).id })
  const inDrawer = (target: AnyTarget, screen: `${typeof detail}${'' | '-update' | '-split' | '-upload' | '-conciliation'}` = detail) =>
    recordPath(screen, companyIn(target).id, target.ids[0] ?? '')

  return [
    defineCommand({
      id: `${kind}.create` as const,
      title: `Nova ${noun}`,
      short: 'nova conta',
      icon: 'plus',
      takes: 'none',
      keys: ['n'],
      keysIn: area,
      places: [`${area}.page`, `${area}.empty`],
      words,
      when: IN_COMPANY,
      calls: [rows.create, rows.createRecurring],
      input: TitleInput,
      says: newTitleSays(of),
      asks: form(of, {
        title: `Nova ${noun}`,
        submit: 'Salvar',
        at: target => pathTo(`${area}.create`, { companyId: companyIn(target).id }),
      }),
      run: (ports, target, input) => createTitle(ports, of, companyIn(target).id, input),
    }),
    defineCommand({
      id: `${kind}.import` as const,
      title: `Importar ${nouns}`,
      short: 'importar',
      icon: 'upload',
      takes: 'none',
      keys: ['u'],
      keysIn: area,
      places: [`${area}.bar`],
      hint: 'planilha CSV, TXT ou XLSX',
      words: ['planilha', 'csv', 'xlsx', 'excel'],
      when: IN_COMPANY,
      calls: sheetCalls(area),
      input: SheetInput,
      asks: sheet({
        title: `Importar ${nouns}`,
        submit: 'Conferir',
        words: ENTRY_COLUMNS,
        sample: area,
        at: target => pathTo(`${area}.upload`, { companyId: companyIn(target).id }),
      }),
      run: (ports, target, { file }) => sendSheet(ports, target, area, file),
    }),
    defineCommand({
      id: `${kind}.conciliate` as const,
      title: 'Conciliar',
      short: 'conciliar',
      icon: 'link-2',
      of,
      takes: 'one',
      keys: ['c'],
      places: [`${area}.toolbar`, menu],
      when: here,
      calls: [rows.conciliate],
      input: SettleInput,
      says: settleSays(of),
      asks: form('settle-title', {
        title: target => `Conciliar ${formatCents(titleIn(target).amount_cents)}`,
        submit: settle,
        lead: () => 'Com uma linha do extrato a prova é do banco; sem extrato, registre aqui quando o dinheiro andou.',
        at: target => inDrawer(target, `${detail}-conciliation`),
      }),
      refuse: target => (target.records[0].conciliation_id !== null ? 'já conciliada' : undefined),
      run: (ports, target, settling) => settleByHand(ports, of, paramsOf(target), settling),
    }),
    defineCommand({
      id: `${kind}.split` as const,
      title: 'Dividir',
      short: 'dividir',
      icon: 'split',
      of,
      takes: 'one',
      keys: ['s'],
      places: [menu],
      words: ['parcelar', 'desmembrar', 'rachar', 'quebrar'],
      when: here,
      calls: [rows.split],
      input: PartsInput,
      says: SPLIT_SAYS,
      asks: form('split-title', {
        title: 'Dividir conta',
        submit: 'Dividir',
        lead: target => `${titleIn(target).additional_information ?? noun}, ${formatCents(titleIn(target).amount_cents)}`,
        at: target => inDrawer(target, `${detail}-split`),
      }),
      refuse: target => (target.records[0].editable ? undefined : 'não pode ser dividida'),
      async run(ports, target, { children }) {
        const params = paramsOf(target)
        const reply = await ports.call(rows.split, { params, body: { children, version: target.records[0].version } })
        return wrote(reply, `Conta dividida em ${children.length}`, { focus: params.id, go: inList(target) })
      },
    }),
    defineCommand({
      id: `${kind}.attach` as const,
      title: 'Anexar arquivo',
      short: 'anexar',
      icon: 'paperclip',
      of,
      takes: 'one',
      keys: ['a'],
      words: ['boleto', 'comprovante', 'nota', 'pdf'],
      places: [menu],
      when: here,
      calls: [attachments.create],
      input: SheetInput,
      asks: sheet({
        title: 'Anexar arquivo',
        submit: 'Anexar',
        label: 'Arquivo',
        accept: [],
        words: 'PDF, imagem, XML ou planilha de até 10 MB.',
        at: target => inDrawer(target, `${detail}-upload`),
      }),
      async run(ports, target, { file }) {
        const { c, id } = paramsOf(target)
        const owner = of === 'bill' ? { bill_id: id } : { receivable_id: id }
        const reply = await ports.call(attachments.create, { params: { c }, form: { file, ...owner } })
        return wrote(reply, `${file.name} anexado`, { focus: id, go: inDrawer(target) })
      },
    }),
    defineCommand({
      id: `${kind}.update` as const,
      title: 'Alterar em formulário',
      icon: 'pencil',
      of,
      takes: 'one',
      places: [menu, `${of}.facts`],
      words: ['editar', 'alterar', 'corrigir'],
      when: here,
      calls: [rows.update, rows.updateSeries],
      input: TitleInput,
      asks: form(of, {
        title: `Alterar ${noun}`,
        submit: 'Salvar',
        at: target => inDrawer(target, `${detail}-update`),
        again: async (ports, target) => (await ports.call(rows.get, { params: paramsOf(target) })).data,
      }),
      refuse: target => (target.records[0].editable ? undefined : 'não pode ser alterada'),
      run: (ports, target, input) => change(ports, of, paramsOf(target), target.records[0], input),
    }),
  ] as const
}
