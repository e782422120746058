// An address of another system that the company tells of what happens.
import { Webhook } from '#contract/webhooks.ts'
import { counted } from '#domain/text.ts'
import { WEBHOOK_EVENT_LABELS, WEBHOOK_EVENTS } from '#domain/webhooks.ts'
import { instant, text, told } from './kit/kinds.ts'
import { defineList } from './kit/list.ts'

function stateOf({ enabled, disabled_reason, failed_count, waiting_count }: Webhook): string {
  if (!enabled) return disabled_reason === null ? 'Desligado' : 'Desligado: não responde'
  if (failed_count > 0) return counted(failed_count, ['aviso não entregue', 'avisos não entregues'])
  return waiting_count > 0 ? 'Tentando de novo' : 'Ligado'
}

const LOOKS = {
  Ligado: { tone: 'ok', icon: 'circle-check' },
  Desligado: { tone: 'quiet', icon: 'ban' },
  'Tentando de novo': { tone: 'info', icon: 'clock-3' },
} as const

const eventsOf = ({ events }: Webhook): readonly (readonly [string, string])[] =>
  WEBHOOK_EVENTS.filter(event => events.includes(event)).map(event => [event, WEBHOOK_EVENT_LABELS[event]])

export const webhook = defineList(Webhook, {
  nouns: ['webhook', 'webhooks'],
  placeholder: 'Filtrar por endereço ou descrição',
  fields: {
    url: text('Endereço', { column: { least: 260 }, search: true }),
    description: text('Descrição', { column: { width: 180, leaves: 2 }, search: true }),
    last_delivered_at: instant<string | null>('Última entrega', { none: 'nenhuma', column: { width: 124, leaves: 3 } }),
    created_at: instant('Criado em', { column: { width: 100, leaves: 4 } }),
    disabled_reason: text('Por que foi desligado'),
  },
  told: {
    heard: told<Webhook>('Avisa de', ({ events }) => counted(events.length, ['evento', 'eventos']), { column: { width: 120, leaves: 1 } }),
    state: told<Webhook>('Situação', stateOf, {
      column: { width: 208, groups: true },
      look: hook => LOOKS[stateOf(hook) as keyof typeof LOOKS] ?? { tone: 'danger', icon: 'triangle-alert' },
    }),
  },
  columns: ['url', 'description', 'heard', 'state', 'last_delivered_at', 'created_at'],
  title: 'url',
  drawer: { Dados: ['description', 'disabled_reason', 'last_delivered_at', 'created_at'], 'Avisa de': eventsOf },
  card: [['state'], ['heard'], ['last_delivered_at']],
})
