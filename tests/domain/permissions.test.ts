// The permission matrix as written, the kinds, and what no rule may ever grant.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { INVITATION_STATUSES, USER_KINDS } from '#domain/enums.ts'
import {
  ACTIONS,
  intersectRights,
  isRoleCut,
  isSubset,
  may,
  mayInOrganization,
  mayManageRole,
  NO_RIGHTS,
  PRESET_RIGHTS,
  PRESETS,
  RESOURCES,
  type Rights,
  readRights,
  rightOfMove,
  rightsOf,
} from '#domain/permissions.ts'

const active = { status: 'ACTIVE' } as const
const sorted = (letters: string) => [...letters].sort().join('')

it('says of a role where a person of an office gets less than it says, and of nobody else', () => {
  for (const preset of PRESETS)
    for (const kind of ['ACCOUNT_MANAGER', 'COMPANY_MEMBER'] as const) {
      const role = PRESET_RIGHTS[preset]
      expect([preset, kind, isRoleCut(kind, role)]).toEqual([preset, kind, !isSubset(role, rightsOf({ kind, role, membership: active }))])
    }
  expect(isRoleCut('ACCOUNT_MANAGER', PRESET_RIGHTS.ADMIN)).toBe(true)
  expect(isRoleCut(null, PRESET_RIGHTS.OWNER)).toBe(false)
})

describe('presets', () => {
  it('are the columns of the matrix', () => {
    const row = (resource: (typeof RESOURCES)[number]) => PRESETS.map(preset => sorted(PRESET_RIGHTS[preset][resource]))
    const letters = (text: string) => text.split(' ').map(cell => sorted(cell.replace('-', '')))
    expect(row('bills')).toEqual(letters('vcuda vcuda vcuda vcu vcud v'))
    expect(row('payments')).toEqual(letters('vcax vca vcx vc v -'))
    expect(row('pix_keys')).toEqual(letters('vcdm v v - v -'))
    expect(row('period_reopen')).toEqual(letters('x x - - x -'))
    expect(row('taxes')).toEqual(letters('vcx vcx vcx v vcux v'))
    expect(row('certificate')).toEqual(letters('vcdx vcd - - vx -'))
    expect(row('company')).toEqual(letters('vum vu v - vu v'))
    expect(row('subscription')).toEqual(letters('vcx v v - - -'))
    expect(row('audit_log')).toEqual(letters('v v - - v -'))
  })

  it('never let a reader change, an operator delete or anybody but the owner pay and approve alone', () => {
    const has = (preset: (typeof PRESETS)[number], letters: string) =>
      RESOURCES.filter(resource => [...letters].some(letter => PRESET_RIGHTS[preset][resource].includes(letter)))
    expect(has('READER', 'cudaxm')).toEqual([])
    expect(has('OPERATOR', 'daxm')).toEqual([])
    const both = PRESETS.filter(preset => may(PRESET_RIGHTS[preset], 'payments', 'a') && may(PRESET_RIGHTS[preset], 'payments', 'x'))
    expect(both).toEqual(['OWNER'])
  })
})

describe('kinds', () => {
  it('have nothing without an ACTIVE membership, whoever they are', () => {
    for (const kind of USER_KINDS) {
      expect(rightsOf({ kind })).toEqual(NO_RIGHTS)
      for (const status of INVITATION_STATUSES.filter(known => known !== 'ACTIVE')) {
        expect(rightsOf({ kind, role: PRESET_RIGHTS.OWNER, membership: { status } })).toEqual(NO_RIGHTS)
      }
    }
  })

  it('a member has exactly the role', () => {
    for (const preset of PRESETS) {
      expect(rightsOf({ kind: 'COMPANY_MEMBER', role: PRESET_RIGHTS[preset], membership: active })).toEqual(PRESET_RIGHTS[preset])
    }
    expect(rightsOf({ kind: 'SOLO_USER', membership: active })).toEqual(NO_RIGHTS)
  })

  it('an account manager has Contador or less, and pays only by the owner grant', () => {
    const as = (role?: Rights, owner_grants: ('payments.x' | 'certificate.x')[] = []) =>
      rightsOf({ kind: 'ACCOUNT_MANAGER', role, membership: { status: 'ACTIVE', owner_grants } })
    expect(as()).toEqual(PRESET_RIGHTS.ACCOUNTANT)
    expect(as(PRESET_RIGHTS.OWNER)).toEqual(intersectRights(PRESET_RIGHTS.OWNER, PRESET_RIGHTS.ACCOUNTANT))
    expect(as(PRESET_RIGHTS.READER)).toEqual(intersectRights(PRESET_RIGHTS.READER, PRESET_RIGHTS.ACCOUNTANT))
    expect(may(as(PRESET_RIGHTS.OWNER), 'payments', 'x')).toBe(false)
    expect(may(as(undefined, ['payments.x']), 'payments', 'x')).toBe(true)
  })

  it('an organisation manager has Contador in the companies of the organisation, without certificate and payments unless granted', () => {
    const rights = rightsOf({ kind: 'ORGANIZATION_MANAGER', same_organization: true })
    expect(rights.bills).toBe(PRESET_RIGHTS.ACCOUNTANT.bills)
    expect([rights.certificate, rights.payments]).toEqual(['v', 'v'])
    const granted = rightsOf({
      kind: 'ORGANIZATION_MANAGER',
      same_organization: true,
      membership: { status: 'ACTIVE', owner_grants: ['payments.x', 'certificate.x'] },
    })
    expect([granted.certificate, granted.payments]).toEqual(['vx', 'vx'])
    expect(rightsOf({ kind: 'ORGANIZATION_MANAGER', role: PRESET_RIGHTS.OWNER, membership: active })).toEqual(NO_RIGHTS)
  })

  it('reach the organisation only from within it', () => {
    expect(mayInOrganization('COMPANY_MEMBER', 'companies', 'v')).toBe(false)
    expect(mayInOrganization('ACCOUNT_MANAGER', 'payment_orders', 'x')).toBe(false)
    expect(mayInOrganization('ORGANIZATION_MANAGER', 'payment_orders', 'x')).toBe(true)
    expect(mayInOrganization('ACCOUNT_MANAGER', 'fiscal_documents', 'a')).toBe(true)
  })
})

describe('rights', () => {
  const rights = fc
    .array(fc.tuple(fc.constantFrom(...RESOURCES), fc.subarray([...ACTIONS])))
    .map(pairs => readRights(Object.fromEntries(pairs.map(([resource, letters]) => [resource, letters.join('')]))))

  it('intersect to what both grant, a subset of each', () => {
    fc.assert(
      fc.property(rights, rights, (a, b) => {
        const both = intersectRights(a, b)
        expect(isSubset(both, a) && isSubset(both, b)).toBe(true)
        for (const resource of RESOURCES) {
          for (const action of ACTIONS) expect(may(both, resource, action)).toBe(may(a, resource, action) && may(b, resource, action))
        }
      }),
    )
  })

  it('read from storage ignore what does not exist', () => {
    expect(readRights({ bills: 'zvv', ghosts: 'v' }).bills).toBe('v')
    expect(Object.keys(readRights({ ghosts: 'v' }))).toEqual([...RESOURCES])
  })

  it('a status move asks approval, conciliation or update', () => {
    expect(rightOfMove('BILL', 'APPROVED')).toEqual({ resource: 'bills', action: 'a' })
    expect(rightOfMove('BILL', 'PAID')).toEqual({ resource: 'conciliation', action: 'u' })
    expect(rightOfMove('RECEIVABLE', 'RECEIVED')).toEqual({ resource: 'conciliation', action: 'u' })
    expect(rightOfMove('RECEIVABLE', 'PENDING')).toEqual({ resource: 'receivables', action: 'u' })
  })

  it('an owner manages every role, an administrator those below their own: none that pays or signs', () => {
    expect(PRESETS.filter(preset => mayManageRole(PRESET_RIGHTS.OWNER, PRESET_RIGHTS[preset]))).toEqual([...PRESETS])
    expect(PRESETS.filter(preset => mayManageRole(PRESET_RIGHTS.ADMIN, PRESET_RIGHTS[preset]))).toEqual(['OPERATOR', 'READER'])
    expect(mayManageRole(PRESET_RIGHTS.FINANCE, PRESET_RIGHTS.READER)).toBe(false)
  })

  it('nobody but an owner manages a role with a right they lack, whatever they may do with users', () => {
    fc.assert(
      fc.property(rights, rights, fc.constantFrom('', 'vcu', 'vcudm'), (some, role, letters) => {
        const actor = { ...some, users: letters }
        if (!isSubset(PRESET_RIGHTS.OWNER, actor) && mayManageRole(actor, role)) expect(isSubset(role, actor)).toBe(true)
      }),
    )
    const clerk = { ...NO_RIGHTS, users: 'vcudm' }
    expect(mayManageRole(clerk, clerk)).toBe(true)
    expect(mayManageRole(clerk, PRESET_RIGHTS.OWNER)).toBe(false)
    expect(mayManageRole({ ...clerk, users: 'vcud' }, { ...clerk, users: 'vcud' })).toBe(false)
  })
})
