// Boletos registered at an ordinary bank by file (CNAB 240 and 400): the agreement, its slips, the files sent and the returns read. Amounts in
// cents, rates in hundredths of a percent.
import { z } from 'zod'
import { CNAB_WIDTHS, COLLECTION_BANK_CODES } from '#domain/collection/agreement.ts'
import { MOVEMENT_KINDS } from '#domain/collection/layouts/layout.ts'
import { OCCURRENCE_ANSWERS, OCCURRENCE_MEANINGS } from '#domain/collection/occurrences.ts'
import { BANK_SLIP_STATUSES, REMITTANCE_STATUSES } from '#domain/collection/slip-states.ts'
import { endpoint, resource } from './kit/endpoint.ts'
import { createOf, Day, DayOut, Done, Id, Ids, PositiveCents, patchOf, Text } from './kit/fields.ts'

export const Agreement = z.object({
  id: Id,
  company_id: Id,
  version: z.int(),
  bank_account_id: Id,
  /** Bank and account, as people know it: 'Itaú 12345-6'. */
  name: z.string(),
  bank_code: z.string(),
  layout: z.enum(CNAB_WIDTHS),
  branch: z.string(),
  branch_digit: z.string(),
  account: z.string(),
  account_digit: z.string(),
  code: z.string(),
  wallet: z.string(),
  variation: z.string(),
  transmission_code: z.string(),
  post: z.string(),
  write_off_code: z.string(),
  due_date_code: z.string(),
  first_number: z.int(),
  first_file: z.int(),
  interest_rate: z.int(),
  fine_rate: z.int(),
  protest_days: z.int().nullable(),
  write_off_days: z.int().nullable(),
  approved: z.boolean(),
  /** What waits for the next file. */
  waiting_count: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Agreement = z.infer<typeof Agreement>

const Digits = (max: number) =>
  Text(max)
    .regex(/^[\dA-Za-z]*$/, 'Só algarismos, sem pontos nem traços')
    .transform(text => text.toUpperCase())
const Days = z.int().min(1, 'Ao menos 1 dia').max(99, 'Até 99 dias').nullish()

export const AgreementFields = z.object({
  bank_account_id: Id,
  /** That of the account, where the form asks by bank; the account tells it anyway. */
  bank_code: z.enum(COLLECTION_BANK_CODES, 'Escolha o banco').optional(),
  layout: z.enum(CNAB_WIDTHS),
  branch: Digits(5),
  branch_digit: Digits(1).optional(),
  account: Digits(12),
  account_digit: Digits(1).optional(),
  code: Digits(20).optional(),
  wallet: Digits(3).optional(),
  variation: Digits(3).optional(),
  transmission_code: Digits(20).optional(),
  post: Digits(2).optional(),
  write_off_code: Digits(2).optional(),
  due_date_code: Digits(2).optional(),
  first_number: z.int().min(1).max(99_999_999_999).optional(),
  first_file: z.int().min(1).max(999_999).optional(),
  interest_rate: z.int().min(0).max(9999, 'Até 99,99%').optional(),
  fine_rate: z.int().min(0).max(9999, 'Até 99,99%').optional(),
  protest_days: Days,
  write_off_days: Days,
  approved: z.boolean().optional(),
})

const agreementWrites = ['agreements', 'batches'] as const

export const agreements = resource('agreements', {
  list: endpoint('GET /v1/companies/{c}/agreements', {
    summary: 'Os convênios de cobrança por arquivo.',
    returns: z.array(Agreement),
    needs: 'receivables:v',
    reads: ['agreements', 'bank_slips', 'remittances'],
    own: true,
  }),
  get: endpoint('GET /v1/companies/{c}/agreements/{id}', {
    summary: 'Um convênio de cobrança.',
    returns: Agreement,
    needs: 'receivables:v',
    reads: ['agreements', 'bank_slips', 'remittances'],
    own: true,
  }),
  create: endpoint('POST /v1/companies/{c}/agreements', {
    summary: 'Cadastra o convênio de uma conta com o banco; bancos e layouts sem arquivo de exemplo são recusados.',
    body: createOf(AgreementFields, Agreement),
    returns: Agreement,
    creates: true,
    needs: 'receivables:c',
    writes: agreementWrites,
    fails: ['validation.failed', 'resource.not_found'],
    own: true,
  }),
  update: endpoint('PATCH /v1/companies/{c}/agreements/{id}', {
    summary: 'Altera um convênio; os boletos feitos guardam o que ele era.',
    body: patchOf(AgreementFields, Agreement),
    returns: Agreement,
    needs: 'receivables:u',
    writes: agreementWrites,
    fails: ['validation.failed', 'conflict.stale_version', 'conflict.not_editable', 'resource.not_found'],
    own: true,
  }),
  delete: endpoint('DELETE /v1/companies/{c}/agreements/{id}', {
    summary: 'Exclui um convênio sem boletos em aberto.',
    returns: Done,
    needs: 'receivables:d',
    writes: agreementWrites,
    fails: ['conflict.not_editable'],
    own: true,
  }),
})

const SlipPayer = z.object({
  name: z.string(),
  document_number: z.string(),
  address: z.string(),
  district: z.string(),
  postal_code: z.string(),
  city: z.string(),
  state: z.string(),
})

export const BankSlip = z.object({
  id: Id,
  company_id: Id,
  version: z.int(),
  agreement_id: Id,
  agreement_name: z.string(),
  bank_code: z.string(),
  /** Those of its agreement, where the bank publishes none. */
  write_off_code: z.string(),
  due_date_code: z.string(),
  receivable_id: Id.nullable(),
  /** Nosso número, without and with its check digit apart. */
  number: z.string(),
  digit: z.string(),
  /** Seu número. */
  document: z.string(),
  amount_cents: z.int(),
  rebate_cents: z.int(),
  due_date: DayOut,
  issue_date: DayOut,
  interest_rate: z.int(),
  fine_rate: z.int(),
  protest_days: z.int().nullable(),
  payer: SlipPayer,
  barcode: z.string(),
  digitable_line: z.string(),
  status: z.enum(BANK_SLIP_STATUSES),
  /** Why the bank refused it, in its own code. */
  refusal: z.string().nullable(),
  paid_cents: z.int().nullable(),
  paid_on: DayOut.nullable(),
  /** What was asked of the bank and waits for its answer. */
  asked: z.array(z.enum(MOVEMENT_KINDS)),
  /** Part of it waits for the next file. */
  to_send: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type BankSlip = z.infer<typeof BankSlip>

const slipWrites = ['bank_slips', 'agreements', 'remittances', 'batches'] as const
const Changed = z.object({ updated: z.int(), ids: z.array(Id) })

export const bankSlips = resource('bankSlips', {
  list: endpoint('GET /v1/companies/{c}/bank_slips', {
    summary: 'Os boletos registrados por arquivo, do mais novo ao mais antigo.',
    query: z.object({ receivable_id: Id.optional() }),
    returns: z.array(BankSlip),
    needs: 'receivables:v',
    reads: ['bank_slips', 'remittances', 'agreements'],
    own: true,
  }),
  get: endpoint('GET /v1/companies/{c}/bank_slips/{id}', {
    summary: 'Um boleto registrado por arquivo.',
    returns: BankSlip,
    needs: 'receivables:v',
    reads: ['bank_slips', 'remittances', 'agreements'],
    own: true,
  }),
  create: endpoint('POST /v1/companies/{c}/bank_slips', {
    summary: 'Faz o boleto de contas a receber: nosso número, código de barras e o pedido de registro na próxima remessa.',
    body: z.object({ agreement_id: Id, receivable_ids: Ids.max(1000, 'Selecione até 1.000 contas') }).strict(),
    many: true,
    returns: Changed,
    creates: true,
    needs: 'receivables:c',
    writes: slipWrites,
    fails: ['validation.failed', 'bulk.rejected', 'resource.not_found'],
    own: true,
  }),
  order: endpoint('POST /v1/companies/{c}/bank_slips/orders', {
    summary: 'Pede ao banco, na próxima remessa: outro vencimento, abatimento, protesto, sustação ou baixa.',
    body: z
      .object({
        ids: Ids.max(1000, 'Selecione até 1.000 boletos'),
        kind: z.enum(['DUE_DATE', 'REBATE', 'PROTEST', 'STOP_PROTEST', 'WRITE_OFF']),
        due_date: Day.optional(),
        rebate_cents: PositiveCents.optional(),
      })
      .strict(),
    many: true,
    returns: Changed,
    creates: true,
    needs: 'receivables:u',
    writes: slipWrites,
    fails: ['validation.failed', 'bulk.rejected', 'resource.not_found'],
    own: true,
  }),
  pdf: endpoint('GET /v1/companies/{c}/bank_slips/{id}/pdf', {
    summary: 'O boleto em PDF, com o código de barras.',
    returns: z.unknown(),
    file: true,
    needs: 'receivables:v',
    rate: 'export',
    fails: ['conflict.invalid_transition'],
    own: true,
  }),
})

export const Remittance = z.object({
  /** Of a draft: that of its agreement. */
  id: Id,
  company_id: Id,
  agreement_id: Id,
  agreement_name: z.string(),
  bank_code: z.string(),
  layout: z.enum(CNAB_WIDTHS),
  /** The bank has approved the first files of the agreement. */
  approved: z.boolean(),
  status: z.enum(REMITTANCE_STATUSES),
  /** Null of a draft. */
  sequence: z.int().nullable(),
  file_name: z.string().nullable(),
  sha256: z.string().nullable(),
  orders_count: z.int(),
  answered_count: z.int(),
  refused_count: z.int(),
  total_cents: z.int(),
  generated_at: z.string().nullable(),
  sent_at: z.string().nullable(),
  sent_by_name: z.string().nullable(),
})
export type Remittance = z.infer<typeof Remittance>

const RemittanceOrder = z.object({
  id: Id,
  slip_id: Id,
  kind: z.enum(MOVEMENT_KINDS),
  payer_name: z.string(),
  number: z.string(),
  amount_cents: z.int(),
  due_date: DayOut,
  status: z.enum(['WAITING', 'DONE', 'REFUSED']),
  reason: z.string().nullable(),
})
export type RemittanceOrder = z.infer<typeof RemittanceOrder>

const remittanceReads = ['remittances', 'bank_slips', 'agreements'] as const

export const remittances = resource('remittances', {
  list: endpoint('GET /v1/companies/{c}/remittances', {
    summary: 'As remessas, da mais nova à mais antiga; antes delas, o que espera a próxima de cada convênio.',
    returns: z.array(Remittance),
    needs: 'receivables:v',
    reads: remittanceReads,
    own: true,
  }),
  orders: endpoint('GET /v1/companies/{c}/remittances/{id}/orders', {
    summary: 'O que uma remessa pede ao banco, e o que ele respondeu.',
    returns: z.array(RemittanceOrder),
    needs: 'receivables:v',
    reads: remittanceReads,
    own: true,
  }),
  generate: endpoint('POST /v1/companies/{c}/remittances', {
    summary: 'Faz o arquivo com tudo o que espera num convênio; o número cresce de um em um.',
    body: z.object({ agreement_id: Id }).strict(),
    returns: Remittance,
    creates: true,
    needs: 'receivables:u',
    writes: slipWrites,
    fails: ['validation.failed', 'conflict.invalid_transition', 'resource.not_found'],
    own: true,
  }),
  file: endpoint('GET /v1/companies/{c}/remittances/{id}/file', {
    summary: 'O arquivo da remessa: sempre os mesmos bytes.',
    returns: z.unknown(),
    file: true,
    needs: 'receivables:v',
    rate: 'export',
    own: true,
  }),
  send: endpoint('POST /v1/companies/{c}/remittances/{id}/send', {
    summary: 'Marca que a pessoa enviou o arquivo ao banco; daí em diante a remessa não se desfaz.',
    returns: Remittance,
    needs: 'receivables:u',
    writes: slipWrites,
    irreversible: true,
    fails: ['conflict.invalid_transition'],
    own: true,
  }),
  refuse: endpoint('POST /v1/companies/{c}/remittances/{id}/refuse', {
    summary: 'O banco recusou o arquivo inteiro: o que ele pedia volta para a próxima remessa.',
    returns: Remittance,
    needs: 'receivables:u',
    writes: slipWrites,
    fails: ['conflict.invalid_transition'],
    own: true,
  }),
})

export const SlipOccurrence = z.object({
  id: Id,
  company_id: Id,
  agreement_id: Id,
  slip_id: Id.nullable(),
  agreement_name: z.string(),
  file_name: z.string(),
  number: z.string(),
  document: z.string(),
  payer_name: z.string().nullable(),
  occurrence: z.string(),
  meaning: z.enum(OCCURRENCE_MEANINGS),
  reason: z.string(),
  occurred_on: DayOut.nullable(),
  credited_on: DayOut.nullable(),
  amount_cents: z.int(),
  paid_cents: z.int(),
  /** A person must say what it is. */
  open: z.boolean(),
  answer: z.enum(OCCURRENCE_ANSWERS).nullable(),
  created_at: z.string(),
})
export type SlipOccurrence = z.infer<typeof SlipOccurrence>

const returnWrites = [
  ...slipWrites,
  'receivables',
  'entries',
  'statement_entries',
  'bank_statements',
  'bank_accounts',
  'suggestions',
  'bills',
  'payment_files',
] as const

export const slipReturns = resource('slipReturns', {
  list: endpoint('GET /v1/companies/{c}/slip_returns', {
    summary: 'O que os retornos disseram, do mais novo ao mais antigo; primeiro o que espera uma resposta.',
    query: z.object({ slip_id: Id.optional() }),
    returns: z.array(SlipOccurrence),
    needs: 'receivables:v',
    reads: ['bank_slips', 'remittances'],
    own: true,
  }),
  read: endpoint('POST /v1/companies/{c}/slip_returns', {
    summary: 'Lê um retorno, de cobrança ou de pagamentos, e faz o que ele diz; lido de novo, não muda nada.',
    form: z.object({ agreement_id: Id.optional() }),
    returns: z.object({
      kind: z.enum(['CHARGES', 'PAYMENTS']),
      /** One pt-BR sentence. */
      told: z.string(),
      taken: z.int(),
      known: z.int(),
      open: z.int(),
      warnings: z.array(z.string()),
    }),
    creates: true,
    rate: 'upload',
    needs: 'receivables:u',
    writes: returnWrites,
    fails: ['import.file_rejected', 'request.too_large', 'validation.failed', 'resource.not_found', 'period.closed'],
    own: true,
  }),
  answer: endpoint('POST /v1/companies/{c}/slip_returns/{id}/answer', {
    summary: 'Diz o que é uma ocorrência que não conhecemos.',
    body: z.object({ answer: z.enum(OCCURRENCE_ANSWERS), slip_id: Id.optional() }).strict(),
    returns: SlipOccurrence,
    needs: 'receivables:u',
    writes: returnWrites,
    fails: ['conflict.invalid_transition', 'validation.failed', 'period.closed'],
    own: true,
  }),
})
