// What may be undone, and by whom: undoing one's own batch needs the right it took; another's needs d on the same resource (SPEC.md, Permissions).
import { contract } from '#contract/index.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { type Action, may, type Resource, type Rights } from '#domain/permissions.ts'

const rowsById = new Map<string, Endpoint>(
  Object.values(contract)
    .flatMap(rows => Object.values(rows) as Endpoint[])
    .map(row => [row.id, row]),
)

/** Endpoints whose batches stay as they are. */
export const IRREVERSIBLE: readonly string[] = [...rowsById.values()].filter(row => row.spec.irreversible).map(row => row.id)

/** `command` is the endpoint that wrote the batch; one a job wrote carries the endpoint that started it. */
export function isRight(rights: Rights, command: string, mine: boolean): boolean {
  const needs = rowsById.get(command)?.spec.needs
  if (!needs) return mine
  const [resource, action] = needs.split(':') as [Resource, Action]
  return may(rights, resource, mine ? action : 'd')
}

/** Rows that not everybody who reads the history may see: each by the resource it belongs to. */
const GUARDED: Readonly<Record<string, Resource>> = {
  payment_orders: 'payments',
  payments: 'payments',
  payment_agreements: 'payments',
  payment_files: 'payments',
  file_payments: 'payments',
  payment_returns: 'payments',
  pix_keys: 'pix_keys',
  digital_accounts: 'digital_account',
  digital_movements: 'digital_account',
  payment_limits: 'digital_account',
  charges: 'receivables',
  pre_approvals: 'subscription',
  subscriptions: 'subscription',
  subscription_billings: 'subscription',
  associates: 'associates',
  dependents: 'associates',
  invoice_settings: 'invoice_settings',
  companies: 'company',
  roles: 'roles',
  webhooks: 'api_keys',
}

/** The tables whose rows somebody who may see the trail may not read. */
export const withheldFrom = (rights: Rights): readonly string[] => [
  ...Object.keys(GUARDED).filter(table => !maySee(rights, table)),
  ...(may(rights, 'users', 'v') ? [] : ['memberships']),
]

/** What an erasure took out of the journal: part of the trail, of no interest to people. */
const UNSHOWN = 'erased_images'

export function maySee(rights: Rights, table: string): boolean {
  if (table === UNSHOWN) return false
  const resource = GUARDED[table]
  return resource === undefined || may(rights, resource, 'v')
}
