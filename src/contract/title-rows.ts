// The endpoint rows that bills and receivables share; each one's wire schemas are in its own file.
import { z } from 'zod'
import { ConciliationAnswer, ConciliationGroup, EntryListQuery, entryColumns, SeriesQuery, SplitBody } from './entry.ts'
import { GROUP_REFUSALS } from './errors.ts'
import { endpoint, resource } from './kit/endpoint.ts'
import { BulkAnswer, Done, Preview } from './kit/fields.ts'

/** The schemas in which bills and receivables differ. */
interface TitleWire<
  R extends z.ZodObject,
  C extends z.ZodType,
  S extends z.ZodType,
  I extends z.ZodType,
  U extends z.ZodType,
  US extends z.ZodType,
  M extends z.ZodType,
  V extends z.ZodType,
  K extends z.ZodType,
> {
  record: R
  create: C
  createRecurring: S
  createFromInvoice: I
  update: U
  updateSeries: US
  updateMany: M
  move: V
  conciliation: K
}

/** The calls of bills and receivables, which differ only in name and wire form. */
export function titleRows<
  const N extends 'bills' | 'receivables',
  R extends z.ZodObject,
  C extends z.ZodType,
  S extends z.ZodType,
  I extends z.ZodType,
  U extends z.ZodType,
  US extends z.ZodType,
  M extends z.ZodType,
  V extends z.ZodType,
  K extends z.ZodType,
>(name: N, label: string, wire: TitleWire<R, C, S, I, U, US, M, V, K>) {
  return resource(name, {
    list: endpoint(`GET /v1/companies/{c}/${name}`, {
      summary: `Lista as contas de um período (${label}).`,
      query: EntryListQuery,
      returns: z.array(wire.record),
      columns: entryColumns,
      needs: `${name}:v`,
      reads: [name],
    }),
    create: endpoint(`POST /v1/companies/{c}/${name}`, {
      summary: `Cria uma conta (${label}).`,
      body: wire.create,
      returns: wire.record,
      creates: true,
      needs: `${name}:c`,
      writes: [name, 'entries', 'suggestions', 'batches'],
      fails: ['period.closed', 'validation.failed'],
    }),
    createRecurring: endpoint(`POST /v1/companies/{c}/recurring_${name}`, {
      summary: `Cria uma série de contas (${label}).`,
      body: wire.createRecurring,
      returns: z.array(wire.record),
      creates: true,
      needs: `${name}:c`,
      writes: [name, 'entries', 'suggestions', 'batches'],
      fails: ['period.closed'],
    }),
    createFromInvoice: endpoint(`POST /v1/companies/{c}/invoices/{nfId}/${name}`, {
      summary: `Cria uma conta a partir de uma nota fiscal (${label}).`,
      // As SPEC.md has it; beside `{id}` a reader of paths could not tell the two apart.
      aliases: [`/v1/companies/{c}/${name}/{nfId}`],
      body: wire.createFromInvoice,
      returns: wire.record,
      creates: true,
      needs: `${name}:c`,
      writes: [name, 'entries', 'invoices', 'contacts', 'suggestions', 'batches'],
      fails: ['conflict.invalid_transition', 'conflict.already_exists', 'period.closed', 'validation.failed'],
    }),
    conciliation: endpoint(`GET /v1/companies/{c}/${name}/{id}/conciliation`, {
      summary: `Mostra com o que uma conta está conciliada (${label}).`,
      returns: ConciliationGroup.nullable(),
      needs: `${name}:v`,
      reads: [name, 'statement_entries'],
    }),
    conciliate: endpoint(`POST /v1/companies/{c}/${name}/conciliation`, {
      summary: `Concilia contas com lançamentos do extrato, ou as baixa à mão (${label}).`,
      body: wire.conciliation,
      many: true,
      returns: ConciliationAnswer,
      needs: 'conciliation:c',
      writes: ['bills', 'receivables', 'entries', 'statement_entries', 'suggestions', 'bank_accounts', 'batches'],
      fails: ['bulk.rejected', ...GROUP_REFUSALS],
    }),
    unconciliate: endpoint(`POST /v1/companies/{c}/${name}/conciliation/undo`, {
      summary: `Desfaz a conciliação ou a baixa de contas (${label}).`,
      body: wire.conciliation,
      many: true,
      returns: ConciliationAnswer,
      needs: 'conciliation:d',
      writes: ['bills', 'receivables', 'entries', 'statement_entries', 'suggestions', 'bank_accounts', 'batches'],
      fails: ['conciliation.not_done', 'conflict.invalid_transition', 'bulk.rejected', 'period.closed'],
    }),
    update: endpoint(`PATCH /v1/companies/{c}/${name}/{id}`, {
      summary: `Altera uma conta (${label}).`,
      body: wire.update,
      returns: wire.record,
      needs: `${name}:u`,
      writes: [name, 'entries', 'suggestions', 'batches'],
      fails: ['conflict.stale_version', 'conflict.not_editable', 'period.closed'],
    }),
    updateSeries: endpoint(`PATCH /v1/companies/{c}/${name}/{id}/series`, {
      summary: `Altera uma conta e as outras em aberto da sua série; diz quais ficam como estão (${label}).`,
      query: SeriesQuery,
      body: wire.updateSeries,
      returns: BulkAnswer,
      previews: true,
      own: true,
      needs: `${name}:u`,
      writes: [name, 'entries', 'suggestions', 'batches'],
      fails: ['conflict.stale_version', 'conflict.not_editable', 'conflict.invalid_transition', 'period.closed'],
    }),
    updateMany: endpoint(`PATCH /v1/companies/{c}/${name}`, {
      summary: `Altera várias contas: os mesmos campos para todas, ou cada item os seus (${label}).`,
      query: Preview,
      body: wire.updateMany,
      returns: BulkAnswer,
      previews: true,
      rate: 'bulk',
      needs: `${name}:u`,
      writes: [name, 'entries', 'suggestions', 'batches'],
      fails: ['bulk.rejected', 'conflict.not_editable', 'period.closed'],
    }),
    move: endpoint(`PATCH /v1/companies/{c}/${name}/move`, {
      summary: `Move a situação de várias contas; todas ou nenhuma (${label}).`,
      query: Preview,
      body: wire.move,
      returns: BulkAnswer,
      previews: true,
      rate: 'bulk',
      needs: `${name}:u`,
      writes: [name, 'entries', 'suggestions', 'bank_accounts', 'batches'],
      fails: [
        'bulk.rejected',
        'conciliation.already_done',
        'conflict.invalid_transition',
        'permission.denied',
        'auth.step_up_required',
        'period.closed',
      ],
    }),
    split: endpoint(`PATCH /v1/companies/{c}/${name}/{id}/split`, {
      summary: `Divide uma conta em partes cuja soma é o seu valor (${label}).`,
      body: SplitBody,
      returns: z.array(wire.record),
      needs: `${name}:u`,
      writes: [name, 'entries', 'suggestions', 'batches'],
      fails: [
        'validation.failed',
        'conflict.stale_version',
        'conflict.not_editable',
        'conflict.invalid_transition',
        'conciliation.already_done',
        'period.closed',
      ],
    }),
    get: endpoint(`GET /v1/companies/{c}/${name}/{id}`, {
      summary: `Mostra uma conta (${label}).`,
      returns: wire.record,
      needs: `${name}:v`,
      reads: [name, 'attachments', ...(name === 'bills' ? (['taxes'] as const) : [])],
    }),
    delete: endpoint(`DELETE /v1/companies/{c}/${name}/{id}`, {
      summary: `Exclui uma conta (${label}).`,
      returns: Done,
      needs: `${name}:d`,
      writes: [name, 'entries', 'suggestions', 'batches'],
      fails: ['conflict.invalid_transition', 'conciliation.already_done', 'period.closed'],
    }),
    deleteSeries: endpoint(`DELETE /v1/companies/{c}/${name}/{id}/series`, {
      summary: `Exclui uma conta e as outras em aberto da sua série; diz quais ficam como estão (${label}).`,
      query: SeriesQuery,
      returns: BulkAnswer,
      previews: true,
      own: true,
      needs: `${name}:d`,
      writes: [name, 'entries', 'suggestions', 'batches'],
      fails: ['conflict.not_editable', 'conflict.invalid_transition', 'conciliation.already_done', 'period.closed'],
    }),
  })
}
