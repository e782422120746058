// Answers of the open company repeated in others of the same office: one batch and one undo for each of them.
import { batches } from '#contract/batches.ts'
import { replay } from '#contract/replay.ts'
import { counted } from '#domain/text.ts'
import { companyIn, defineCommand, type Outcome, type Records } from './kit/command.ts'
import type { Ports } from './kit/ports.ts'
import { IN_COMPANY } from './kit/when.ts'
import { linesThat } from './lines.ts'
import { pathTo } from './screens.ts'

type ReplayLine = Records['replay_line']
type Done = Records['replay_done']

/** The marked lines by company, in the order of the list. */
function byCompany(lines: readonly ReplayLine[]): ReadonlyMap<string, readonly ReplayLine[]> {
  const companies = new Map<string, ReplayLine[]>()
  for (const line of lines) {
    const known = companies.get(line.company_id)
    if (known) known.push(line)
    else companies.set(line.company_id, [line])
  }
  return companies
}

/** Each company by itself: what one refuses changes nothing in the others. */
async function answerAll(ports: Ports, from: string, lines: readonly ReplayLine[]): Promise<Outcome> {
  const { data: decisions } = await ports.call(replay.decisions, { params: { c: from } })
  const done: Done[] = []
  const refused: { name: string; error: unknown }[] = []
  for (const [company_id, own] of byCompany(lines)) {
    const company_name = own[0]?.company_name ?? ''
    try {
      const ids = own.map(({ id }) => id)
      const { data, batch_id } = await ports.call(replay.answer, { params: { c: company_id }, body: { decisions, ids } })
      if (batch_id !== undefined && data.updated > 0) done.push({ id: batch_id, company_id, company_name, lines_count: data.updated })
    } catch (error) {
      refused.push({ name: company_name, error })
    }
  }
  if (done.length === 0 && refused[0]) throw refused[0].error
  ports.ui.do('replay.done', done)
  const count = done.reduce((sum, { lines_count }) => sum + lines_count, 0)
  return {
    say: `${linesThat(count, 'respondida', 'respondidas')} em ${counted(done.length, ['empresa', 'empresas'])}`,
    undo: done.map(({ id }) => id),
    ...(refused.length > 0 ? { detail: `Nada mudou em ${refused.map(({ name }) => name).join(', ')}.`, warns: true as const } : {}),
  }
}

const here = { screen: 'conciliation.replay', layer: ['page', 'grid'], office: true } as const

export const replayCommands = [
  defineCommand({
    id: 'replay.open',
    title: 'Repetir em outras empresas',
    short: 'repetir em outras',
    icon: 'copy-check',
    takes: 'none',
    goes: true,
    keys: ['shift+o'],
    keysIn: { area: 'conciliation', layer: 'workbench' },
    words: ['replicar respostas', 'copiar decisões', 'aplicar nas outras empresas', 'mesmas respostas'],
    when: { ...IN_COMPANY, office: true },
    calls: [replay.decisions],
    run: async (_, target) => ({ go: pathTo('conciliation.replay', { companyId: companyIn(target).id }) }),
  }),
  defineCommand({
    id: 'replay.answer',
    title: 'Responder as linhas marcadas',
    short: 'responder',
    icon: 'circle-check',
    of: 'replay_line',
    takes: 'some',
    keys: ['c'],
    places: ['replay.toolbar'],
    words: ['repetir', 'aplicar'],
    when: here,
    calls: [replay.decisions, replay.answer],
    run: (ports, target) => answerAll(ports, companyIn(target).id, target.records),
  }),
  defineCommand({
    id: 'replay.undo',
    title: 'Desfazer nesta empresa',
    short: 'desfazer',
    icon: 'rotate-ccw',
    of: 'replay_done',
    takes: 'one',
    places: ['replay_done.row'],
    when: here,
    calls: [batches.undo],
    async run(ports, target) {
      const [{ id, company_id, company_name, lines_count }] = target.records
      await ports.call(batches.undo, { params: { c: company_id, id } })
      ports.ui.do('replay.undone', id)
      return { say: `${linesThat(lines_count, 'de volta', 'de volta')} às pendentes em ${company_name}` }
    },
  }),
]
