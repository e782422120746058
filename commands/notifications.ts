// What a person can do with notifications: read what they speak of, mark them as read.
import { notifications } from '#contract/notifications.ts'
import { defineCommand } from './kit/command.ts'
import type { Clause } from './kit/when.ts'

const here: Clause = { area: 'notifications' }
const MOST = 200

export const notificationCommands = [
  defineCommand({
    id: 'notification.read',
    title: 'Marcar como lida',
    short: 'marcar como lida',
    icon: 'check',
    of: 'notification',
    takes: 'some',
    keys: ['m', 'delete', 'backspace'],
    places: ['notifications.toolbar'],
    words: ['lido', 'visto'],
    when: here,
    calls: [notifications.read],
    except: record => (record.readed_at === null ? undefined : ['já lida', 'já lidas']),
    async run(ports, target) {
      for (let at = 0; at < target.ids.length; at += MOST)
        await ports.call(notifications.read, { body: { ids: target.ids.slice(at, at + MOST) } })
      return { say: target.count === 1 ? 'Notificação lida' : `${target.count} notificações lidas` }
    },
  }),
  defineCommand({
    id: 'notification.read-all',
    title: 'Marcar todas como lidas',
    short: 'todas lidas',
    icon: 'check-check',
    takes: 'none',
    keys: ['shift+m'],
    places: ['notifications.bar'],
    words: ['limpar'],
    when: here,
    calls: [notifications.read],
    async run(ports) {
      await ports.call(notifications.read, { body: {} })
      return { say: 'Notificações lidas' }
    },
  }),
]
