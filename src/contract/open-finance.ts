// Open finance (SPEC.md, Open finance): connect a bank, follow the connection, bring its lines, withdraw the consent.

import { z } from 'zod'
import { isValidCpf, normalizeDocument } from '#domain/documents.ts'
import { CONNECTION_STATUSES, EXECUTION_STATUSES, OPEN_FINANCE_PROVIDERS } from '#domain/enums.ts'
import { routing_number } from './bank-accounts.ts'
import { endpoint, resource } from './kit/endpoint.ts'
import { DayOut, Done, Id, Text } from './kit/fields.ts'
import { Run } from './notifications.ts'

export const Connection = z.object({
  id: Id,
  company_id: Id,
  item_id: z.string(),
  /** 'local': the local environment plays the bank; no real one was asked. */
  provider: z.enum(OPEN_FINANCE_PROVIDERS),
  routing_number: z.string(),
  institution_name: z.string(),
  status: z.enum(CONNECTION_STATUSES),
  execution_status: z.enum(EXECUTION_STATUSES),
  /** A pt-BR sentence that says how it stands and what helps. */
  message: z.string(),
  asks: z.enum(['code', 'authorization', 'credentials']).nullable(),
  /** What the bank asks for, in its own words. */
  asks_label: z.string().nullable(),
  /** The bank's page where the person authorises. */
  authorize_url: z.string().nullable(),
  bank_account_ids: z.array(Id),
  /** When the bank's data last came complete. */
  last_sync_at: z.string().nullable(),
  next_sync_at: z.string().nullable(),
  consent_expires_at: DayOut.nullable(),
  /** The consent was withdrawn: nothing more comes, and what came stays. */
  revoked_at: z.string().nullable(),
  /** The import with lines that only a person can tell from stored ones. */
  review_import_id: Id.nullable(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Connection = z.infer<typeof Connection>

const ITEM_ID = /^[\w.:-]{1,80}$/

const writes = ['bank_accounts', 'imports'] as const

export const openFinance = resource('openFinance', {
  token: endpoint('POST /v1/companies/{c}/bank_accounts/open_banking/token', {
    summary: 'Conecta um banco, ou retoma a conexão do item: novas credenciais ou o código que o banco pediu.',
    body: z
      .object({
        /** The item to resume, or one that the provider's own form made; without it, the bank's routing number starts a new one. */
        item_id: z.string().regex(ITEM_ID, 'Item inválido').optional(),
        routing_number: routing_number.optional(),
        /** One of our accounts, to be linked with the bank's first account. */
        bank_account_id: Id.optional(),
        code: Text(20).min(1, 'Digite o código').optional(),
        /** CPF of whoever authorises at the bank; without it, that of the person who asks. */
        holder_document: z.string().max(30).refine(isValidCpf, 'CPF é inválido').transform(normalizeDocument).optional(),
      })
      .strict(),
    /** `accessToken` opens only the run, as its `publicAccessToken` does. */
    returns: Run.extend({ accessToken: z.string(), item_id: z.string(), connection_id: Id, provider: Connection.shape.provider }),
    needs: 'bank_accounts:c',
    writes,
    fails: ['validation.failed', 'resource.not_found', 'provider.rejected', 'provider.unavailable'],
  }),
  provider: endpoint('GET /v1/companies/{c}/bank_accounts/open_banking/provider', {
    summary: 'Quem lê os bancos, e se ele pede o CPF de quem autoriza.',
    returns: z.object({ provider: Connection.shape.provider, asks_holder: z.boolean() }),
    needs: 'bank_accounts:v',
    own: true,
  }),
  notice: endpoint('POST /v1/open_finance/notices/{token}', {
    summary: 'Aviso do agregador de que algo mudou: faz olhar de novo, nunca é acreditado.',
    /** Only the item is read; a field of theirs that we do not know is no mistake. */
    body: z.looseObject({ itemId: z.string().regex(ITEM_ID, 'Item inválido').optional() }),
    returns: z.object({ ok: z.literal(true) }),
    public: true,
    tenant: 'none',
    own: true,
    fails: ['permission.denied', 'provider.unavailable'],
  }),
  connections: endpoint('GET /v1/companies/{c}/bank_accounts/connections', {
    summary: 'As conexões de open finance da empresa.',
    returns: z.array(Connection),
    needs: 'bank_accounts:v',
    reads: ['bank_accounts'],
    own: true,
  }),
  connection: endpoint('GET /v1/companies/{c}/bank_accounts/{id}/connection', {
    summary: 'A conexão de open finance de uma conta bancária.',
    returns: Connection,
    needs: 'bank_accounts:v',
    reads: ['bank_accounts'],
    fails: ['resource.not_found'],
  }),
  sync: endpoint('POST /v1/companies/{c}/bank_accounts/{id}/connection/sync', {
    summary: 'Traz agora os lançamentos do banco conectado.',
    returns: Run,
    needs: 'conciliation:c',
    writes,
    fails: ['resource.not_found', 'provider.rejected', 'idempotency.in_progress'],
    own: true,
  }),
  disconnect: endpoint('DELETE /v1/companies/{c}/bank_accounts/{id}/connection', {
    summary: 'Revoga o consentimento: nada mais vem do banco, e o que veio fica.',
    returns: Done,
    needs: 'bank_accounts:u',
    writes: ['bank_accounts', 'batches'],
    fails: ['resource.not_found'],
    own: true,
  }),
})
