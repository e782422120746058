// Attachments of bills and receivables (SPEC.md, Attachments): files up to 10 MB, 20 per record.
import { z } from 'zod'
import { endpoint, resource } from './kit/endpoint.ts'
import { Done, Id, Text } from './kit/fields.ts'

export const Attachment = z.object({
  id: Id,
  company_id: Id,
  name: z.string(),
  reference_id: Id.nullable(),
  bill_id: Id.nullable(),
  receivable_id: Id.nullable(),
  /** The tax that the bill pays. */
  tax_id: Id.nullable(),
  associate_id: Id.nullable(),
  service_invoice_id: Id.nullable(),
  product_invoice_id: Id.nullable(),
  /** Where to read the file, with the same bearer token. */
  bucket_url: z.string(),
  preview_url: z.string().nullable(),
  content_type: z.string(),
  size_bytes: z.int(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
  created_at: z.string(),
})
export type Attachment = z.infer<typeof Attachment>

export const attachments = resource('attachments', {
  list: endpoint('GET /v1/companies/{c}/attachments', {
    summary: 'Lista os anexos de uma conta ou de um sócio.',
    query: z.object({ bill_id: Id.optional(), receivable_id: Id.optional(), associate_id: Id.optional() }),
    returns: z.array(Attachment),
    needs: 'attachments:v',
    reads: ['attachments'],
  }),
  get: endpoint('GET /v1/companies/{c}/attachments/{id}', {
    summary: 'Mostra um anexo.',
    returns: Attachment,
    needs: 'attachments:v',
    reads: ['attachments'],
  }),
  file: endpoint('GET /v1/companies/{c}/attachments/{id}/file', {
    summary: 'Baixa o arquivo de um anexo.',
    returns: z.unknown(),
    file: true,
    needs: 'attachments:v',
    own: true,
    fails: ['file.lost'],
  }),
  delete: endpoint('DELETE /v1/companies/{c}/attachments/{id}', {
    summary: 'Exclui um anexo.',
    returns: Done,
    needs: 'attachments:d',
    writes: ['attachments', 'bills', 'receivables', 'batches'],
    fails: ['conflict.not_editable'],
  }),
  create: endpoint('POST /v1/companies/{c}/attachments', {
    summary: 'Envia um anexo.',
    form: z.object({ bill_id: Id.optional(), receivable_id: Id.optional(), associate_id: Id.optional(), metadata: Text(2000).optional() }),
    returns: Attachment,
    creates: true,
    rate: 'upload',
    needs: 'attachments:c',
    writes: ['attachments', 'bills', 'receivables', 'batches'],
    fails: ['attachment.rejected', 'request.too_large'],
  }),
})
