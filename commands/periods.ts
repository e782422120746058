// Closing and reopening ranges of days.
import { entries } from '#contract/entries.ts'
import { formatDay } from '#domain/days.ts'
import { rangeName } from '#domain/periods.ts'
import { companyIn, defineCommand } from './kit/command.ts'
import { form } from './kit/form.ts'
import { IN_COMPANY } from './kit/when.ts'
import { pathTo } from './screens.ts'
import { wrote } from './slices.ts'

export const periodCommands = [
  defineCommand({
    id: 'range.close',
    title: 'Fechar período',
    short: 'fechar',
    icon: 'lock',
    takes: 'none',
    keys: ['n'],
    places: ['periods.page', 'periods.empty'],
    words: ['fechar mês', 'fechamento', 'trancar', 'travar'],
    keysIn: { screen: 'periods' },
    when: IN_COMPANY,
    calls: [entries.closeDateRange],
    input: entries.closeDateRange.spec.body,
    asks: form('close-period', {
      title: 'Fechar período',
      submit: 'Fechar período',
      lead: () => 'Os dias do período ficam travados: nada neles é criado, alterado ou excluído até alguém reabrir.',
    }),
    async run(ports, target, body) {
      const reply = await ports.call(entries.closeDateRange, { params: { c: companyIn(target).id }, body })
      return wrote(reply, `Período fechado: ${rangeName(reply.data)}`, { focus: reply.data.id })
    },
  }),
  defineCommand({
    id: 'range.reopen',
    title: 'Reabrir período',
    short: 'reabrir',
    icon: 'lock-open',
    of: 'date_range',
    takes: 'one',
    keys: ['r'],
    places: ['periods.toolbar'],
    words: ['destrancar', 'abrir mês'],
    when: { area: 'periods', company: true },
    calls: [entries.openDateRange],
    refuse: target => (target.records[0]?.status === 'OPEN' ? 'já está aberto' : undefined),
    confirm: target => ({
      title: 'Reabrir o período?',
      body: 'Os lançamentos destes dias voltam a poder ser criados, alterados e excluídos.',
      action: 'Reabrir período',
      facts: [['Período', `${formatDay(target.records[0].start_date)} a ${formatDay(target.records[0].end_date)}`]],
    }),
    run: async (ports, target) => {
      const reply = await ports.call(entries.openDateRange, { params: { c: companyIn(target).id, id: target.ids[0] ?? '' } })
      const { start_date, end_date } = target.records[0]
      return { say: `Período de ${formatDay(start_date)} a ${formatDay(end_date)} reaberto`, undo: reply.batch_id ? [reply.batch_id] : [] }
    },
  }),
  defineCommand({
    id: 'range.history',
    title: 'Ver histórico de períodos',
    short: 'histórico',
    icon: 'history',
    takes: 'none',
    keys: ['h'],
    goes: true,
    places: ['periods.bar'],
    when: { screen: 'periods', company: true },
    run: async (_, target) => ({ go: pathTo('periods.history', { companyId: companyIn(target).id }) }),
  }),
  defineCommand({
    id: 'range.back',
    title: 'Voltar aos períodos fechados',
    short: 'voltar',
    icon: 'arrow-left',
    takes: 'none',
    keys: ['h'],
    goes: true,
    places: ['periods-history.bar', 'periods-history.empty'],
    when: { screen: 'periods.history', company: true },
    run: async (_, target) => ({ go: pathTo('periods', { companyId: companyIn(target).id }) }),
  }),
]
