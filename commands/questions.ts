// What an accountant can do with questions to the client: ask about a line or a title, use the answer, hand the link over, take it back.
import { z } from 'zod'
import { questions } from '#contract/questions.ts'
import { type AnyTarget, companyIn, defineCommand, type Outcome, type RecordName } from './kit/command.ts'
import { form } from './kit/form.ts'
import type { Ports } from './kit/ports.ts'
import { IN_COMPANY, type When } from './kit/when.ts'
import type { PlaceOf } from './places.ts'

/** What a question is about: detail of 'question.form'. */
export interface QuestionSubject {
  readonly statement_entry_id?: string
  readonly entry_id?: string
  /** The money went out. */
  readonly outgoing: boolean
}

type SubjectKind = Extract<RecordName, 'statement_line' | 'bill' | 'receivable' | 'entry'>

interface Asked<K extends SubjectKind = SubjectKind> {
  readonly of: K
  readonly when: When
  readonly places: readonly PlaceOf[]
  subject(record: never): QuestionSubject
}

const title = <const K extends 'bill' | 'receivable'>(kind: K): Asked<K> => ({
  of: kind,
  when: { area: kind === 'bill' ? 'bills' : 'receivables', company: true },
  places: [`${kind}.row`],
  subject: (record: { id: string }) => ({ entry_id: record.id, outgoing: kind === 'bill' }),
})

const ABOUT = [
  {
    of: 'statement_line',
    when: [
      { area: 'conciliation', layer: 'workbench', company: true },
      { screen: 'statements', company: true },
    ],
    places: ['statement_line.row'],
    subject: (record: { id: string; amount_cents: number }) => ({ statement_entry_id: record.id, outgoing: record.amount_cents < 0 }),
  },
  title('bill'),
  title('receivable'),
  {
    of: 'entry',
    when: { area: 'entries', company: true },
    places: [],
    subject: (record: { id: string; kind: 'DEBIT' | 'CREDIT' }) => ({ entry_id: record.id, outgoing: record.kind === 'DEBIT' }),
  },
] as const satisfies readonly Asked[]

const subjectIn = (about: Asked, target: Pick<AnyTarget, 'records'>): QuestionSubject => about.subject(target.records[0] as never)

/** What a question asked on these records is about. */
export function subjectOf(target: Pick<AnyTarget, 'kind' | 'records'>): QuestionSubject {
  const about = ABOUT.find(one => one.of === target.kind)
  if (about === undefined) throw new Error(`nobody asks a client about ${target.kind}`)
  return subjectIn(about, target)
}

/** The words of the question and who receives it; what it is about is the record it is asked on. */
export const QuestionInput = questions.create.spec.body.omit({ statement_entry_id: true, entry_id: true })

/** What the client sends from the public page of a question. */
const PublicAnswer = questions.answer.spec.body.extend({ token: z.string(), file: z.file().nullable() })

const asking = <const K extends SubjectKind>(about: Asked<K>) =>
  defineCommand({
    id: `question.ask-${about.of}`,
    title: 'Perguntar ao cliente',
    short: 'perguntar',
    icon: 'circle-help',
    of: about.of,
    takes: 'one',
    keys: ['q'],
    places: about.places,
    words: ['o que é', 'dúvida', 'mensagem', 'link'],
    when: about.when,
    calls: [questions.create],
    input: QuestionInput,
    asks: form('question', {
      title: 'Perguntar ao cliente',
      submit: 'Enviar pergunta',
      lead: () => 'O cliente abre um link, sem senha, e vê só este pagamento e a pergunta. O link vale por 14 dias.',
    }),
    async run(ports, target, input) {
      const c = companyIn(target).id
      const { outgoing: _, ...subject } = subjectIn(about, target)
      const { data } = await ports.call(questions.create, { params: { c }, body: { ...subject, ...input } })
      return {
        say: data.recipient ? `Pergunta enviada para ${data.recipient}` : 'Pergunta criada',
        detail: data.recipient ? 'A resposta aparece aqui e nas notificações.' : 'Copie o link e mande ao cliente.',
        offers: { label: 'Copiar link', run: later => copyLink(later, c, data.id) },
      }
    },
  })

async function copyLink(ports: Ports, c: string, id: string): Promise<Outcome> {
  const { data } = await ports.call(questions.link, { params: { c, id } })
  ports.ui.do('link.copy', data.url)
  return { say: 'Link copiado', detail: 'Quem tiver o link responde sem entrar no sistema.' }
}

/** The newest answer about the record that nobody used or put aside. */
async function answerTo(ports: Ports, c: string, { statement_entry_id, entry_id }: QuestionSubject) {
  const query = statement_entry_id === undefined ? { entry_id } : { statement_entry_id }
  const { data } = await ports.call(questions.list, { params: { c }, query })
  return data.find(question => question.state === 'ANSWERED')
}

const using = <const K extends SubjectKind>(about: Asked<K>) =>
  defineCommand({
    id: `question.use-${about.of}`,
    title: 'Usar a resposta do cliente',
    short: 'usar resposta',
    icon: 'check',
    of: about.of,
    takes: 'one',
    keys: ['shift+q'],
    places: about.places,
    words: ['respondido', 'aplicar'],
    when: about.when,
    calls: [questions.list, questions.apply],
    async run(ports, target) {
      const c = companyIn(target).id
      const answered = await answerTo(ports, c, subjectIn(about, target))
      if (answered === undefined) return { say: 'O cliente ainda não respondeu sobre este registro' }
      const { batch_id } = await ports.call(questions.apply, { params: { c, id: answered.id } })
      return { say: 'Resposta do cliente usada', undo: batch_id ? [batch_id] : [] }
    },
  })

export const questionCommands = [
  defineCommand({
    id: 'question.answer',
    title: 'Responder a pergunta',
    takes: 'none',
    unlisted: true,
    calls: [questions.attach, questions.answer],
    input: PublicAnswer,
    async run(ports, _, { token, file, ...body }) {
      if (file) await ports.call(questions.attach, { params: { token }, form: { file } })
      await ports.call(questions.answer, { params: { token }, body })
      return { made: true }
    },
  }),
  ...ABOUT.map(asking),
  ...ABOUT.map(using),
  defineCommand({
    id: 'question.copy-link',
    title: 'Copiar o link da pergunta',
    short: 'copiar link',
    icon: 'copy',
    of: 'question',
    takes: 'one',
    when: IN_COMPANY,
    calls: [questions.link],
    refuse: ({ records: [question] }) => (question.state === 'OPEN' ? undefined : 'o link não abre mais'),
    run: (ports, { records: [question] }) => copyLink(ports, question.company_id, question.id),
  }),
  defineCommand({
    id: 'question.settle',
    title: 'Marcar resposta como vista',
    short: 'marcar como vista',
    icon: 'check-check',
    of: 'question',
    takes: 'one',
    words: ['dispensar', 'encerrar'],
    when: IN_COMPANY,
    calls: [questions.settle],
    refuse: ({ records: [question] }) => (question.state === 'ANSWERED' ? undefined : 'sem resposta a encerrar'),
    async run(ports, target) {
      await ports.call(questions.settle, { params: { c: target.records[0].company_id, id: target.records[0].id } })
      return { say: 'Resposta marcada como vista' }
    },
  }),
  defineCommand({
    id: 'question.revoke',
    title: 'Retirar a pergunta',
    short: 'retirar',
    icon: 'ban',
    destroys: true,
    of: 'question',
    takes: 'one',
    words: ['cancelar pergunta'],
    when: IN_COMPANY,
    calls: [questions.revoke],
    refuse: ({ records: [question] }) => (question.state === 'OPEN' || question.state === 'EXPIRED' ? undefined : 'já encerrada'),
    confirm: () => ({ title: 'Retirar a pergunta?', body: 'O link deixa de abrir na mesma hora.', action: 'Retirar' }),
    async run(ports, target) {
      await ports.call(questions.revoke, { params: { c: target.records[0].company_id, id: target.records[0].id } })
      return { say: 'Pergunta retirada' }
    },
  }),
]
