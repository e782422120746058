// Who may do what: the permission matrix as data, for presets, custom roles, user kinds and the organisation.

import type { BillStatus, InvitationStatus, ReceivableStatus, TitleKind, UserKind } from './enums.ts'
import { labels, openTable } from './open-table.ts'

/** v view, c create, u update, d delete and undo, a approve, x execute (pay, issue, send, close), m manage. */
export const ACTIONS = ['v', 'c', 'u', 'd', 'a', 'x', 'm'] as const
export type Action = (typeof ACTIONS)[number]

export const RESOURCES = [
  'bills',
  'receivables',
  'conciliation',
  'entries',
  'transfers',
  'period_close',
  'period_reopen',
  'payments',
  'pix_keys',
  'digital_account',
  'bank_accounts',
  'categories',
  'contacts',
  'products',
  'services',
  'invoices',
  'invoice_settings',
  'taxes',
  'annual_statements',
  'associates',
  'attachments',
  'certificate',
  'reports',
  'users',
  'roles',
  'company',
  'subscription',
  'api_keys',
  'audit_log',
] as const
export type Resource = (typeof RESOURCES)[number]

/** The granted letters per resource, in the order of ACTIONS; '' grants nothing. */
export type Rights = Readonly<Record<Resource, string>>

export const PRESETS = ['OWNER', 'ADMIN', 'FINANCE', 'OPERATOR', 'ACCOUNTANT', 'READER'] as const
export type Preset = (typeof PRESETS)[number]

export const PRESET_LABELS = labels<Preset>({
  OWNER: 'Proprietário',
  ADMIN: 'Administrador',
  FINANCE: 'Financeiro',
  OPERATOR: 'Operador',
  ACCOUNTANT: 'Contador',
  READER: 'Leitura',
})

export const RESOURCE_LABELS = labels<Resource>({
  bills: 'Contas a pagar',
  receivables: 'Contas a receber',
  conciliation: 'Conciliação, duplicados e extratos',
  entries: 'Lançamentos',
  transfers: 'Transferências',
  period_close: 'Fechar período',
  period_reopen: 'Reabrir período',
  payments: 'Pagamentos',
  pix_keys: 'Chaves Pix',
  digital_account: 'Conta digital e limites',
  bank_accounts: 'Contas bancárias e open finance',
  categories: 'Categorias e orçamentos',
  contacts: 'Contatos',
  products: 'Produtos',
  services: 'Serviços',
  invoices: 'Notas fiscais',
  invoice_settings: 'Configuração e captura de notas',
  taxes: 'Impostos',
  annual_statements: 'Declarações anuais',
  associates: 'Sócios e dependentes',
  attachments: 'Anexos e documentos',
  certificate: 'Certificado digital',
  reports: 'Relatórios, painel e exportação',
  users: 'Usuários e convites',
  roles: 'Cargos',
  company: 'Perfil e configurações da empresa',
  subscription: 'Assinatura',
  api_keys: 'Chaves de API',
  audit_log: 'Histórico de auditoria',
})

export const ACTION_LABELS = labels<Action>({
  v: 'ver',
  c: 'criar',
  u: 'alterar',
  d: 'excluir e desfazer',
  a: 'aprovar',
  x: 'executar',
  m: 'administrar',
})

/** One row per resource, one column per preset in the order of PRESETS, '-' for nothing. */
const MATRIX: Record<Resource, string> = {
  bills: 'vcuda vcuda vcuda vcu vcud v',
  receivables: 'vcuda vcuda vcuda vcu vcud v',
  conciliation: 'vcud vcud vcud vcu vcud v',
  entries: 'vcud vcud vcud vc vcud v',
  transfers: 'vcud vcud vcud vc vcud v',
  period_close: 'x x x - x -',
  period_reopen: 'x x - - x -',
  payments: 'vcax vca vcx vc v -',
  pix_keys: 'vcdm v v - v -',
  digital_account: 'vcdm v v - v -',
  bank_accounts: 'vcudm vcudm vcu v v v',
  categories: 'vcud vcud vcu v vcud v',
  contacts: 'vcud vcud vcud vcu vcu v',
  products: 'vcud vcud vcud vcu vcu v',
  services: 'vcud vcud vcud vcu vcu v',
  invoices: 'vcdx vcdx vcdx vc vcdx v',
  invoice_settings: 'vum vum v - vum -',
  taxes: 'vcx vcx vcx v vcux v',
  annual_statements: 'vcx vcx vcx v vcux v',
  associates: 'vcud vcud v - vcud -',
  attachments: 'vcd vcd vcd vc vcd v',
  certificate: 'vcdx vcd - - vx -',
  reports: 'vx vx vx v vx v',
  users: 'vcudm vcud - - - -',
  roles: 'vcudm vcud - - - -',
  company: 'vum vu v - vu v',
  subscription: 'vcx v v - - -',
  api_keys: 'vcd v - - - -',
  audit_log: 'v v - - v -',
}

const build = (letters: (resource: Resource) => string): Rights => {
  const rights: Partial<Record<Resource, string>> = {}
  for (const resource of RESOURCES) {
    const granted = letters(resource)
    rights[resource] = ACTIONS.filter(action => granted.includes(action)).join('')
  }
  return rights as Rights
}

export const NO_RIGHTS: Rights = build(() => '')

const presetRights = (preset: Preset) => build(resource => MATRIX[resource].split(' ')[PRESETS.indexOf(preset)] ?? '')

/** The six fixed roles of every company. */
export const PRESET_RIGHTS: Record<Preset, Rights> = {
  OWNER: presetRights('OWNER'),
  ADMIN: presetRights('ADMIN'),
  FINANCE: presetRights('FINANCE'),
  OPERATOR: presetRights('OPERATOR'),
  ACCOUNTANT: presetRights('ACCOUNTANT'),
  READER: presetRights('READER'),
}

export const may = (rights: Rights, resource: Resource, action: Action): boolean => rights[resource].includes(action)

/** What both grant: an API key has its creator's rights ∩ its scope. */
export const intersectRights = (a: Rights, b: Rights): Rights =>
  build(resource => [...a[resource]].filter(letter => b[resource].includes(letter)).join(''))

/** A custom role is any subset of its creator's own rights. */
export const isSubset = (rights: Rights, of: Rights): boolean =>
  RESOURCES.every(resource => [...rights[resource]].every(letter => of[resource].includes(letter)))

/** Reads rights from storage or the wire; unknown resources and letters grant nothing. */
export const readRights = (stored: Readonly<Record<string, string>>): Rights => build(resource => stored[resource] ?? '')

/** Rights that only an owner may give to people of the organisation, one by one. */
export const OWNER_GRANTS = ['payments.x', 'certificate.x'] as const
export type OwnerGrant = (typeof OWNER_GRANTS)[number]

export const OWNER_GRANT_LABELS: Record<OwnerGrant, { allow: string; allowed: string; withdrawn: string }> = {
  'payments.x': {
    allow: 'Enviar pagamentos',
    allowed: 'Poderá enviar Pix, boletos e ordens de pagamento desta empresa.',
    withdrawn: 'Deixa de poder enviar pagamentos desta empresa.',
  },
  'certificate.x': {
    allow: 'Usar o certificado',
    allowed: 'Poderá assinar com o certificado digital desta empresa.',
    withdrawn: 'Deixa de poder assinar com o certificado digital desta empresa.',
  },
}

/** What an owner may give to each user kind: the matrix already gives accountants the certificate, and members have what their role says. */
export const GRANTS_OF: Record<UserKind, readonly OwnerGrant[]> = openTable(
  {
    SOLO_USER: [],
    COMPANY_MEMBER: [],
    ACCOUNT_MANAGER: ['payments.x'],
    ORGANIZATION_MANAGER: OWNER_GRANTS,
  },
  () => [],
)

const withGrants = (rights: Rights, grants: readonly OwnerGrant[]): Rights =>
  build(resource => {
    const grant = OWNER_GRANTS.find(known => known === `${resource}.x` && grants.includes(known))
    return grant ? `${rights[resource]}x` : rights[resource]
  })

const without = (rights: Rights, removed: readonly OwnerGrant[]): Rights =>
  build(resource => (removed.some(grant => grant === `${resource}.x`) ? rights[resource].replace('x', '') : rights[resource]))

/** Whether a role says more than it gives to a user of this kind: people of an office have Contador at most. Kind null: not known yet. */
export const isRoleCut = (kind: UserKind | null, role: Rights): boolean =>
  kind !== null && GRANTS_OF[kind].length > 0 && !isSubset(role, PRESET_RIGHTS.ACCOUNTANT)

export interface Access {
  kind: UserKind
  /** The rights of the role in this company; undefined without a role. */
  role?: Rights | undefined
  /** The membership, or the assignment of an account manager; undefined: none. */
  membership?: { status: InvitationStatus; owner_grants?: readonly OwnerGrant[] } | undefined
  /** The company belongs to the organisation that the user works for. */
  same_organization?: boolean
  /** The company has no active owner yet. */
  ownerless?: boolean
}

/** The user belongs to the office and may invite the first owner: a manager, or whoever registered the company. */
export function isFounding({ kind, role, membership, same_organization, ownerless }: Access): boolean {
  if (!ownerless) return false
  if (kind === 'ORGANIZATION_MANAGER') return same_organization === true
  return kind === 'ACCOUNT_MANAGER' && membership?.status === 'ACTIVE' && role !== undefined && isOwner(role)
}

/** Enough to find the owner's role, invite to it and withdraw the invitation. */
const FOUNDING: Partial<Record<Resource, string>> = { users: 'vcu', roles: 'v' }

/**
 * Rights of a user in one company: nothing by default, nothing while the membership is not ACTIVE.
 * Account managers have Contador or what the company granted, whichever is less; organisation managers have Contador in every company of
 * theirs. Both need the owner's explicit grant to pay, and the latter also to use the certificate. Until the company has an owner they
 * may invite one.
 */
export function rightsOf(access: Access): Rights {
  const rights = standingRights(access)
  return isFounding(access) ? build(resource => rights[resource] + (FOUNDING[resource] ?? '')) : rights
}

function standingRights(access: Access): Rights {
  const { kind, role, membership } = access
  const active = membership?.status === 'ACTIVE'
  const grants = active ? (membership.owner_grants ?? []) : []
  switch (kind) {
    case 'SOLO_USER':
    case 'COMPANY_MEMBER':
      return active && role ? role : NO_RIGHTS
    case 'ACCOUNT_MANAGER': {
      if (!active) return NO_RIGHTS
      const granted = intersectRights(PRESET_RIGHTS.ACCOUNTANT, role ?? PRESET_RIGHTS.ACCOUNTANT)
      return withGrants(
        granted,
        grants.filter(grant => GRANTS_OF[kind].includes(grant)),
      )
    }
    case 'ORGANIZATION_MANAGER':
      if (!access.same_organization) return NO_RIGHTS
      return withGrants(without(PRESET_RIGHTS.ACCOUNTANT, OWNER_GRANTS), grants)
  }
}

export const ORGANIZATION_RESOURCES = ['companies', 'users', 'assignments', 'payment_orders', 'product_nfe', 'fiscal_documents'] as const
export type OrganizationResource = (typeof ORGANIZATION_RESOURCES)[number]

const NO_ORGANIZATION: Record<OrganizationResource, string> = {
  companies: '',
  users: '',
  assignments: '',
  payment_orders: '',
  product_nfe: '',
  fiscal_documents: '',
}

/** Rights in the organisation; an account manager reaches fiscal documents only of assigned companies. */
export const ORGANIZATION_RIGHTS = openTable<UserKind, Readonly<Record<OrganizationResource, string>>>(
  {
    SOLO_USER: NO_ORGANIZATION,
    COMPANY_MEMBER: NO_ORGANIZATION,
    ACCOUNT_MANAGER: { companies: 'v', users: 'v', assignments: '', payment_orders: 'v', product_nfe: 'v', fiscal_documents: 'a' },
    ORGANIZATION_MANAGER: {
      companies: 'v',
      users: 'vcud',
      assignments: 'vcud',
      payment_orders: 'vx',
      product_nfe: 'v',
      fiscal_documents: 'a',
    },
  },
  () => NO_ORGANIZATION,
)

export const mayInOrganization = (kind: UserKind, resource: OrganizationResource, action: Action): boolean =>
  ORGANIZATION_RIGHTS[kind][resource].includes(action)

/** The right a status move needs: approval for APPROVED and REPROVED, conciliation for PAID and RECEIVED, else update of that kind. */
export function rightOfMove(kind: TitleKind, to: BillStatus | ReceivableStatus): { resource: Resource; action: Action } {
  if (to === 'PAID' || to === 'RECEIVED') return { resource: 'conciliation', action: 'u' }
  const resource = kind === 'BILL' ? 'bills' : 'receivables'
  return { resource, action: to === 'APPROVED' || to === 'REPROVED' ? 'a' : 'u' }
}

/** Whether these rights equal an owner's. */
export const isOwner = (rights: Rights): boolean => isSubset(PRESET_RIGHTS.OWNER, rights)

/**
 * Whether a user may give, take or change a role: an owner any role; a manager of users those within their own rights; others only
 * roles strictly below theirs.
 */
export function mayManageRole(actor: Rights, role: Rights): boolean {
  if (isOwner(actor)) return true
  if (!isSubset(role, actor)) return false
  return may(actor, 'users', 'm') || (may(actor, 'users', 'u') && !isSubset(actor, role))
}
