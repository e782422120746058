// The company's digital certificate (e-CNPJ A1; SPEC.md, Certificates): its file goes in once, and only facts that may be told come out.
import { z } from 'zod'
import { endpoint, resource } from './kit/endpoint.ts'
import { Done, Id, Text } from './kit/fields.ts'

export const CERTIFICATE_STATUSES = ['VALID', 'EXPIRING', 'EXPIRED'] as const

export const Certificate = z.object({
  id: Id,
  company_id: Id,
  version: z.int(),
  kind: z.literal('A1'),
  document_number: z.string(),
  name: z.string(),
  issuer: z.string(),
  serial_number: z.string(),
  /** SHA-256 of the certificate, hexadecimal. */
  fingerprint: z.string(),
  valid_from: z.string(),
  valid_to: z.string(),
  /** EXPIRING during its last 30 days. */
  status: z.enum(CERTIFICATE_STATUSES),
  days_left: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Certificate = z.infer<typeof Certificate>

const writes = ['certificates', 'batches'] as const

export const certificates = resource('certificates', {
  get: endpoint('GET /v1/companies/{c}/certificate', {
    summary: 'O certificado digital da empresa, sem a chave; nulo quando não há.',
    returns: Certificate.nullable(),
    needs: 'certificate:v',
    reads: ['certificates'],
  }),
  create: endpoint('POST /v1/companies/{c}/certificate', {
    summary: 'Envia o certificado A1 (.pfx ou .p12) e sua senha; toma o lugar do anterior.',
    form: z.object({ password: Text(200).default('') }),
    returns: Certificate,
    creates: true,
    rate: 'upload',
    irreversible: true,
    needs: 'certificate:c',
    writes,
    fails: [
      'auth.step_up_required',
      'certificate.password_wrong',
      'certificate.expired',
      'certificate.wrong_company',
      'certificate.unreadable',
      'certificate.untrusted',
    ],
  }),
  delete: endpoint('DELETE /v1/companies/{c}/certificate', {
    summary: 'Apaga o certificado e sua chave.',
    returns: Done,
    irreversible: true,
    needs: 'certificate:d',
    writes,
    fails: ['auth.step_up_required'],
  }),
})
