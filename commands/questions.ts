// What an accountant can do with questions to the client: ask about a line or a title, use the answer, hand the link over, take it back.
import { questions } from '#contract/questions.ts'
import type { Place } from './kit/command.ts'
import { type AnyCommand, type AnyTarget, companyIn, defineCommand, type RecordName } from './kit/command.ts'
import type { Ports } from './kit/ports.ts'
import type { When } from './kit/when.ts'

/** What a question is about: detail of 'question.form'. */
export interface QuestionSubject {
  readonly statement_entry_id?: string
  readonly entry_id?: string
  /** The money went out. */
  readonly outgoing: boolean
}

interface Asked {
  readonly of: RecordName
  readonly when: When
  readonly places: readonly Place[]
  subject(record: never): QuestionSubject
}

const title = (kind: 'bill' | 'receivable'): Asked => ({
  of: kind,
  when: { area: kind === 'bill' ? 'bills' : 'receivables', company: true },
  places: [`${kind}.row`],
  subject: (record: { id: string }) => ({ entry_id: record.id, outgoing: kind === 'bill' }),
})

const ABOUT: readonly Asked[] = [
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
    places: ['entry.row'],
    subject: (record: { id: string; kind: 'DEBIT' | 'CREDIT' }) => ({ entry_id: record.id, outgoing: record.kind === 'DEBIT' }),
  },
]

const subjectIn = (about: Asked, target: Pick<AnyTarget, 'records'>): QuestionSubject => about.subject(target.records[0] as never)

const asking = (about: Asked): AnyCommand =>
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
    run: async (ports, target) => {
      ports.ui.do('question.form', subjectIn(about, target))
    },
  })

/** The newest answer about the record that nobody used or put aside. */
async function answerTo(ports: Ports, c: string, { statement_entry_id, entry_id }: QuestionSubject) {
  const query = statement_entry_id === undefined ? { entry_id } : { statement_entry_id }
  const { data } = await ports.call(questions.list, { params: { c }, query })
  return data.find(question => question.state === 'ANSWERED')
}

const using = (about: Asked): AnyCommand =>
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

export const questionCommands: readonly AnyCommand[] = [
  ...ABOUT.map(asking),
  ...ABOUT.map(using),
  defineCommand({
    id: 'question.copy-link',
    title: 'Copiar o link da pergunta',
    short: 'copiar link',
    icon: 'copy',
    of: 'question',
    takes: 'one',
    places: ['question.drawer'],
    when: { company: true },
    calls: [questions.link],
    refuse: ({ records: [question] }) => (question.state === 'OPEN' ? undefined : 'o link não abre mais'),
    async run(ports, target) {
      const { data } = await ports.call(questions.link, { params: { c: target.records[0].company_id, id: target.records[0].id } })
      await ports.clipboard.write(data.url)
      return { say: 'Link copiado', detail: 'Quem tiver o link responde sem entrar no sistema.' }
    },
  }),
  defineCommand({
    id: 'question.settle',
    title: 'Marcar resposta como vista',
    short: 'marcar como vista',
    icon: 'check-check',
    of: 'question',
    takes: 'one',
    places: ['question.drawer'],
    words: ['dispensar', 'encerrar'],
    when: { company: true },
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
    of: 'question',
    takes: 'one',
    places: ['question.drawer'],
    words: ['cancelar pergunta'],
    when: { company: true },
    calls: [questions.revoke],
    refuse: ({ records: [question] }) => (question.state === 'OPEN' || question.state === 'EXPIRED' ? undefined : 'já encerrada'),
    confirm: () => ({ title: 'Retirar a pergunta?', body: 'O link deixa de abrir na mesma hora.', action: 'Retirar' }),
    async run(ports, target) {
      await ports.call(questions.revoke, { params: { c: target.records[0].company_id, id: target.records[0].id } })
      return { say: 'Pergunta retirada' }
    },
  }),
]
