// What a handler works with: the actor, the company, the transaction, and the words of its journal line.
import type { Contract } from '#contract/index.ts'
import type { Answer, Body, Endpoint, FormFields, Params, Query } from '#contract/kit/endpoint.ts'
import type { UserKind } from '#domain/enums.ts'
import { ACTION_LABELS, type Action, may, RESOURCE_LABELS, type Resource, type Rights } from '#domain/permissions.ts'
import type { CsvRecord } from '#domain/statements/csv-scan.ts'
import { refuse } from '#server/base/fail.ts'
import type { Db } from '#server/db/query.ts'
import type { Services } from './services.ts'

export interface Actor {
  user_id: string
  session_id: string
  kind: UserKind
  name: string | null
  organization_id: string | null
  stepped_up_at: string
  /** Set when an API key asks instead of a person: the most it may do here. */
  api_key?: ApiKeyScope
}

export interface ApiKeyScope {
  id: string
  /** The one company it works in; null: all companies its creator sees, read-only. */
  company_id: string | null
  /** Null: all that its creator may do. */
  rights: Rights | null
}

export interface UploadedFile {
  name: string
  content_type: string
  bytes: Uint8Array
  /** For a row whose file is a sheet; empty otherwise. */
  records: readonly CsvRecord[]
}

/** An answer that is not plain JSON of the row's schema: text built by PostgreSQL (a stream when long), a file, or a list with its next cursor. */
export class Reply {
  constructor(
    readonly kind: 'json-text' | 'file' | 'value',
    readonly body: unknown,
    readonly headers: Record<string, string> = {},
  ) {}
}

/** An answer fetched from an outside party after the transaction ended, so that none is ever held across the network. Reads only. */
export class Later<T> {
  constructor(readonly fetch: () => Promise<T>) {}
}

/**
 * Thrown by a handler that must hear from an outside party before it writes. The transaction ends with nothing done, the party is asked,
 * and the handler runs again with the answer.
 */
export class AskFirst extends Error {
  override name = 'AskFirst'
  constructor(
    readonly question: string,
    readonly fetch: () => Promise<unknown>,
  ) {
    super(question)
  }
}

/** What a request says about its sender before anyone is identified; sign-in, refresh and run look-ups rely on it. */
export interface Caller {
  readonly ip: string
  readonly user_agent: string
  /** The header `x-device-id`; without it no device counts as known. */
  readonly device_id: string | undefined
  /** The page's origin, which selects the brand. */
  readonly origin: string | undefined
  /** The bearer as received: a token other than a session's may open a public row. */
  readonly bearer: string | undefined
  /** Of a row that is signed: the body as it came, and its signature. */
  readonly signed: { body: string; signature: string } | undefined
  /** The header `dpop`: a proof that the caller holds a key. */
  readonly key_proof: string | undefined
}

export interface Context {
  readonly db: Db
  readonly actor: Actor
  readonly caller: Caller
  readonly requestId: string
  readonly services: Services
  /** The company of path, query or body; reading it in a row without one is a bug. */
  readonly companyId: string
  readonly rights: Rights
  /** The company has no owner yet, and the actor may invite one. */
  readonly founding: boolean
  /** The name of the actor's role in that company, in pt-BR. */
  readonly roleName: string
  /** Companies the actor may see, when the row names none. */
  readonly companies: readonly string[]
  /** The ones among them where the actor's rights include an action. */
  companiesWith(resource: Resource, action: Action): readonly string[]
  /** Whether the caller asked for the columnar form. */
  readonly columnar: boolean
  readonly now: number
  /** The civil day in São Paulo. */
  readonly today: string
  readonly batchId: string
  newId(): string
  /** Sets the pt-BR line of the journal: '12 contas movidas para Pago'. */
  label(text: string): void
  /** Adds changed ids, for the sockets. */
  touch(...ids: string[]): void
  /** Says that this call's batch reverses another. */
  undoes(batchId: string): void
  /** Writes this call's line into another company's journal: one just founded, or one that invited the actor. */
  journalIn(companyId: string): void
  /** Adopts the company of an object that the row found by id; 404 when the actor may not see it, 403 when they may not act on it. */
  enter(companyId: string, resource: Resource, action: Action): Promise<void>
  /** The actor's rights in one of their companies; none in any other. */
  rightsIn(companyId: string): Rights
  /** Whether the actor's rights in one of their companies include it. */
  mayIn(companyId: string, resource: Resource, action: Action): boolean
  /** Refuses with `permission.denied` unless the actor's rights here include it. */
  need(resource: Resource, action: Action): void
  /** The answer of an outside party, asked before this transaction began. The question names all that the answer depends on. */
  askFirst<T>(question: string, fetch: () => Promise<T>): T
  /** Runs after the commit; a failure there is logged and never undoes the answer. */
  afterCommit(work: () => void | Promise<void>): void
}

/** What a report needs to know of a call: also of one that a public link opened. */
export type InCompany = Pick<Context, 'db' | 'companyId' | 'today'>

export interface ServerCall<E extends Endpoint> {
  params: Params<E>
  query: Query<E>
  body: Body<E>
  form: FormFields<E>
  file: E['spec'] extends { form: unknown } ? UploadedFile : undefined
}

export type Handler<E extends Endpoint> = (ctx: Context, call: ServerCall<E>) => Promise<Answer<E> | Reply | Later<Answer<E> | Reply>>
/** All handlers of one resource; a missing one does not compile. */
export type Handlers<R extends Record<string, Endpoint>> = { [K in keyof R]: Handler<R[K]> }

/** Every handler of the contract; a row without one does not compile. */
export type ContractHandlers = { [K in keyof Contract]: Handlers<Contract[K]> }

export function needRight(rights: Rights, resource: Resource, action: Action): void {
  if (!may(rights, resource, action))
    throw refuse('permission.denied', `Seu cargo não permite ${ACTION_LABELS[action]} em ${RESOURCE_LABELS[resource]}.`)
}
