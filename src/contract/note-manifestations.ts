// What a company says to the tax authority of a note that it received.
import { z } from 'zod'
import { JUSTIFICATION } from '#domain/fiscal/invoice-rules.ts'
import { endpoint, resource } from './kit/endpoint.ts'
import { Text } from './kit/fields.ts'
import { ReceivedNote } from './received-notes.ts'

const Justification = Text(JUSTIFICATION.max)
  .trim()
  .min(JUSTIFICATION.min, `A justificativa tem de ${JUSTIFICATION.min} a ${JUSTIFICATION.max} caracteres`)

export const noteManifestations = resource('noteManifestations', {
  create: endpoint('POST /v1/companies/{c}/captured_invoices/{id}/manifestations', {
    summary:
      'Envia à SEFAZ a manifestação do destinatário: ciência, confirmação, desconhecimento ou operação não realizada; não se desfaz.',
    body: z.discriminatedUnion('kind', [
      z.object({ kind: z.enum(['ACKNOWLEDGED', 'CONFIRMED', 'UNRECOGNISED']) }).strict(),
      z.object({ kind: z.literal('UNFULFILLED'), justification: Justification }).strict(),
    ]),
    returns: ReceivedNote,
    creates: true,
    irreversible: true,
    needs: 'invoices:x',
    writes: ['invoices', 'notifications', 'batches'],
    fails: ['validation.failed', 'conflict.invalid_transition', 'certificate.required', 'certificate.expired'],
    own: true,
  }),
})
