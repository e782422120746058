// What a person can do with the journal: take one change back, whole, or bring it again, days later and from another device.
import { batches } from '#contract/batches.ts'
import { companyIn, defineCommand } from './kit/command.ts'
import type { Ports } from './kit/ports.ts'
import type { Clause } from './kit/when.ts'

const here: Clause = { area: 'history', company: true }

/** A refusal stays beside the row too: the toast goes away, the reason does not. */
async function revert(ports: Ports, c: string, row: string, batch: string) {
  try {
    const { data, batch_id } = await ports.call(batches.undo, { params: { c, id: batch } })
    ports.ui.do('history.answered', { id: row })
    return { label: data.batch.label, undo: batch_id ? [batch_id] : [] }
  } catch (error) {
    if (error instanceof Error) ports.ui.do('history.answered', { id: row, reason: error.message })
    throw error
  }
}

export const historyCommands = [
  defineCommand({
    id: 'batch.undo',
    title: 'Desfazer esta alteração',
    short: 'desfazer',
    icon: 'undo',
    of: 'batch',
    takes: 'one',
    keys: ['d'],
    places: ['history.toolbar'],
    words: ['voltar atrás', 'reverter'],
    when: here,
    calls: [batches.undo],
    refuse: target => {
      const [batch] = target.records
      if (batch.undone_by_id !== null) return 'já desfeita'
      if (batch.irreversible) return 'esta ação não pode ser desfeita'
      return batch.undoable ? undefined : 'o prazo para desfazer terminou'
    },
    async run(ports, target) {
      const [id = ''] = target.ids
      const { label, undo } = await revert(ports, companyIn(target).id, id, id)
      return { say: `Desfeito: ${label}`, undo }
    },
  }),
  defineCommand({
    id: 'history.trail',
    title: 'Exportar trilha de auditoria',
    short: 'exportar trilha',
    icon: 'download',
    takes: 'none',
    keys: ['shift+w'],
    places: ['history.toolbar'],
    words: ['baixar', 'auditor', 'prova', 'corrente', 'hash', 'conferir'],
    when: here,
    calls: [batches.trail],
    async run(ports, target) {
      const company = companyIn(target)
      const { data } = await ports.call(batches.trail, { params: { c: company.id } })
      ports.ui.do('file.save', { file: data, name: `Trilha de auditoria de ${company.name}.zip` })
    },
  }),
  defineCommand({
    id: 'batch.redo',
    title: 'Refazer esta alteração',
    short: 'refazer',
    icon: 'redo',
    of: 'batch',
    takes: 'one',
    keys: ['r'],
    places: ['history.toolbar'],
    words: ['de novo'],
    when: here,
    calls: [batches.undo],
    refuse: target => (target.records[0].undone_by_id === null ? 'não foi desfeita' : undefined),
    async run(ports, target) {
      const [batch] = target.records
      const { undo } = await revert(ports, companyIn(target).id, batch.id, batch.undone_by_id ?? '')
      return { say: `Refeito: ${batch.label}`, undo }
    },
  }),
]
