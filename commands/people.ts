// What a person can do with the people of a company and their roles: invite, change role and access, grant, create and delete roles.
import type { Body } from '#contract/kit/endpoint.ts'
import { type Role, roles, users } from '#contract/people.ts'
import { GRANTS_OF, isRoleCut, OWNER_GRANT_LABELS, type OwnerGrant, readRights } from '#domain/permissions.ts'
import { counted } from '#domain/text.ts'
import { type AnyCommand, type AnyTarget, companyIn, defineCommand, type Outcome, type Records, type Target } from './kit/command.ts'
import { form } from './kit/form.ts'
import type { Ports } from './kit/ports.ts'
import { type Clause, IN_COMPANY } from './kit/when.ts'
import { pathTo } from './screens.ts'
import { eachOne, outcomeOf, wrote } from './slices.ts'

const here: Clause = { area: 'users', company: true }
const pessoas = (count: number): string => counted(count, ['pessoa', 'pessoas'])
const nameOf = (user: Records['user']): string => user.name ?? user.email ?? 'esta pessoa'

const OWN = ['o próprio acesso ou um cargo acima do seu', 'o próprio acesso ou cargos acima do seu'] as const
const isLapsed = (user: Records['user']): boolean => user.status === 'INACTIVE' && user.accepted_at === null

/** One grant of the owner, given to who has it not and taken from who has it. */
function grantCommand<const Id extends string>(grant: OwnerGrant, id: Id, keys: readonly string[]) {
  const { allow, allowed, withdrawn } = OWNER_GRANT_LABELS[grant]
  return defineCommand({
    id,
    title: `${allow}: permitir ou retirar`,
    short: allow.toLowerCase(),
    icon: 'shield-check',
    of: 'user',
    takes: 'one',
    keys,
    places: ['user.row'],
    words: ['conceder', 'permitir', 'proprietário'],
    when: here,
    calls: [users.grant],
    refuse: ({ records: [user] }) =>
      user.may_grant && user.kind !== null && GRANTS_OF[user.kind].includes(grant)
        ? undefined
        : 'só o proprietário concede, e só a quem é do escritório de contabilidade',
    confirm: ({ records: [user] }) =>
      user.owner_grants.includes(grant)
        ? { title: `Retirar de ${nameOf(user)}?`, body: `${withdrawn} Vale no mesmo instante.`, action: 'Retirar' }
        : { title: `Permitir a ${nameOf(user)}?`, body: `${allowed} Termina junto com o acesso.`, action: 'Permitir' },
    async run(ports, target) {
      const [user] = target.records
      const had = user.owner_grants.includes(grant)
      const owner_grants = had ? user.owner_grants.filter(one => one !== grant) : [...user.owner_grants, grant]
      await ports.call(users.grant, { params: { c: companyIn(target).id, userId: user.id }, body: { owner_grants } })
      return { say: had ? `Direito retirado de ${nameOf(user)}` : `Direito concedido a ${nameOf(user)}` }
    },
  })
}

function hintOf({ preset, rights }: Role, people: readonly Records['user'][]): string {
  if (people.some(({ kind }) => isRoleCut(kind, readRights(rights)))) return 'até o que Contador pode'
  return preset === null ? 'cargo da empresa' : ''
}

async function chooseRole(ports: Parameters<AnyCommand['run']>[0], target: Target<'user', 'some'>): Promise<string | undefined> {
  const { data } = await ports.call(roles.list, { params: { c: companyIn(target).id } })
  const given = data.filter(role => role.may_give)
  const chosen = await ports.ask.step({
    name: 'role',
    kind: 'choice',
    title: 'Cargo',
    placeholder: 'Cargo de quem foi escolhido',
    empty: 'Cargo não encontrado',
    options: () => given.map(role => ({ value: role.id, label: role.name, hint: hintOf(role, target.records) })),
  })
  return typeof chosen === 'string' ? chosen : undefined
}

const inviting = {
  icon: 'plus',
  calls: [users.create],
  input: users.create.spec.body,
  async run(ports: Ports, target: Pick<AnyTarget, 'company'>, body: Body<typeof users.create>): Promise<Outcome> {
    const c = companyIn(target).id
    const { data } = await ports.call(users.create, { params: { c }, body })
    return { say: `Convite enviado a ${body.name}`, focus: data.id, go: pathTo('users.detail', { companyId: c, userId: data.id }) }
  },
} as const
const invitation = {
  submit: 'Enviar convite',
  lead: () => 'O convite vale por 7 dias, uma só vez, e só para quem entrar com este documento.',
} as const

export const peopleCommands = [
  defineCommand({
    id: 'user.invite',
    title: 'Convidar pessoa',
    short: 'convidar',
    ...inviting,
    takes: 'none',
    keys: ['n'],
    keysIn: 'users',
    places: ['users.page', 'users.empty'],
    words: ['usuário', 'convite', 'adicionar', 'equipe', 'contador', 'dar acesso', 'usuários', 'funcionário'],
    when: IN_COMPANY,
    asks: form('invitation', {
      ...invitation,
      title: 'Convidar pessoa',
      at: target => pathTo('users.invite', { companyId: companyIn(target).id }),
    }),
  }),
  defineCommand({
    id: 'user.invite-again',
    title: 'Convidar de novo',
    short: 'convidar de novo',
    ...inviting,
    icon: 'send',
    of: 'user',
    takes: 'one',
    keys: ['r'],
    places: ['users.toolbar', 'user.row'],
    hint: 'depois que o convite venceu ou foi recusado',
    words: ['reenviar convite'],
    when: here,
    refuse: ({ records: [user] }) => (isLapsed(user) ? undefined : 'só um convite vencido, recusado ou retirado'),
    asks: form('invitation', { ...invitation, title: 'Convidar de novo' }),
  }),
  defineCommand({
    id: 'user.role',
    title: 'Trocar cargo',
    short: 'cargo',
    icon: 'badge-check',
    of: 'user',
    takes: 'some',
    keys: ['m'],
    places: ['users.toolbar', 'user.row'],
    words: ['papel', 'permissões', 'função'],
    when: here,
    calls: [roles.list, users.changeRole],
    except: user => (!user.may_change ? OWN : isLapsed(user) ? ['convite que não vale mais', 'convites que não valem mais'] : undefined),
    async run(ports, target) {
      const roleId = await chooseRole(ports, target)
      if (roleId === undefined) return undefined
      const c = companyIn(target).id
      const written = await eachOne(ports, 'Trocando o cargo', target, userId =>
        ports.call(users.changeRole, { params: { c, userId, roleId } }),
      )
      return outcomeOf(target, written, count => `Cargo de ${pessoas(count)} trocado`)
    },
  }),
  defineCommand({
    id: 'user.deactivate',
    title: 'Tirar acesso',
    short: 'tirar acesso',
    icon: 'ban',
    destroys: true,
    of: 'user',
    takes: 'some',
    keys: ['delete', 'backspace'],
    places: ['users.toolbar', 'user.row/danger'],
    hint: 'ou retirar o convite',
    words: ['inativar', 'desativar', 'remover', 'cancelar convite', 'retirar convite'],
    when: here,
    calls: [users.deactivate],
    except: user => (user.status === 'INACTIVE' ? ['já sem acesso', 'já sem acesso'] : user.may_change ? undefined : OWN),
    confirm: target => {
      const invited = target.records.every(user => user.status === 'WAITING_ACCEPT')
      const [user] = target.records
      const who = target.count === 1 && user ? nameOf(user) : pessoas(target.count)
      return invited
        ? {
            title: target.count === 1 ? `Retirar o convite de ${who}?` : `Retirar ${target.count} convites?`,
            body: 'Para entrar depois, será preciso um novo convite.',
            action: 'Retirar',
            danger: true,
          }
        : {
            title: `Tirar o acesso de ${who}?`,
            body: 'As sessões abertas são encerradas no mesmo instante. Dá para devolver o acesso depois.',
            action: 'Tirar acesso',
            danger: true,
          }
    },
    async run(ports, target) {
      const c = companyIn(target).id
      const written = await eachOne(ports, 'Tirando o acesso', target, userId => ports.call(users.deactivate, { params: { c, userId } }))
      return outcomeOf(target, written, count => `Acesso de ${pessoas(count)} retirado`)
    },
  }),
  defineCommand({
    id: 'user.activate',
    title: 'Devolver acesso',
    short: 'devolver acesso',
    icon: 'circle-check',
    of: 'user',
    takes: 'some',
    keys: ['i'],
    places: ['users.toolbar', 'user.row'],
    words: ['ativar', 'reativar'],
    when: here,
    calls: [users.activate],
    except: user =>
      user.status === 'ACTIVE'
        ? ['já com acesso', 'já com acesso']
        : user.accepted_at === null
          ? ['convite sem resposta', 'convites sem resposta']
          : user.may_change
            ? undefined
            : OWN,
    confirm: target => {
      const [user] = target.records
      return {
        title: `Devolver o acesso de ${target.count === 1 && user ? nameOf(user) : pessoas(target.count)}?`,
        body: 'Volta com o cargo que tinha. O que o proprietário concedeu à parte não volta.',
        action: 'Devolver acesso',
      }
    },
    async run(ports, target) {
      const c = companyIn(target).id
      const written = await eachOne(ports, 'Devolvendo o acesso', target, userId => ports.call(users.activate, { params: { c, userId } }))
      return outcomeOf(target, written, count => `Acesso de ${pessoas(count)} devolvido`)
    },
  }),
  grantCommand('payments.x', 'user.grant-payments', ['p']),
  grantCommand('certificate.x', 'user.grant-certificate', ['c']),
  defineCommand({
    id: 'role.create',
    title: 'Novo cargo',
    short: 'novo cargo',
    icon: 'plus',
    takes: 'none',
    keys: ['shift+n'],
    places: ['users.bar', 'roles.page'],
    words: ['papel', 'permissões', 'direitos', 'criar cargo', 'perfil de acesso'],
    keysIn: 'users',
    when: IN_COMPANY,
    calls: [roles.create],
    input: roles.create.spec.body,
    asks: form('role', {
      title: 'Novo cargo',
      submit: 'Criar cargo',
      lead: () => 'Um cargo pode, no máximo, o que você pode nesta empresa.',
      at: target => pathTo('users.create-role', { companyId: companyIn(target).id }),
    }),
    async run(ports, target, body) {
      const c = companyIn(target).id
      const reply = await ports.call(roles.create, { params: { c }, body })
      return wrote(reply, `Cargo ${reply.data.name} criado`, {
        focus: reply.data.id,
        go: { to: pathTo('users', { companyId: c }), search: { lista: 'cargos' } },
      })
    },
  }),
  defineCommand({
    id: 'role.delete',
    title: 'Excluir cargo',
    short: 'excluir',
    icon: 'trash',
    destroys: true,
    of: 'role',
    takes: 'some',
    keys: ['shift+delete'],
    places: ['roles.toolbar', 'role.drawer'],
    words: ['apagar', 'remover'],
    when: here,
    calls: [roles.delete],
    except: role => (role.preset === null ? undefined : ['cargo fixo', 'cargos fixos']),
    async run(ports, target) {
      const c = companyIn(target).id
      const written = await eachOne(ports, 'Excluindo', target, id => ports.call(roles.delete, { params: { c, id } }))
      ports.ui.do('drawer.close')
      return outcomeOf(target, written, count => (count === 1 ? 'Cargo excluído' : `${count} cargos excluídos`))
    },
  }),
]
