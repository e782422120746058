// Questions to the client about one payment: a link opens them without sign-in, and the client answers in plain words.
import { z } from 'zod'
import { QUESTION_STATES } from '#domain/enums.ts'
import { Attachment } from './attachments.ts'
import { endpoint, resource } from './kit/endpoint.ts'
import { DayOut, Done, Id, OptionalEmail, OptionalText, Text } from './kit/fields.ts'

const Choice = z
  .object({
    label: Text(80).trim().min(1, 'Escreva a opção'),
    category_id: Id.nullish(),
    contact_id: Id.nullish(),
  })
  .strict()

/** The payment in the client's terms: no account, no category, no bookkeeping. */
const Subject = z.object({
  date: DayOut,
  /** Negative for outgoing money. */
  amount_cents: z.int(),
  description: z.string(),
})
export type QuestionSubject = z.infer<typeof Subject>

export const Question = z.object({
  id: Id,
  company_id: Id,
  statement_entry_id: Id.nullable(),
  entry_id: Id.nullable(),
  /** For a line: where its account's workbench is. */
  bank_account_id: Id.nullable(),
  state: z.enum(QUESTION_STATES),
  text: z.string(),
  choices: z.array(z.object({ label: z.string(), category_id: Id.nullish(), contact_id: Id.nullish() })),
  takes_text: z.boolean(),
  takes_file: z.boolean(),
  subject: Subject,
  /** Whom it was sent to; null: the link was handed over in another way. */
  recipient: z.string().nullable(),
  asked_by: Id,
  asked_by_name: z.string().nullable(),
  created_at: z.string(),
  expires_at: z.string(),
  answered_at: z.string().nullable(),
  /** The choice the client made, with what the accountant had attached to it. */
  answer: z
    .object({ label: z.string().nullable(), category_id: Id.nullable(), contact_id: Id.nullable(), text: z.string().nullable() })
    .nullable(),
  files: z.array(Attachment.pick({ id: true, name: true, bucket_url: true, content_type: true })),
})
export type Question = z.infer<typeof Question>

/** What the page behind the link shows. */
export const PublicQuestion = z.object({
  company_name: z.string(),
  asked_by_name: z.string().nullable(),
  text: z.string(),
  choices: z.array(z.string()),
  takes_text: z.boolean(),
  takes_file: z.boolean(),
  subject: Subject,
  answered: z.boolean(),
  files: z.array(z.string()),
})
export type PublicQuestion = z.infer<typeof PublicQuestion>

const writes = ['questions', 'notifications'] as const

export const questions = resource('questions', {
  list: endpoint('GET /v1/companies/{c}/questions', {
    summary: 'As perguntas ao cliente que esperam resposta ou decisão; de uma linha ou conta, todas.',
    query: z.object({ statement_entry_id: Id.optional(), entry_id: Id.optional() }),
    returns: z.array(Question),
    needs: 'conciliation:v',
    reads: ['questions'],
    own: true,
  }),
  create: endpoint('POST /v1/companies/{c}/questions', {
    summary: 'Pergunta ao cliente o que é um pagamento; com e-mail ou telefone, o link segue por mensagem.',
    body: z
      .object({
        statement_entry_id: Id.optional(),
        entry_id: Id.optional(),
        text: Text(300).trim().min(1, 'Escreva a pergunta'),
        choices: z.array(Choice).max(6, 'Até 6 opções').default([]),
        takes_text: z.boolean().default(true),
        takes_file: z.boolean().default(true),
        email: OptionalEmail,
        phone_number: OptionalText(20).optional(),
      })
      .strict(),
    returns: Question,
    creates: true,
    needs: 'conciliation:u',
    writes,
    fails: ['validation.failed', 'rate.limited', 'provider.unavailable'],
    irreversible: true,
    own: true,
  }),
  link: endpoint('GET /v1/companies/{c}/questions/{id}/link', {
    summary: 'O link de uma pergunta que ainda vale.',
    returns: z.object({ url: z.string() }),
    needs: 'conciliation:u',
    fails: ['conflict.invalid_transition'],
    own: true,
  }),
  revoke: endpoint('PATCH /v1/companies/{c}/questions/{id}/revoke', {
    summary: 'Retira uma pergunta: o link deixa de abrir.',
    returns: Question,
    needs: 'conciliation:u',
    writes,
    fails: ['conflict.invalid_transition'],
    irreversible: true,
    own: true,
  }),
  apply: endpoint('PATCH /v1/companies/{c}/questions/{id}/apply', {
    summary: 'Leva a categoria e o contato da resposta para a linha ou conta, e encerra a pergunta.',
    returns: Question,
    needs: 'conciliation:u',
    writes: [...writes, 'statement_entries', 'suggestions', 'bills', 'receivables', 'entries', 'batches'],
    fails: ['conflict.invalid_transition', 'validation.failed', 'conflict.not_editable', 'period.closed', 'bulk.rejected'],
    own: true,
  }),
  settle: endpoint('PATCH /v1/companies/{c}/questions/{id}/settle', {
    summary: 'Encerra uma pergunta respondida sem mudar nada.',
    returns: Question,
    needs: 'conciliation:u',
    writes,
    fails: ['conflict.invalid_transition'],
    irreversible: true,
    own: true,
  }),
  open: endpoint('GET /v1/questions/{token}', {
    summary: 'A pergunta por trás de um link. O que venceu, foi retirado ou nunca existiu tem uma só resposta.',
    returns: PublicQuestion,
    public: true,
    tenant: 'none',
    rate: 'lookup',
    own: true,
  }),
  attach: endpoint('POST /v1/questions/{token}/file', {
    summary: 'Anexa um arquivo à resposta, antes de enviá-la.',
    form: z.object({}),
    returns: PublicQuestion,
    public: true,
    tenant: 'none',
    rate: 'lookup',
    writes: ['questions', 'attachments', 'batches'],
    fails: ['resource.not_found', 'attachment.rejected', 'request.too_large', 'conflict.invalid_transition'],
    own: true,
  }),
  answer: endpoint('POST /v1/questions/{token}/answer', {
    summary: 'Responde uma pergunta, uma vez.',
    body: z
      .object({
        /** Its place among the choices, from 0. */
        choice: z.int().min(0).max(5).nullish(),
        text: OptionalText(500).optional(),
      })
      .strict(),
    returns: Done,
    public: true,
    tenant: 'none',
    rate: 'lookup',
    writes,
    fails: ['resource.not_found', 'validation.failed', 'conflict.invalid_transition'],
    own: true,
  }),
})
