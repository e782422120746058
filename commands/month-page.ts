// What a person can do with the month in one page: take it along as PDF, let somebody see it by a link, and close that door again.
import { monthPage } from '#contract/month-page.ts'
import { formatInstant, formatMonth } from '#domain/days.ts'
import { LINK_DAYS } from '#domain/month-page.ts'
import { companyIn, defineCommand, type Outcome } from './kit/command.ts'
import type { Ports } from './kit/ports.ts'
import { IN_COMPANY } from './kit/when.ts'

const ON_PAGE = { screen: ['reports', 'reports.month'], company: true } as const

async function copyLink(ports: Ports, c: string, id: string): Promise<void> {
  const { data } = await ports.call(monthPage.link, { params: { c, id } })
  ports.ui.do('link.copy', data.url)
}

export const monthPageCommands = [
  defineCommand({
    id: 'month.pdf',
    title: 'Baixar o mês em PDF',
    short: 'PDF',
    icon: 'download',
    takes: 'none',
    keys: ['d'],
    words: ['relatório do mês', 'arquivo', 'salvar'],
    when: ON_PAGE,
    calls: [monthPage.download],
    async run(ports, target) {
      const month = ports.ui.read('month.shown')
      if (month === undefined) return
      const { data } = await ports.call(monthPage.download, { params: { c: companyIn(target).id }, query: { date: `${month}-01` } })
      ports.ui.do('file.save', { file: data, name: `${companyIn(target).name}, ${formatMonth(month)}.pdf` })
    },
  }),
  defineCommand({
    id: 'month.share',
    title: 'Compartilhar o mês por link',
    short: 'compartilhar',
    icon: 'send',
    takes: 'none',
    keys: ['s'],
    words: ['mandar ao contador', 'enviar ao sócio', 'banco', 'endereço'],
    when: ON_PAGE,
    calls: [monthPage.share, monthPage.link],
    asks: [
      {
        name: 'days',
        kind: 'choice',
        title: 'Por quanto tempo o link abre',
        options: () => LINK_DAYS.map((days, at) => ({ value: String(days), label: `${days} dias`, digit: String(at + 1) })),
      },
    ],
    async run(ports, target, { days }): Promise<Outcome | undefined> {
      const month = ports.ui.read('month.shown')
      const chosen = LINK_DAYS.find(each => String(each) === days)
      if (month === undefined || chosen === undefined) return undefined
      const c = companyIn(target).id
      const { data } = await ports.call(monthPage.share, { params: { c }, body: { date: `${month}-01`, days: chosen } })
      await copyLink(ports, c, data.id)
      return {
        say: 'Link copiado',
        detail: `Quem tiver o link vê ${formatMonth(month)}, sem senha, até ${formatInstant(data.expires_at)}.`,
      }
    },
  }),
  defineCommand({
    id: 'month_link.copy',
    title: 'Copiar o link do mês',
    short: 'copiar link',
    icon: 'copy',
    of: 'month_link',
    takes: 'one',
    when: IN_COMPANY,
    calls: [monthPage.link],
    refuse: ({ records: [link] }) => (link.state === 'OPEN' ? undefined : 'o link não abre mais'),
    async run(ports, { records: [link] }) {
      await copyLink(ports, link.company_id, link.id)
      return { say: 'Link copiado' }
    },
  }),
  defineCommand({
    id: 'month_link.revoke',
    title: 'Retirar o link compartilhado',
    short: 'retirar',
    icon: 'ban',
    destroys: true,
    of: 'month_link',
    takes: 'one',
    words: ['cancelar link', 'parar de compartilhar'],
    when: IN_COMPANY,
    calls: [monthPage.revoke],
    refuse: ({ records: [link] }) => (link.state === 'OPEN' ? undefined : 'o link não abre mais'),
    confirm: () => ({ title: 'Retirar o link?', body: 'Ele deixa de abrir na mesma hora, para todos que o têm.', action: 'Retirar' }),
    async run(ports, { records: [link] }) {
      await ports.call(monthPage.revoke, { params: { c: link.company_id, id: link.id } })
      return { say: 'Link retirado' }
    },
  }),
]
