// What a person of an accounting office can do over many companies: walk the queue, lead people, decide on notes, separate orders.
import { batches } from '#contract/batches.ts'
import { companies } from '#contract/companies.ts'
import { fiscalDocuments } from '#contract/fiscal-documents.ts'
import { paymentOrders } from '#contract/payments.ts'
import { type OrganizationUser, organizations } from '#contract/people.ts'
import { queue } from '#contract/queue.ts'
import { formatCents } from '#domain/money.ts'
import { firstWork, nextWithWork, type Waiting } from '#domain/queue.ts'
import { counted, formatCount } from '#domain/text.ts'
import { type Destination, defineCommand, type Inverse, type Outcome, type Records, type Step } from './kit/command.ts'
import { form } from './kit/form.ts'
import type { Ports } from './kit/ports.ts'
import { type Clause, WITH_FORMS } from './kit/when.ts'
import { pathTo } from './screens.ts'
import { FIRST_DOUBT } from './search-text.ts'

/** Where the work of a company begins, with what waits there filtered. */
export function workOf(company: Waiting): Destination {
  const place = firstWork(company)
  const params = { companyId: company.id }
  if (place === 'conciliation') return { to: pathTo('conciliation', params), search: { linha: FIRST_DOUBT, periodo: undefined } }
  const filter = place === 'bills' ? { bills: 'venc:vencidas' } : { receivables: 'status:vencido' }
  return { to: pathTo(place, params), search: { ...filter, periodo: 'tudo' } }
}

const queueCommands = [
  defineCommand({
    id: 'queue.next',
    title: 'Próxima empresa com trabalho',
    short: 'próxima empresa',
    icon: 'arrow-right',
    takes: 'none',
    goes: true,
    keys: ['g j'],
    places: ['queue.page'],
    words: ['fila', 'seguinte', 'pendências'],
    when: [
      { layer: WITH_FORMS, office: true },
      { area: 'conciliation', layer: 'workbench', company: true },
    ],
    calls: [queue.list],
    async run(ports, target) {
      const account = ports.ui.read('workbench.current')?.next_account_id
      if (account !== undefined) return void ports.ui.do('workbench.account', account)
      const { data } = await ports.call(queue.list)
      const next = nextWithWork(data, target.company?.id, ports.today())
      return next === undefined ? { say: 'Nenhuma outra empresa com trabalho' } : { go: workOf(next), say: next.name }
    },
  }),
  defineCommand({
    id: 'queue.open',
    title: 'Abrir o trabalho da empresa',
    short: 'abrir',
    icon: 'arrow-right',
    of: 'queue_company',
    takes: 'one',
    goes: true,
    places: ['queue.toolbar'],
    when: { area: 'queue' },
    run: async (_, target) => ({ go: workOf(target.records[0]) }),
  }),
]

const onlyManagers = ({ records: [row] }: { records: readonly [{ manages: boolean }] }): string | undefined =>
  row.manages ? undefined : 'só o gestor do escritório'

const atCompanies: Clause = { screen: ['organization.companies', 'organization.company'] }
const atUsers: Clause = { screen: 'organization.users' }

/** One accountant of the office, chosen among these. */
async function askAccountant(ports: Ports, title: string, suits: (user: OrganizationUser) => boolean): Promise<string | undefined> {
  const { data } = await ports.call(organizations.users)
  const people = data.filter(user => user.kind === 'ACCOUNT_MANAGER' && user.status === 'ACTIVE' && suits(user))
  const step: Step<'user', 'choice'> = {
    name: 'user',
    kind: 'choice',
    title,
    options: () =>
      people.map(user => ({
        value: user.id,
        label: user.name ?? 'Sem nome',
        icon: 'user',
        hint: counted(user.companies.length, ['empresa', 'empresas']),
      })),
  }
  if (people.length === 0) return undefined
  return (await ports.ask.step(step as Step)) as string | undefined
}

const companyCommands = [
  defineCommand({
    id: 'office-company.create',
    title: 'Nova empresa',
    short: 'nova',
    icon: 'plus',
    takes: 'none',
    keys: ['n'],
    places: ['office-companies.page'],
    words: ['cadastrar cliente', 'adicionar empresa', 'cnpj'],
    keysIn: atCompanies,
    when: { office: true },
    calls: [companies.create],
    input: companies.create.spec.body,
    asks: form('office-company', { title: 'Nova empresa', submit: 'Cadastrar' }),
    async run(ports, _, body) {
      const { data } = await ports.call(companies.create, { body })
      return { say: `${data.trade_name ?? data.name} cadastrada`, focus: data.id }
    },
  }),
  defineCommand({
    id: 'office-company.open',
    title: 'Abrir a empresa',
    short: 'abrir',
    icon: 'arrow-right',
    of: 'office_company',
    takes: 'one',
    goes: true,
    keys: ['o'],
    places: ['office-companies.toolbar'],
    when: atCompanies,
    run: async (_, target) => ({ go: pathTo('entries', { companyId: target.records[0].id }) }),
  }),
  defineCommand({
    id: 'office-company.assign',
    title: 'Designar contador',
    short: 'designar',
    icon: 'user',
    of: 'office_company',
    takes: 'one',
    keys: ['d'],
    places: ['office-companies.toolbar'],
    words: ['dar acesso', 'responsável', 'contador'],
    when: atCompanies,
    calls: [organizations.users, organizations.assign],
    refuse: onlyManagers,
    async run(ports, target) {
      const [{ id, name }] = target.records
      const userId = await askAccountant(ports, 'Contador', user => user.companies.every(company => company.id !== id))
      if (userId === undefined) return { say: 'Nenhum contador a designar aqui' }
      const { data } = await ports.call(organizations.assign, { params: { c: id, userId } })
      return { say: `${data.name ?? 'O contador'} agora atende ${name}` }
    },
  }),
  defineCommand({
    id: 'office-company.unassign',
    title: 'Retirar contador',
    short: 'retirar',
    icon: 'ban',
    destroys: true,
    of: 'office_company',
    takes: 'one',
    keys: ['delete', 'backspace'],
    words: ['tirar acesso'],
    when: atCompanies,
    calls: [organizations.users, organizations.unassign],
    refuse: onlyManagers,
    async run(ports, target) {
      const [{ id, name }] = target.records
      const userId = await askAccountant(ports, 'Contador a retirar', user => user.companies.some(company => company.id === id))
      if (userId === undefined) return { say: 'Nenhum contador a retirar aqui' }
      const sure = await ports.ask.confirm({
        title: `Retirar o contador de ${name}?`,
        body: 'O acesso termina no mesmo instante. O gestor do escritório continua atendendo a empresa.',
        action: 'Retirar',
      })
      if (!sure) return undefined
      const { data } = await ports.call(organizations.unassign, { params: { c: id, userId } })
      return { say: `${data.name ?? 'O contador'} não atende mais ${name}` }
    },
  }),
]

function whyStays({ kind, companies: served }: Records['office_user']): string | undefined {
  if (kind === 'ORGANIZATION_MANAGER') return 'o gestor do escritório fica'
  return served.length > 0 ? 'ainda atende empresas: retire antes cada uma' : undefined
}

const userCommands = [
  defineCommand({
    id: 'office-user.invite',
    title: 'Convidar contador',
    short: 'convidar',
    icon: 'mail',
    takes: 'none',
    keys: ['n'],
    places: ['office-users.page'],
    words: ['nova pessoa', 'equipe', 'convite'],
    keysIn: atUsers,
    when: { office: true, manages: true },
    calls: [organizations.invite],
    input: organizations.invite.spec.body,
    asks: form('office-user', {
      title: 'Convidar contador',
      submit: 'Enviar convite',
      lead: () => 'Só quem entrar com este CPF aceita o convite.',
    }),
    async run(ports, _, body) {
      const { data } = await ports.call(organizations.invite, { body })
      return { say: `Convite enviado a ${data.name ?? body.name}`, detail: 'Vale por 7 dias.', focus: data.id }
    },
  }),
  defineCommand({
    id: 'office-user.remove',
    title: 'Tirar do escritório',
    short: 'tirar',
    icon: 'trash',
    destroys: true,
    of: 'office_user',
    takes: 'one',
    keys: ['delete', 'backspace'],
    places: ['office-users.toolbar', 'office_user.drawer'],
    words: ['remover', 'retirar convite'],
    when: atUsers,
    calls: [organizations.remove],
    refuse: target => onlyManagers(target) ?? whyStays(target.records[0]),
    confirm: ({ records: [user] }) =>
      user.status === 'WAITING_ACCEPT'
        ? { title: `Retirar o convite de ${user.name ?? 'quem foi convidado'}?`, action: 'Retirar o convite' }
        : { title: `Tirar ${user.name ?? 'esta pessoa'} do escritório?`, body: 'Para voltar, precisa de outro convite.', action: 'Tirar' },
    async run(ports, target) {
      const [user] = target.records
      await ports.call(organizations.remove, { params: { userId: user.id } })
      ports.ui.do('drawer.close')
      return { say: user.status === 'WAITING_ACCEPT' ? 'Convite retirado' : `${user.name ?? 'A pessoa'} saiu do escritório` }
    },
  }),
]

type Note = Records['received_note']

/** Batches of several companies, newest first on the way back. */
function takingBack(ports: Ports, done: readonly { c: string; batch: string }[]): Inverse {
  let standing = [...done]
  const turn = async (): Promise<boolean> => {
    const turned: { c: string; batch: string }[] = []
    for (const { c, batch } of standing.toReversed()) {
      const { batch_id } = await ports.call(batches.undo, { params: { c, id: batch } })
      if (batch_id !== undefined) turned.push({ c, batch: batch_id })
    }
    standing = turned
    return turned.length > 0
  }
  return { undo: turn, redo: turn }
}

/** One call per note, for each belongs to a company of its own; what a refusal leaves undecided is told, and the rest is one undo. */
async function decide(
  ports: Ports,
  notes: readonly Note[],
  doing: string,
  say: (count: number) => string,
  write: (note: Note) => Promise<{ batch_id: string | undefined }>,
): Promise<Outcome> {
  if (notes.length > 1) ports.bulk.begin(doing, notes.length)
  const done: { c: string; batch: string }[] = []
  let decided = 0
  try {
    for (const note of notes) {
      const { batch_id } = await write(note)
      if (batch_id !== undefined) done.push({ c: note.company_id, batch: batch_id })
      decided++
      if (!ports.bulk.wrote([note.id])) break
    }
  } catch (error) {
    if (decided === 0) throw error
    const left = notes.length - decided
    const why = error instanceof Error ? ` ${error.message}` : ''
    return {
      say: say(decided),
      detail: `${counted(left, ['ficou', 'ficaram'])} sem decisão.${why}`,
      inverse: takingBack(ports, done),
    }
  }
  return { say: say(decided), ...(done.length > 0 ? { inverse: takingBack(ports, done) } : {}) }
}

const notas = (count: number, one: string, many: string) => (count === 1 ? `1 nota ${one}` : `${formatCount(count)} notas ${many}`)
const atNotes: Clause = { screen: ['organization.fiscal-documents', 'organization.product-nfe'] }

const fiscalCommands = [
  defineCommand({
    id: 'received-note.accept',
    title: 'Aceitar notas',
    short: 'aceitar',
    icon: 'check',
    of: 'received_note',
    takes: 'some',
    keys: ['a'],
    places: ['fiscal-documents.toolbar', 'received_note.drawer'],
    words: ['manifestar', 'confirmar'],
    when: atNotes,
    calls: [fiscalDocuments.officeDecide],
    except: note =>
      note.status === 'CANCELLED'
        ? ['que não vale mais', 'que não valem mais']
        : note.decision === 'ACCEPTED'
          ? ['já aceita', 'já aceitas']
          : undefined,
    run: (ports, target) =>
      decide(
        ports,
        target.records,
        'Aceitando',
        count => notas(count, 'aceita', 'aceitas'),
        note => ports.call(fiscalDocuments.officeDecide, { params: { id: note.id }, body: { decision: 'ACCEPTED' } }),
      ),
  }),
  defineCommand({
    id: 'received-note.reject',
    title: 'Recusar notas',
    short: 'recusar',
    icon: 'ban',
    destroys: true,
    of: 'received_note',
    takes: 'some',
    keys: ['r'],
    places: ['fiscal-documents.toolbar', 'received_note.drawer'],
    words: ['rejeitar', 'desconhecer'],
    when: atNotes,
    calls: [fiscalDocuments.officeDecide],
    asks: [{ name: 'reason', kind: 'text', title: 'Motivo', placeholder: 'Compra não reconhecida' }],
    except: note =>
      note.decision === 'REJECTED'
        ? ['já recusada', 'já recusadas']
        : note.entries.length > 0
          ? ['já lançada em conta a pagar', 'já lançadas em contas a pagar']
          : undefined,
    run: (ports, target, { reason }) =>
      decide(
        ports,
        target.records,
        'Recusando',
        count => notas(count, 'recusada', 'recusadas'),
        note =>
          ports.call(fiscalDocuments.officeDecide, {
            params: { id: note.id },
            body: { decision: 'REJECTED', reason: reason.slice(0, 255) },
          }),
      ),
  }),
]

function whyWhole({ payments_count, status }: Records['office_order']): string | undefined {
  if (payments_count < 2) return 'a ordem tem um pagamento só'
  return status === 'WAITING_APPROVAL' || status === 'APPROVED' ? undefined : 'já foi enviada ou encerrada'
}

const orderCommands = [
  defineCommand({
    id: 'office-order.split',
    title: 'Separar pagamentos em outra ordem',
    short: 'separar',
    icon: 'split',
    of: 'office_order',
    takes: 'one',
    keys: ['s'],
    places: ['office-orders.toolbar', 'office_order.drawer'],
    words: ['dividir', 'split', 'desmembrar'],
    when: { screen: 'organization.payment-orders' },
    calls: [paymentOrders.split],
    refuse: target => onlyManagers(target) ?? whyWhole(target.records[0]),
    input: paymentOrders.split.spec.body,
    asks: form('order-split', { title: 'Separar pagamentos', submit: 'Separar' }),
    async run(ports, target, body) {
      const [{ id }] = target.records
      const { data } = await ports.call(paymentOrders.split, { params: { id }, body })
      const made = data.find(one => one.id !== id)
      return {
        say: 'Ordem separada em duas',
        focus: id,
        ...(made ? { detail: `${formatCents(made.total_cents)} na nova ordem.` } : {}),
      }
    },
  }),
]

export const organizationCommands = [...queueCommands, ...companyCommands, ...userCommands, ...fiscalCommands, ...orderCommands]
