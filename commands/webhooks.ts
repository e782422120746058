// What a person can do with webhooks: tell an address of what happens, try it, turn it on and off, change its secret, send again.
import { type Webhook, type WebhookDelivery, webhooks } from '#contract/webhooks.ts'
import { counted } from '#domain/text.ts'
import { companyIn, defineCommand, type Target } from './kit/command.ts'
import { form } from './kit/form.ts'
import type { Ports } from './kit/ports.ts'
import { type Clause, IN_COMPANY } from './kit/when.ts'
import { eachOne, outcomeOf, wrote } from './slices.ts'

declare module './kit/command.ts' {
  interface Records {
    webhook: Pick<Webhook, 'id' | 'version' | 'url' | 'description' | 'events' | 'enabled' | 'failed_count'>
    webhook_delivery: Pick<WebhookDelivery, 'id' | 'webhook_id' | 'status'>
  }
}

const here: Clause = { area: 'webhooks', company: true }

type Hook = Target<'webhook', 'one'>

const paramsOf = (target: Hook) => ({ c: companyIn(target).id, id: target.records[0].id })
const hostOf = ({ records: [{ url }] }: Hook): string => new URL(url).host
const isOff = ({ records: [{ enabled }] }: Hook): string | undefined => (enabled ? undefined : 'está desligado')

async function turn(ports: Ports, target: Hook, enabled: boolean) {
  const { version } = target.records[0]
  const reply = await ports.call(webhooks.update, { params: paramsOf(target), body: { enabled, version } })
  return wrote(reply, enabled ? 'Webhook ligado' : 'Webhook desligado')
}

export const webhookCommands = [
  defineCommand({
    id: 'webhook.create',
    title: 'Novo webhook',
    short: 'novo',
    icon: 'plus',
    takes: 'none',
    keys: ['n'],
    keysIn: 'webhooks',
    places: ['webhooks.page', 'webhooks.empty'],
    words: ['avisar sistema', 'integração', 'notificar endereço', 'criar'],
    when: IN_COMPANY,
    calls: [webhooks.create],
    input: webhooks.create.spec.body,
    asks: form('webhook', { title: 'Novo webhook', submit: 'Criar webhook' }),
    async run(ports, target, body) {
      const { id, url, secret } = (await ports.call(webhooks.create, { params: { c: companyIn(target).id }, body })).data
      return { focus: id, secret: { title: `Segredo dos avisos a ${new URL(url).host}`, value: secret } }
    },
  }),
  defineCommand({
    id: 'webhook.update',
    title: 'Alterar webhook',
    short: 'alterar',
    icon: 'pencil',
    of: 'webhook',
    takes: 'one',
    keys: ['a'],
    places: ['webhook.drawer', 'webhooks.toolbar'],
    words: ['editar', 'mudar endereço', 'eventos'],
    when: here,
    calls: [webhooks.update],
    input: webhooks.create.spec.body,
    asks: form('webhook', { title: 'Alterar webhook', submit: 'Salvar' }),
    async run(ports, target, body) {
      const { version } = target.records[0]
      return wrote(await ports.call(webhooks.update, { params: paramsOf(target), body: { ...body, version } }), 'Webhook alterado')
    },
  }),
  defineCommand({
    id: 'webhook.test',
    title: 'Enviar aviso de teste',
    short: 'testar',
    icon: 'send',
    of: 'webhook',
    takes: 'one',
    keys: ['t'],
    places: ['webhook.drawer'],
    words: ['experimentar', 'ping'],
    when: here,
    calls: [webhooks.test],
    refuse: isOff,
    async run(ports, target) {
      await ports.call(webhooks.test, { params: paramsOf(target) })
      return { say: `Aviso de teste a caminho de ${hostOf(target)}` }
    },
  }),
  defineCommand({
    id: 'webhook.replay',
    title: 'Reenviar o que falhou',
    short: 'reenviar',
    icon: 'rotate-ccw',
    of: 'webhook',
    takes: 'one',
    keys: ['r'],
    places: ['webhook.drawer'],
    words: ['tentar de novo', 'falhas'],
    when: here,
    calls: [webhooks.replay],
    refuse: target => isOff(target) ?? (target.records[0].failed_count === 0 ? 'nada falhou' : undefined),
    async run(ports, target) {
      const { count } = (await ports.call(webhooks.replay, { params: paramsOf(target), body: {} })).data
      return { say: `${counted(count, ['aviso reenviado', 'avisos reenviados'])}, com o id de antes` }
    },
  }),
  defineCommand({
    id: 'webhook_delivery.replay',
    title: 'Reenviar este aviso',
    short: 'reenviar',
    icon: 'rotate-ccw',
    of: 'webhook_delivery',
    takes: 'one',
    places: ['webhook_delivery.row'],
    words: ['tentar de novo'],
    when: here,
    calls: [webhooks.replay],
    refuse: ({ records: [{ status }] }) => (status === 'WAITING' ? 'ainda está sendo tentado' : undefined),
    async run(ports, target) {
      const { id, webhook_id } = target.records[0]
      await ports.call(webhooks.replay, { params: { c: companyIn(target).id, id: webhook_id }, body: { delivery_ids: [id] } })
      return { say: 'Aviso reenviado, com o id de antes' }
    },
  }),
  defineCommand({
    id: 'webhook.turn_off',
    title: 'Desligar webhook',
    short: 'desligar',
    icon: 'ban',
    of: 'webhook',
    takes: 'one',
    places: ['webhook.row'],
    words: ['pausar', 'parar'],
    when: here,
    calls: [webhooks.update],
    refuse: isOff,
    run: (ports, target) => turn(ports, target, false),
  }),
  defineCommand({
    id: 'webhook.turn_on',
    title: 'Ligar webhook',
    short: 'ligar',
    icon: 'circle-check',
    of: 'webhook',
    takes: 'one',
    places: ['webhook.row'],
    words: ['ativar', 'retomar'],
    when: here,
    calls: [webhooks.update],
    refuse: ({ records: [{ enabled }] }) => (enabled ? 'já está ligado' : undefined),
    run: (ports, target) => turn(ports, target, true),
  }),
  defineCommand({
    id: 'webhook.rotate',
    title: 'Trocar o segredo',
    short: 'trocar segredo',
    icon: 'key-round',
    of: 'webhook',
    takes: 'one',
    places: ['webhook.row'],
    words: ['nova chave', 'assinatura', 'rotacionar'],
    when: here,
    calls: [webhooks.rotate],
    confirm: target => ({
      title: 'Trocar o segredo?',
      body: `Por 24 horas os avisos a ${hostOf(target)} levam as duas assinaturas; depois, só a nova.`,
      action: 'Trocar segredo',
    }),
    async run(ports, target) {
      const { secret } = (await ports.call(webhooks.rotate, { params: paramsOf(target) })).data
      return { secret: { title: `Novo segredo dos avisos a ${hostOf(target)}`, value: secret } }
    },
  }),
  defineCommand({
    id: 'webhook.delete',
    title: 'Excluir webhook',
    short: 'excluir',
    icon: 'trash',
    destroys: true,
    of: 'webhook',
    takes: 'some',
    keys: ['delete', 'backspace'],
    places: ['webhooks.toolbar', 'webhook.row/danger'],
    words: ['apagar', 'remover'],
    when: here,
    calls: [webhooks.delete],
    async run(ports, target) {
      const c = companyIn(target).id
      const written = await eachOne(ports, 'Excluindo', target, id => ports.call(webhooks.delete, { params: { c, id } }))
      ports.ui.do('drawer.close')
      return outcomeOf(target, written, count => counted(count, ['webhook excluído', 'webhooks excluídos']))
    },
  }),
]
