// E2: nobody lifts themselves or others, whatever is done in whatever order. What each row decides is tests/proofs/permissions.proof.ts.
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import type { InvitationStatus } from '#domain/enums.ts'
import {
  isOwner,
  isSubset,
  NO_RIGHTS,
  PRESETS,
  type Preset,
  RESOURCES,
  type Resource,
  type Rights,
  readRights,
} from '#domain/permissions.ts'
import { addMember } from '#server/areas/people/companies/rows.ts'
import { type TestAnswer, type TestCompany, type TestServer, type TestUser, testServer } from '#tests/kit/server.ts'
import { figure, seeded, times } from '#tests/proofs/kit/figure.ts'

const { companies, roles, users } = contract

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server?.close())

describe('random programs of roles, invitations and changes', () => {
  const ACTORS = 6
  const OPS = ['role', 'invite', 'accept', 'reject', 'give', 'end', 'begin'] as const
  interface Step {
    op: (typeof OPS)[number]
    actor: number
    target: number
    role: number
    letters: readonly [Resource, string][]
  }
  const letters = fc.tuple(
    fc.constantFrom<Resource>('users', 'roles', 'bills', 'payments', ...RESOURCES),
    fc.constantFrom('v', 'vc', 'vcud', 'vcudm', 'x'),
  )
  const step: fc.Arbitrary<Step> = fc.record({
    op: fc.constantFrom('role', 'invite', 'invite', 'accept', 'accept', 'reject', 'reject', 'give', 'give', 'end', 'begin', 'begin'),
    actor: fc.constantFrom(0, 0, 1, 2, 2, 3, 4, 5),
    target: fc.nat(ACTORS - 1),
    role: fc.nat(19),
    letters: fc.oneof(fc.array(letters, { minLength: 1, maxLength: 4 }), fc.constant<[Resource, string][]>([['users', 'vcudm']])),
  })
  const done = new Map<string, number>()

  test('no actor holds or hands out a right they lacked, and an owner remains', async () => {
    let team: TestUser[] = []
    let begun = 0
    const programs = times(15, 5_000)
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), fc.boolean(), async (steps, twoOwners) => {
        // Another minute each time, for a person is let write so often in one.
        server.clock.advance(60_000)
        // Others now and then, or each of them would be in thousands of companies.
        if (begun % 100 === 0) {
          team = [await server.aUser()]
          while (team.length < ACTORS) team.push(await server.aUser('COMPANY_MEMBER'))
        }
        begun += 1
        const company = await server.aCompany(team[0])
        await server.aMember(company, 'ADMIN', team[1])
        if (twoOwners) await server.aMember(company, 'OWNER', team[3])
        await server.inCompany([company.id], db =>
          addMember(db, { company_id: company.id, role_id: company.roles.READER, user_id: team[4]?.id ?? '', status: 'INACTIVE' }),
        )
        const program = new Program(company, team)
        await program.addManager(2)
        let before = await program.standings()
        for (const each of steps) {
          const { actor, answer } = await program.run(each)
          if (answer.status < 300) done.set(each.op, (done.get(each.op) ?? 0) + 1)
          const after = await program.standings()
          expectFair({ op: each.op, actor }, before, after)
          before = after
        }
      }),
      seeded(programs),
    )
    // A program in which nothing happens proves nothing.
    for (const op of OPS) expect(done.get(op) ?? 0, op).toBeGreaterThan(0)
    const steps = [...done.values()].reduce((sum, count) => sum + count, 0)
    figure({
      promise: 'E2',
      what: 'programas de papéis, convites e trocas',
      ours: `${programs} programas, ${steps} passos feitos, 0 direitos a mais, sempre um proprietário`,
      floor: '5.000 programas, 0',
    })
  }, 3_600_000)

  /** Rights by person, in the order of the team; `made` are the rights of the roles that exist. */
  interface Standings {
    held: Rights[]
    offered: Rights[]
    made: Rights[]
    owners: number
  }

  const same = (a: Rights, b: Rights) => isSubset(a, b) && isSubset(b, a)

  function expectFair({ op, actor }: { op: Step['op']; actor: number }, before: Standings, after: Standings): void {
    const own = before.held[actor] ?? NO_RIGHTS
    const answers = op === 'accept' || op === 'reject'
    for (const [at, held] of after.held.entries()) {
      const was = before.held[at] ?? NO_RIGHTS
      if (same(held, was)) continue
      if (at === actor) expect([op, held]).toEqual(['accept', before.offered[at]])
      else expectGivenFrom(own, was, held)
    }
    for (const [at, offered] of after.offered.entries()) {
      const was = before.offered[at] ?? NO_RIGHTS
      if (!same(offered, was) && !(answers && at === actor)) expectGivenFrom(own, was, offered)
    }
    for (const rights of after.made.slice(before.made.length)) expect(isSubset(rights, own)).toBe(true)
    expect(after.owners).toBeGreaterThan(0)
  }

  /** Whoever is not an owner gives and takes only within their own rights. */
  function expectGivenFrom(actor: Rights, was: Rights, is: Rights): void {
    if (!isOwner(actor)) expect([isSubset(was, actor), isSubset(is, actor)]).toEqual([true, true])
  }

  class Program {
    private readonly custom: { id: string; rights: Rights }[] = []
    constructor(
      private readonly company: TestCompany,
      private readonly team: readonly TestUser[],
    ) {}

    /** Somebody who manages people and may do nothing else. */
    async addManager(at: number): Promise<void> {
      await this.change({
        op: 'role',
        actor: 0,
        target: at,
        role: 0,
        letters: [
          ['users', 'vcudm'],
          ['roles', 'vcudm'],
        ],
      })
      const role_id = this.custom[0]?.id ?? ''
      await server.inCompany([this.company.id], db =>
        addMember(db, { company_id: this.company.id, role_id, user_id: this.team[at]?.id ?? '' }),
      )
    }

    private rows() {
      return server.sql<{
        id: string
        user_id: string | null
        document: string | null
        status: InvitationStatus
        preset: Preset | null
        rights: Record<string, string>
      }>`select m.id, m.user_id, m.invited_document as document, m.status, r.preset, r.rights
        from memberships m join roles r on r.company_id = m.company_id and r.id = m.role_id
        where m.company_id = ${this.company.id} and m.status <> 'INACTIVE' order by m.created_at`
    }

    /** Read behind the server's back. */
    async standings(): Promise<Standings> {
      const rows = await this.rows()
      const rightsOfRow = (row: (typeof rows)[number] | undefined) => (row ? readRights(row.rights) : NO_RIGHTS)
      return {
        held: this.team.map(user => rightsOfRow(rows.find(row => row.status === 'ACTIVE' && row.user_id === user.id))),
        offered: this.team.map(user =>
          rightsOfRow(rows.find(row => row.status === 'WAITING_ACCEPT' && row.document === user.document_number)),
        ),
        made: this.custom.map(role => role.rights),
        owners: rows.filter(row => row.status === 'ACTIVE' && row.preset === 'OWNER').length,
      }
    }

    async run(step: Step): Promise<{ actor: number; answer: TestAnswer }> {
      if (step.op === 'accept' || step.op === 'reject') return this.respond(step)
      return { actor: step.actor, answer: await this.change(step) }
    }

    /** Three times in four the invited person answers, else somebody who should not. */
    private async respond({ op, target, role }: Step): Promise<{ actor: number; answer: TestAnswer }> {
      const open = (await this.rows()).filter(row => row.status === 'WAITING_ACCEPT')
      const invitation = open[role % Math.max(1, open.length)]
      const invited = this.team.findIndex(user => user.document_number === invitation?.document)
      const actor = role % 4 === 0 || invited < 0 ? target : invited
      const row = op === 'accept' ? companies.acceptInvitation : companies.rejectInvitation
      return { actor, answer: await server.call(this.team[actor], row, { params: { id: invitation?.id ?? randomUUID() } }) }
    }

    private async change({ op, actor, target, role, letters }: Step): Promise<TestAnswer> {
      const me = server.as(this.team[actor])
      const them = this.team[target] as TestUser
      const c = { c: this.company.id }
      const roleIds = [...this.custom.map(each => each.id), ...PRESETS.map(preset => this.company.roles[preset])]
      const roleId = roleIds[role % roleIds.length] as string
      if (op === 'role') {
        const body = { name: `Cargo ${this.custom.length}`, rights: Object.fromEntries(letters) }
        const answer = await me.call(roles.create, { params: c, body })
        const made = answer.data as { id: string; rights: Record<string, string> }
        if (answer.status < 300) this.custom.push({ id: made.id, rights: readRights(made.rights) })
        return answer
      }
      if (op === 'invite') return me.call(users.invite, { params: c, body: { document_number: them.document_number, role_id: roleId } })
      const open = (await this.rows()).find(row => row.status === 'WAITING_ACCEPT' && row.document === them.document_number)
      const params = { ...c, userId: open?.id ?? them.id, roleId }
      return me.call(op === 'give' ? users.changeRole : op === 'end' ? users.deactivate : users.activate, { params })
    }
  }
})
