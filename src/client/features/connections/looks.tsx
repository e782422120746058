// How a connection to a bank looks: glyph, tone and word of its status.

import { Badge, looks } from '#client/kit/chip.tsx'
import type { CommandId } from '#commands/index.ts'
import type { Connection } from '#contract/open-finance.ts'
import type { ConnectionStatus } from '#domain/enums.ts'
import { CONNECTION_STATUS_LABELS } from '#domain/labels.ts'

const LOOKS = looks<ConnectionStatus>({
  UPDATED: { tone: 'ok', icon: 'circle-check' },
  UPDATING: { tone: 'info', icon: 'refresh' },
  MERGING: { tone: 'info', icon: 'refresh' },
  WAITING_USER_INPUT: { tone: 'warning', icon: 'key-round' },
  WAITING_USER_ACTION: { tone: 'warning', icon: 'phone' },
  LOGIN_ERROR: { tone: 'danger', icon: 'circle-x' },
  OUTDATED: { tone: 'warning', icon: 'triangle-alert' },
})

export const ConnectionBadge = ({ connection }: { connection: Pick<Connection, 'status' | 'revoked_at'> }) =>
  connection.revoked_at === null ? (
    <Badge {...LOOKS[connection.status]}>{CONNECTION_STATUS_LABELS[connection.status]}</Badge>
  ) : (
    <Badge tone="quiet" icon="unlink">
      Desconectado
    </Badge>
  )

/** What the person does now, as a command's id; undefined while there is nothing to do but wait. */
export function nextStep(connection: Pick<Connection, 'asks' | 'status' | 'revoked_at'>): CommandId | undefined {
  if (connection.revoked_at !== null || connection.asks === 'credentials') return 'connection.renew'
  if (connection.asks === 'code') return 'connection.code'
  return connection.status === 'UPDATED' || connection.status === 'OUTDATED' ? 'connection.sync' : undefined
}
