// Where a person stands in a company, and what may follow.
import { describe, expect, it } from 'vitest'
import { INVITATION_STATUSES } from '#domain/enums.ts'
import { type MembershipChange, membershipRefusal, type Standing, standingOf, statusOf } from '#domain/memberships.ts'

const NOW = Date.parse('2026-03-11T15:00:00Z')
const at = (ms: number) => new Date(NOW + ms).toISOString()

describe('a standing', () => {
  it('of an invitation lapses at its last instant', () => {
    const waiting = (expires_at: string | null) => standingOf({ status: 'WAITING_ACCEPT', accepted_at: null, expires_at }, NOW)
    expect([waiting(at(1)), waiting(at(0)), waiting(at(-1)), waiting(null)]).toEqual([
      'WAITING_ACCEPT',
      'LAPSED',
      'LAPSED',
      'WAITING_ACCEPT',
    ])
  })

  it('of who never accepted is not that of a former member, and both show as INACTIVE', () => {
    const left = standingOf({ status: 'INACTIVE', accepted_at: at(-1), expires_at: at(-1) }, NOW)
    const never = standingOf({ status: 'INACTIVE', accepted_at: null, expires_at: at(1) }, NOW)
    expect([left, never]).toEqual(['INACTIVE', 'LAPSED'])
    expect([left, never].map(statusOf)).toEqual(['INACTIVE', 'INACTIVE'])
  })

  it('of a member is not ended by the date of the invitation', () => {
    expect(standingOf({ status: 'ACTIVE', accepted_at: at(-9), expires_at: at(-1) }, NOW)).toBe('ACTIVE')
  })
})

describe('what may follow', () => {
  const standings: Standing[] = [...INVITATION_STATUSES, 'LAPSED']
  const allowed = (change: MembershipChange) => standings.filter(standing => membershipRefusal(standing, change) === undefined)
  it('is decided by one table', () => {
    expect(allowed('activate')).toEqual(['INACTIVE'])
    expect(allowed('deactivate')).toEqual(['ACTIVE', 'WAITING_ACCEPT'])
    expect(allowed('change_role')).toEqual(['ACTIVE', 'INACTIVE', 'WAITING_ACCEPT'])
  })
})
