// What a person can do with the notes suppliers issued to the company: bring their XML, make bills of them, open what was made.
import { bills } from '#contract/bills.ts'
import { fiscalDocuments, invoiceSettings } from '#contract/fiscal-documents.ts'
import { type AnyCommand, companyIn, defineCommand, type Reason, type Records, type Target } from './kit/command.ts'
import type { Ports } from './kit/ports.ts'
import type { Clause } from './kit/when.ts'
import { pathTo } from './screens.ts'
import { eachOne, outcomeOf } from './slices.ts'

const here: Clause = { area: 'capture', company: true }

/** Why a note makes no bill. */
export function notBookable({ status, decision, entries }: Records['captured_note']): Reason | undefined {
  if (entries.length > 0) return ['já lançada', 'já lançadas']
  if (status === 'CANCELLED') return ['cancelada por quem a emitiu', 'canceladas por quem as emitiu']
  return decision === 'REJECTED' ? ['recusada', 'recusadas'] : undefined
}

/** One bill of each note, or one of each of its instalments. */
async function book(ports: Ports, target: Target<'captured_note', 'some'>, fields: { category_id?: string; bank_account_id?: string }) {
  const c = companyIn(target).id
  const written = await eachOne(ports, 'Lançando', target, nfId =>
    ports.call(bills.createFromInvoice, { params: { c, nfId }, body: fields }),
  )
  return outcomeOf(target, written, count => (count === 1 ? 'Nota lançada em contas a pagar' : `${count} notas lançadas em contas a pagar`))
}

export const captureCommands: readonly AnyCommand[] = [
  defineCommand({
    id: 'capture.open',
    title: 'Lançar notas recebidas',
    short: 'notas recebidas',
    icon: 'inbox',
    takes: 'none',
    places: ['bills.bar'],
    words: ['capturar', 'xml', 'nf-e de fornecedor'],
    when: { area: 'bills', company: true },
    calls: [bills.createFromInvoice],
    run: async (_, target) => ({ go: pathTo('capture', { companyId: companyIn(target).id }) }),
  }),
  defineCommand({
    id: 'capture.upload',
    title: 'Enviar XML',
    short: 'enviar XML',
    icon: 'upload',
    takes: 'none',
    keys: ['u'],
    places: ['capture.page', 'capture.empty'],
    hint: 'de NF-e recebida',
    words: ['nota', 'capturar', 'importar'],
    when: here,
    calls: [fiscalDocuments.capture],
    run: async ports => {
      ports.ui.do('capture.form')
    },
  }),
  defineCommand({
    id: 'capture.book',
    title: 'Lançar em contas a pagar',
    short: 'lançar',
    icon: 'receipt-text',
    of: 'captured_note',
    takes: 'some',
    keys: ['c'],
    places: ['capture.toolbar', 'captured_note.row', 'captured_note.drawer'],
    words: ['criar conta', 'pagar'],
    when: here,
    calls: [bills.createFromInvoice],
    except: notBookable,
    run: (ports, target) => book(ports, target, {}),
  }),
  defineCommand({
    id: 'capture.book-as',
    title: 'Lançar com categoria e conta',
    short: 'com categoria',
    icon: 'folder-tree',
    of: 'captured_note',
    takes: 'some',
    keys: ['l'],
    places: ['capture.toolbar', 'captured_note.row'],
    words: ['categoria', 'conta bancária', 'criar conta'],
    when: here,
    calls: [bills.createFromInvoice],
    asks: [
      { name: 'category', kind: 'category', title: 'Categoria', scope: 'expense' },
      { name: 'account', kind: 'account', title: 'Conta bancária', optional: true },
    ],
    except: notBookable,
    run: (ports, target, { category, account }) =>
      book(ports, target, { category_id: category, ...(account ? { bank_account_id: account } : {}) }),
  }),
  defineCommand({
    id: 'capture.bill',
    title: 'Abrir a conta lançada',
    short: 'abrir conta',
    icon: 'external-link',
    of: 'captured_note',
    takes: 'one',
    keys: ['o'],
    places: ['capture.toolbar', 'captured_note.row', 'captured_note.drawer'],
    when: here,
    calls: [bills.get],
    refuse: target => (target.records[0].entries.length > 0 ? undefined : 'ainda não lançada'),
    run: async (_, target) => ({
      go: pathTo('bills.detail', { companyId: companyIn(target).id, billId: target.records[0].entries[0]?.id ?? '' }),
    }),
  }),
  defineCommand({
    id: 'capture.activate',
    title: 'Ligar a captura de notas',
    short: 'ligar captura',
    icon: 'zap',
    takes: 'none',
    places: ['capture.bar'],
    words: ['ativar', 'xml'],
    when: here,
    calls: [invoiceSettings.activateCapture],
    async run(ports, target) {
      const { batch_id } = await ports.call(invoiceSettings.activateCapture, {
        params: { c: companyIn(target).id },
        body: { active: true },
      })
      return { say: 'Captura de notas ligada', undo: batch_id ? [batch_id] : [] }
    },
  }),
]
