// The context of one request, filled while it is admitted: the actor, the companies it may see, its company, and its journal line.
import { dayInSaoPaulo } from '#domain/days.ts'
import { type Action, may, NO_RIGHTS, type Resource, type Rights } from '#domain/permissions.ts'
import { fail, refuse } from '#server/base/fail.ts'
import { newId } from '#server/base/ids.ts'
import type { Db } from '#server/db/query.ts'
import { scope } from '#server/db/scope.ts'
import type { Membership } from './access.ts'
import { type Actor, type ApiKeyScope, AskFirst, type Caller, type Context, needRight } from './context.ts'
import type { Services } from './services.ts'

/** A key has no post: what it may not is told of the key. */
function whyNotByKey(key: ApiKeyScope, action: Action): string {
  if (key.company_id === null && action !== 'v') return 'Esta chave de API só lê. Para gravar, crie uma chave da empresa.'
  return 'Esta chave de API não permite esta ação: ela pode o que lhe deram, e nunca mais do que quem a criou.'
}

export class RequestContext implements Context {
  private text = ''
  undone: string | undefined
  private journalOf: string | undefined
  readonly touched: string[] = []
  readonly after: (() => void | Promise<void>)[] = []
  memberships: readonly Membership[] = []
  membership: Membership | undefined
  readonly batchId = newId()
  readonly today: string

  constructor(
    readonly db: Db,
    readonly services: Services,
    /** Undefined when anyone may ask. */
    readonly known: Actor | undefined,
    readonly caller: Caller,
    readonly requestId: string,
    readonly columnar: boolean,
    readonly now: number,
    private readonly answers: ReadonlyMap<string, unknown>,
  ) {
    this.today = dayInSaoPaulo(now)
  }

  /** The same call in another transaction, which must be scoped anew. */
  on(db: Db): RequestContext {
    const { services, known, caller, requestId, columnar, now, answers } = this
    const other = new RequestContext(db, services, known, caller, requestId, columnar, now, answers)
    other.memberships = this.memberships
    other.membership = this.membership
    return other
  }

  get actor(): Actor {
    if (!this.known) throw new Error('a public row asked for its actor')
    return this.known
  }
  get companyId(): string {
    if (!this.membership) throw new Error('a row without a company asked for one')
    return this.membership.company_id
  }
  get rights(): Rights {
    return this.membership?.rights ?? NO_RIGHTS
  }
  get founding(): boolean {
    return this.membership?.founding ?? false
  }
  get roleName(): string {
    return this.membership?.role_name ?? ''
  }
  get companies(): readonly string[] {
    return this.memberships.map(membership => membership.company_id)
  }
  companiesWith(resource: Resource, action: Action): readonly string[] {
    return this.memberships.filter(({ rights }) => may(rights, resource, action)).map(({ company_id }) => company_id)
  }
  get labelText(): string {
    return this.text
  }
  get company(): string | undefined {
    return this.membership?.company_id ?? this.journalOf
  }
  newId(): string {
    return newId()
  }
  label(text: string): void {
    this.text = text
  }
  touch(...ids: string[]): void {
    this.touched.push(...ids)
  }
  journalIn(companyId: string): void {
    this.journalOf = companyId
  }
  undoes(batchId: string): void {
    this.undone = batchId
  }
  need(resource: Resource, action: Action): void {
    const key = this.known?.api_key
    if (key && !may(this.rights, resource, action)) throw refuse('permission.denied', whyNotByKey(key, action))
    needRight(this.rights, resource, action)
  }
  rightsIn(companyId: string): Rights {
    return this.memberships.find(each => each.company_id === companyId)?.rights ?? NO_RIGHTS
  }
  mayIn(companyId: string, resource: Resource, action: Action): boolean {
    return may(this.rightsIn(companyId), resource, action)
  }
  async enter(companyId: string, resource: Resource, action: Action): Promise<void> {
    this.membership = this.memberships.find(membership => membership.company_id === companyId)
    if (!this.membership) throw fail('resource.not_found')
    this.need(resource, action)
    await scope(this.db, { companies: [companyId] })
  }
  askFirst<T>(question: string, fetch: () => Promise<T>): T {
    if (!this.answers.has(question)) throw new AskFirst(question, fetch)
    return this.answers.get(question) as T
  }
  afterCommit(work: () => void | Promise<void>): void {
    this.after.push(work)
  }
}
