// What Pluggy answers, as far as the product reads it: fields may be added at any time, so unknown ones are let be.
import { z } from 'zod'
import { CONNECTION_STATUSES, EXECUTION_STATUSES } from '#domain/enums.ts'

export const Auth = z.object({ apiKey: z.string().min(1) })

/** A parameter that a connector asks for; `data` is an image or an address. */
const Credential = z.object({
  name: z.string(),
  label: z.string(),
  type: z.string().nullish(),
  data: z.string().nullish(),
  optional: z.boolean().nullish(),
})

export const Connector = z.object({
  id: z.int(),
  name: z.string(),
  type: z.string(),
  credentials: z.array(Credential),
  isOpenFinance: z.boolean(),
  isSandbox: z.boolean().default(false),
})
export type Connector = z.infer<typeof Connector>

export const Connectors = z.object({ results: z.array(Connector) })

const Instant = z.iso.datetime({ offset: true })

export const Item = z.object({
  id: z.string(),
  connector: z.object({ id: z.int(), name: z.string() }),
  /** A word that is not in the list makes the answer unreadable: the state before it stays. */
  status: z.enum(CONNECTION_STATUSES),
  executionStatus: z.enum(EXECUTION_STATUSES),
  clientUserId: z.string().nullish(),
  parameter: Credential.nullish(),
  userAction: z.object({ instructions: z.string().nullish(), attributes: z.record(z.string(), z.unknown()).nullish() }).nullish(),
  consentExpiresAt: Instant.nullish(),
})
export type Item = z.infer<typeof Item>

const Account = z.object({
  id: z.string(),
  type: z.enum(['BANK', 'CREDIT']),
  subtype: z.string(),
  number: z.string(),
  balance: z.number(),
  bankData: z.object({ transferNumber: z.string().nullish() }).nullish(),
  updatedAt: Instant.nullish(),
})
export type Account = z.infer<typeof Account>

export const Accounts = z.object({ results: z.array(Account) })

const Participant = z.object({ name: z.string().nullish(), documentNumber: z.object({ value: z.string().nullish() }).nullish() })

const Transaction = z.object({
  id: z.string(),
  date: Instant,
  description: z.string(),
  descriptionRaw: z.string().nullish(),
  type: z.enum(['DEBIT', 'CREDIT']),
  amount: z.number(),
  category: z.string().nullish(),
  categoryId: z.string().nullish(),
  status: z.enum(['PENDING', 'POSTED']).nullish(),
  paymentData: z.object({ payer: Participant.nullish(), receiver: Participant.nullish() }).nullish(),
})
export type Transaction = z.infer<typeof Transaction>

export const Transactions = z.object({ results: z.array(Transaction), next: z.string().nullish() })

export const Refusal = z.object({ message: z.string().max(500).optional(), codeDescription: z.string().max(100).optional() })
