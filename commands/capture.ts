// What a person can do with the notes suppliers issued to the company: bring their XML, make bills of them, open what was made.
import { bills } from '#contract/bills.ts'
import { fiscalDocuments, invoiceSettings } from '#contract/fiscal-documents.ts'
import { noteLookups } from '#contract/note-lookups.ts'
import { noteReading } from '#contract/note-reading.ts'
import type { CapturedFile } from '#contract/received-notes.ts'
import { lastManifestation, type Manifestation } from '#domain/fiscal/manifestations.ts'
import { awaitsDecision, FATE_REASONS } from '#domain/fiscal/note-checks.ts'
import type { NoteSource } from '#domain/fiscal/note-sources.ts'
import { labels } from '#domain/open-table.ts'
import { counted } from '#domain/text.ts'
import { eachFile, filesInput } from './files.ts'
import { companyIn, defineCommand, type Reason, type Records, type Target } from './kit/command.ts'
import { form } from './kit/form.ts'
import type { Ports } from './kit/ports.ts'
import { type Clause, IN_COMPANY } from './kit/when.ts'
import { pathTo } from './screens.ts'
import { eachOne, outcomeOf, wrote } from './slices.ts'

const here: Clause = { area: 'capture', company: true }

/** Why a note makes no bill. */
export function notBookable(note: Records['captured_note']): Reason | undefined {
  if (note.entries.length > 0) return ['já lançada', 'já lançadas']
  return (
    ended(note) ?? disowned(note) ?? (awaitsDecision(note.check?.state, note.decision) ? ['não conferida', 'não conferidas'] : undefined)
  )
}

function ended({ status, fate, decision }: Records['captured_note']): Reason | undefined {
  if (status === 'CANCELLED') return FATE_REASONS[fate ?? 'CANCELLED']
  return decision === 'REJECTED' ? ['recusada', 'recusadas'] : undefined
}

const DISOWNED: Partial<Record<Manifestation, Reason>> = {
  UNRECOGNISED: ['desconhecida pela empresa', 'desconhecidas pela empresa'],
  UNFULFILLED: ['de operação não realizada', 'de operações não realizadas'],
}

function disowned({ manifestations }: Records['captured_note']): Reason | undefined {
  const last = lastManifestation(manifestations)
  return last && DISOWNED[last.kind]
}

/** Why a note is not for a person to accept. */
export function notAcceptable(note: Records['captured_note']): Reason | undefined {
  if (note.status === 'CANCELLED') return ended(note)
  if (note.decision === 'ACCEPTED') return ['já aceita', 'já aceitas']
  return note.check?.state === 'VERIFIED' && note.decision === null ? ['já conferida', 'já conferidas'] : undefined
}

/** Why a note is not for a person to refuse. */
export function notRefusable({ entries, decision }: Records['captured_note']): Reason | undefined {
  if (entries.length > 0) return ['já lançada em conta a pagar', 'já lançadas em contas a pagar']
  return decision === 'REJECTED' ? ['já recusada', 'já recusadas'] : undefined
}

/** One decision, with its reason, on each of the notes. */
async function decide(ports: Ports, target: Target<'captured_note', 'some'>, decision: 'ACCEPTED' | 'REJECTED', reason: string) {
  const c = companyIn(target).id
  const accepts = decision === 'ACCEPTED'
  const written = await eachOne(ports, accepts ? 'Aceitando' : 'Recusando', target, id =>
    ports.call(fiscalDocuments.decide, { params: { c, id }, body: { decision, reason: reason.slice(0, 255) } }),
  )
  const [one, many] = accepts ? ['Nota aceita', 'notas aceitas'] : ['Nota recusada', 'notas recusadas']
  return outcomeOf(target, written, count => (count === 1 ? one : `${counted(count, [many, many])}`))
}

/** What came in, as it is told: how many files, and how many of their notes nobody could verify. */
function receivedWords(made: readonly CapturedFile[]): string {
  const notes = made.filter(each => each.what === 'NOTE')
  const letters = made.filter(each => each.what === 'LETTER').length
  const events = made.length - notes.length - letters
  const doubtful = notes.filter(each => each.note?.check?.state === 'UNVERIFIED').length
  return [
    ...(notes.length > 0 ? [counted(notes.length, ['nota recebida', 'notas recebidas'])] : []),
    ...(events > 0 ? [counted(events, ['cancelamento recebido', 'cancelamentos recebidos'])] : []),
    ...(letters > 0 ? [counted(letters, ['carta de correção recebida', 'cartas de correção recebidas'])] : []),
    ...(doubtful > 0 ? [counted(doubtful, ['não conferida', 'não conferidas'])] : []),
  ].join(', ')
}

/** One bill of each note, or one of each of its instalments. */
async function book(ports: Ports, target: Target<'captured_note', 'some'>, fields: { category_id?: string; bank_account_id?: string }) {
  const c = companyIn(target).id
  const written = await eachOne(ports, 'Lançando', target, nfId =>
    ports.call(bills.createFromInvoice, { params: { c, nfId }, body: fields }),
  )
  return outcomeOf(target, written, count =>
    count === 1 ? 'Nota lançada em contas a pagar' : `${counted(count, ['nota lançada', 'notas lançadas'])} em contas a pagar`,
  )
}

const READING_NAMES = labels<NoteSource>({ NFE: 'Busca de NF-e', NFSE: 'Busca de NFS-e' })

async function readAlone(ports: Ports, c: string, source: NoteSource, enabled: boolean) {
  const reply = await ports.call(noteReading.update, { params: { c }, body: { source, enabled } })
  return wrote(reply, `${READING_NAMES[source]} ${enabled ? 'ligada' : 'desligada'}`)
}

async function readNow(ports: Ports, c: string, source: NoteSource) {
  const reply = await ports.call(noteReading.read, { params: { c }, body: { source } })
  return wrote(reply, source === 'NFE' ? 'Buscando notas na SEFAZ' : 'Buscando NFS-e')
}

/** Off, the reading stays as it is; on, it reads. */
async function acknowledgeAlone(ports: Ports, c: string, acknowledges: boolean) {
  const params = { c }
  const enabled = acknowledges || (await ports.call(noteReading.get, { params })).data.enabled
  const reply = await ports.call(noteReading.update, { params, body: { enabled, acknowledges } })
  return wrote(reply, acknowledges ? 'Ciência automática ligada' : 'Ciência automática desligada')
}

export const NotesInput = filesInput(50)

export const NoteKeyInput = noteLookups.create.spec.body

export const captureCommands = [
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
    hint: 'de nota recebida',
    words: ['nota', 'capturar', 'importar'],
    keysIn: 'capture',
    when: IN_COMPANY,
    calls: [fiscalDocuments.capture],
    input: NotesInput,
    asks: form('received-notes', {
      title: 'Enviar XML',
      submit: 'Enviar',
      lead: () =>
        'O XML de NF-e, NFC-e e NFS-e emitidas para a empresa, do seu cancelamento ou da sua carta de correção. A assinatura de cada um é conferida.',
    }),
    run: (ports, target, { files }) =>
      eachFile(files, receivedWords, file => ports.call(fiscalDocuments.capture, { params: { c: companyIn(target).id }, form: { file } })),
  }),
  defineCommand({
    id: 'capture.find',
    title: 'Buscar nota pela chave',
    short: 'buscar pela chave',
    icon: 'barcode',
    takes: 'none',
    keys: ['b'],
    places: ['capture.page', 'capture.empty'],
    hint: 'na SEFAZ, com os 44 dígitos ou o código de barras',
    words: ['chave de acesso', 'danfe', 'código de barras', '44 dígitos', 'consultar nota'],
    keysIn: 'capture',
    when: IN_COMPANY,
    calls: [noteLookups.create],
    input: NoteKeyInput,
    asks: form('note-key', { title: 'Buscar nota pela chave', submit: 'Buscar na SEFAZ' }),
    async run(ports, target, body) {
      await ports.call(noteLookups.create, { params: { c: companyIn(target).id }, body })
      return { say: 'Nota pedida à SEFAZ' }
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
    places: ['capture.toolbar'],
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
    places: ['capture.toolbar'],
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
    id: 'capture.accept',
    title: 'Aceitar sem conferência',
    short: 'aceitar',
    icon: 'check',
    of: 'captured_note',
    takes: 'some',
    keys: ['a'],
    places: ['capture.toolbar', 'captured_note.drawer'],
    words: ['conferir', 'verdadeira'],
    when: here,
    calls: [fiscalDocuments.decide],
    asks: [{ name: 'reason', kind: 'text', title: 'Como você a conferiu', placeholder: 'Consultada no portal da SEFAZ' }],
    except: notAcceptable,
    run: (ports, target, { reason }) => decide(ports, target, 'ACCEPTED', reason),
  }),
  defineCommand({
    id: 'capture.reject',
    title: 'Recusar notas',
    short: 'recusar',
    icon: 'ban',
    destroys: true,
    of: 'captured_note',
    takes: 'some',
    keys: ['r'],
    places: ['capture.toolbar', 'captured_note.drawer'],
    words: ['rejeitar', 'falsa'],
    when: here,
    calls: [fiscalDocuments.decide],
    asks: [{ name: 'reason', kind: 'text', title: 'Motivo', placeholder: 'Compra não reconhecida' }],
    except: notRefusable,
    run: (ports, target, { reason }) => decide(ports, target, 'REJECTED', reason),
  }),
  defineCommand({
    id: 'capture.bill',
    title: 'Abrir a conta lançada',
    short: 'abrir conta',
    icon: 'external-link',
    of: 'captured_note',
    takes: 'one',
    keys: ['o'],
    places: ['capture.toolbar'],
    when: here,
    calls: [bills.get],
    refuse: target => (target.records[0].entries.length > 0 ? undefined : 'ainda não lançada'),
    run: async (_, target) => ({
      go: pathTo('bills.detail', { companyId: companyIn(target).id, billId: target.records[0].entries[0]?.id ?? '' }),
    }),
  }),
  defineCommand({
    id: 'capture.read-on',
    title: 'Ligar a busca de notas na SEFAZ',
    short: 'ligar busca de NF-e',
    icon: 'zap',
    takes: 'none',
    words: ['automática', 'notas', 'distribuição', 'dfe', 'nsu'],
    when: IN_COMPANY,
    calls: [noteReading.update],
    confirm: () => ({
      title: 'Ligar a busca de notas na SEFAZ?',
      body: 'As NF-e emitidas para a empresa chegam sozinhas, consultadas com o certificado dela. O contador (NSU) é o mesmo para todos os sistemas do CNPJ: se outro programa já busca essas notas, os dois podem ser bloqueados por uma hora.',
      action: 'Ligar busca de NF-e',
    }),
    run: (ports, target) => readAlone(ports, companyIn(target).id, 'NFE', true),
  }),
  defineCommand({
    id: 'capture.read-off',
    title: 'Desligar a busca de notas na SEFAZ',
    short: 'desligar busca de NF-e',
    icon: 'ban',
    takes: 'none',
    words: ['automática', 'notas', 'distribuição', 'dfe', 'parar'],
    when: IN_COMPANY,
    calls: [noteReading.update],
    run: (ports, target) => readAlone(ports, companyIn(target).id, 'NFE', false),
  }),
  defineCommand({
    id: 'capture.acknowledge-on',
    title: 'Ligar a ciência automática de notas',
    short: 'ligar ciência',
    icon: 'eye',
    takes: 'none',
    words: ['manifestação', 'automática', 'resumo', '210210', 'xml completo'],
    when: IN_COMPANY,
    calls: [noteReading.update],
    confirm: () => ({
      title: 'Ligar a ciência automática?',
      body: 'De cada resumo que a busca trouxer a partir de agora, a empresa diz à SEFAZ que sabe da operação, e o XML completo vem em seguida. A ciência não se desfaz e não confirma a compra. A busca de notas fica ligada.',
      action: 'Ligar ciência automática',
    }),
    run: (ports, target) => acknowledgeAlone(ports, companyIn(target).id, true),
  }),
  defineCommand({
    id: 'capture.acknowledge-off',
    title: 'Desligar a ciência automática de notas',
    short: 'desligar ciência',
    icon: 'eye-off',
    takes: 'none',
    words: ['manifestação', 'automática', 'parar'],
    when: IN_COMPANY,
    calls: [noteReading.get, noteReading.update],
    run: (ports, target) => acknowledgeAlone(ports, companyIn(target).id, false),
  }),
  defineCommand({
    id: 'capture.read-now',
    title: 'Buscar notas na SEFAZ agora',
    short: 'buscar NF-e agora',
    icon: 'refresh',
    takes: 'none',
    words: ['notas', 'distribuição', 'dfe', 'atualizar'],
    when: IN_COMPANY,
    calls: [noteReading.read],
    run: (ports, target) => readNow(ports, companyIn(target).id, 'NFE'),
  }),
  defineCommand({
    id: 'capture.services-on',
    title: 'Ligar a busca de notas de serviços',
    short: 'ligar busca de NFS-e',
    icon: 'zap',
    takes: 'none',
    hint: 'no ambiente nacional',
    words: ['automática', 'notas de serviços', 'serviço', 'adn', 'nfse', 'nsu', 'padrão nacional'],
    when: IN_COMPANY,
    calls: [noteReading.update],
    confirm: () => ({
      title: 'Ligar a busca de notas de serviços?',
      body: 'As NFS-e do padrão nacional emitidas para a empresa chegam sozinhas, consultadas no ambiente nacional com o certificado dela. Prefeituras que não enviam suas notas ao ambiente nacional ficam de fora: essas continuam chegando pelo XML.',
      action: 'Ligar busca de NFS-e',
    }),
    run: (ports, target) => readAlone(ports, companyIn(target).id, 'NFSE', true),
  }),
  defineCommand({
    id: 'capture.services-off',
    title: 'Desligar a busca de notas de serviços',
    short: 'desligar busca de NFS-e',
    icon: 'ban',
    takes: 'none',
    words: ['automática', 'notas de serviços', 'serviço', 'adn', 'nfse', 'parar'],
    when: IN_COMPANY,
    calls: [noteReading.update],
    run: (ports, target) => readAlone(ports, companyIn(target).id, 'NFSE', false),
  }),
  defineCommand({
    id: 'capture.services-now',
    title: 'Buscar notas de serviços agora',
    short: 'buscar NFS-e agora',
    icon: 'refresh',
    takes: 'none',
    hint: 'no ambiente nacional',
    words: ['serviço', 'adn', 'nfse', 'atualizar'],
    when: IN_COMPANY,
    calls: [noteReading.read],
    run: (ports, target) => readNow(ports, companyIn(target).id, 'NFSE'),
  }),
  defineCommand({
    id: 'capture.activate',
    title: 'Ligar a captura de notas',
    short: 'ligar captura',
    icon: 'zap',
    takes: 'none',
    words: ['ativar', 'xml'],
    when: here,
    calls: [invoiceSettings.activateCapture],
    async run(ports, target) {
      const reply = await ports.call(invoiceSettings.activateCapture, { params: { c: companyIn(target).id }, body: { active: true } })
      return wrote(reply, 'Captura de notas ligada')
    },
  }),
]
