// The journal: every write is a batch that can be undone as a whole, days later and from another device.
import { z } from 'zod'
import { endpoint, resource } from './kit/endpoint.ts'
import { Day, Id, PageLimit } from './kit/fields.ts'
import { TAGS } from './kit/tags.ts'

export const Batch = z.object({
  id: Id,
  company_id: Id,
  /** The endpoint that wrote it: 'bills.move'. */
  command: z.string(),
  /** What was done, in pt-BR: '12 contas movidas para Pago'. */
  label: z.string(),
  rows_count: z.int(),
  user_name: z.string().nullable(),
  /** Of the API key that wrote it, for the person it belongs to. */
  key_name: z.string().nullable(),
  /** Written by who asks, at a screen. */
  mine: z.boolean(),
  created_at: z.string(),
  undone_by_id: Id.nullable(),
  undo_of_id: Id.nullable(),
  undoable: z.boolean(),
  /** It gave or took access, or had an effect outside: no term was ever open. */
  irreversible: z.boolean(),
})
export type Batch = z.infer<typeof Batch>

const BatchAnswer = z.object({ batch: Batch, tags: z.array(z.enum(TAGS)) })

export const batches = resource('batches', {
  list: endpoint('GET /v1/companies/{c}/batches', {
    summary: 'O histórico do que foi feito, do mais novo ao mais antigo.',
    query: z.object({
      limit: PageLimit.default(50),
      cursor: z.string().max(80).optional(),
      start_date: Day.optional(),
      end_date: Day.optional(),
    }),
    returns: z.array(Batch),
    needs: 'reports:v',
    reads: ['batches'],
    own: true,
  }),
  rows: endpoint('GET /v1/companies/{c}/batches/{id}/rows', {
    summary: 'O que um lote mudou: antes e depois.',
    returns: z.array(
      z.object({
        table: z.string(),
        id: Id,
        before: z.record(z.string(), z.unknown()).nullable(),
        after: z.record(z.string(), z.unknown()).nullable(),
      }),
    ),
    needs: 'reports:v',
    own: true,
  }),
  trail: endpoint('GET /v1/companies/{c}/batches/trail', {
    summary: 'Baixa a trilha de auditoria da empresa, com o programa que a confere sem o Razão.',
    returns: z.unknown(),
    file: true,
    rate: 'export',
    needs: 'audit_log:v',
    own: true,
  }),
  undo: endpoint('POST /v1/companies/{c}/batches/{id}/undo', {
    summary: 'Desfaz um lote inteiro; desfazer um lote de desfazer é refazer.',
    returns: BatchAnswer,
    needs: 'reports:v',
    writes: [...TAGS],
    fails: ['undo.blocked', 'undo.expired', 'period.closed', 'permission.denied', 'auth.step_up_required', 'conflict.already_exists'],
    own: true,
  }),
})
