// What a person can do to hand a period over to the accounting office: its chart, what is what in it, the layout, the file.
import { type ChartAccount, type Mapping, mappings } from '#contract/chart-accounts.ts'
import { type Handover, type HandoverLayout, type HandoverPreview, handoverLayouts, handovers } from '#contract/handovers.ts'
import { formatDay } from '#domain/days.ts'
import { PRESET_IDS, PRESETS, type PresetId } from '#domain/handover/presets.ts'
import { formatCents } from '#domain/money.ts'
import { counted, formatCount } from '#domain/text.ts'
import { chartAccount } from '#resources/chart-account.ts'
import { layout } from '#resources/layout.ts'
import { mapping } from '#resources/mapping.ts'
import { type AnyTarget, companyIn, defineCommand, type Outcome, type Step } from './kit/command.ts'
import type { Ports } from './kit/ports.ts'
import { IN_COMPANY } from './kit/when.ts'
import { registerCommands } from './register.ts'
import { pathTo } from './screens.ts'
import { wrote } from './slices.ts'

declare module './kit/command.ts' {
  interface Records {
    chart_account: ChartAccount
    mapping: Mapping
    layout: HandoverLayout
    handover: Handover
  }
}

/** What the hand-over screen shows; the preview is undefined until it is there. */
export interface HandoverOnScreen {
  start_date: string
  end_date: string
  /** A preset's name, or the id of a layout. */
  layout: string
  preview: HandoverPreview | undefined
}

const ofChart = registerCommands(chartAccount)
const ofMappings = registerCommands(mapping)
const ofLayouts = registerCommands(layout)

const lancamentos = (count: number) => counted(count, ['lançamento', 'lançamentos'])
const reply = (batch: string | undefined) => (batch === undefined ? [] : [batch])

/** The layouts that come with the product, then the company's own. */
async function layoutStep(ports: Ports, c: string): Promise<string | undefined> {
  const { data } = await ports.call(handoverLayouts.list, { params: { c } })
  const step: Step<'layout', 'choice'> = {
    name: 'layout',
    kind: 'choice',
    title: 'Layout do arquivo',
    options: () => [
      ...data.map(({ id, name }) => ({ value: id, label: name, group: 'Da empresa' })),
      ...PRESET_IDS.map(id => ({ value: id, label: PRESETS[id].name, group: 'Prontos' })),
    ],
  }
  const chosen = await ports.ask.step(step as Step)
  return chosen === undefined ? undefined : String(chosen)
}

const screen = { screen: 'handover', company: true } as const

async function save(ports: Ports, target: AnyTarget, { id, file_name }: Pick<Handover, 'id' | 'file_name'>): Promise<void> {
  const { data } = await ports.call(handovers.download, { params: { c: companyIn(target).id, id } })
  ports.ui.do('file.save', { file: data, name: file_name })
}

/** Why there is nothing to make of what the screen shows. */
function noFile({ preview }: HandoverOnScreen): string | undefined {
  if (preview === undefined) return 'A prévia ainda está vindo'
  if (preview.refusal !== null) return preview.refusal
  if (preview.entries_count > 0) return undefined
  if (preview.left_out_count > 0) return `${lancamentos(preview.left_out_count)} sem conta contábil: complete o de-para`
  return preview.complement ? 'Este período já foi entregue e nada mudou desde então' : 'Nada liquidado neste período'
}

export const handoverCommands = [
  ofChart.create({ words: ['conta contábil'] }),
  ofChart.edit(),
  ofChart.export(),
  ofChart.delete(),
  ofChart.import('chart', 'chart.upload', { words: ['ecd', 'sgc'] }),
  ofMappings.create({ words: ['de para', 'mapear', 'conta contábil'] }),
  ofMappings.edit(),
  ofMappings.export(),
  ofMappings.delete(),
  ofLayouts.create({ words: ['layout', 'domínio', 'arquivo contábil'] }),
  ofLayouts.copy(),
  ofLayouts.edit(),
  ofLayouts.delete(),
  defineCommand({
    id: 'mapping.suggest',
    title: 'Usar contas contábeis sugeridas',
    short: 'sugestões',
    icon: 'zap',
    takes: 'none',
    keys: ['s'],
    keysIn: 'mappings',
    places: ['mappings.bar', 'mappings.empty'],
    words: ['de para', 'mapear', 'sugerir', 'automático'],
    when: IN_COMPANY,
    calls: [mappings.suggestions, mappings.accept],
    async run(ports, target) {
      const params = { c: companyIn(target).id }
      const { data } = await ports.call(mappings.suggestions, { params })
      const found = data.filter(one => one.chart_account_id !== null)
      if (data.length === 0) return { say: 'Todas as categorias e contas já têm conta contábil' }
      if (found.length === 0) return { say: `Nenhuma conta do plano tem nome parecido com as ${formatCount(data.length)} que faltam` }
      const sure = await ports.ask.confirm({
        title: `Usar ${counted(found.length, ['conta sugerida', 'contas sugeridas'])}?`,
        body: `De ${formatCount(data.length)} sem conta contábil. Cada uma fica marcada “Confira” até alguém a salvar.`,
        action: 'Usar sugestões',
        facts: found.slice(0, 8).map(one => [one.subject_name, one.chart_account_name ?? ''] as const),
      })
      if (!sure) return
      const { data: done, batch_id } = await ports.call(mappings.accept, { params, body: {} })
      return { say: `${counted(done.count, ['conta contábil indicada', 'contas contábeis indicadas'])}: confira`, undo: reply(batch_id) }
    },
  }),
  defineCommand({
    id: 'layout.from-preset',
    title: 'Copiar layout pronto',
    short: 'copiar pronto',
    icon: 'copy',
    takes: 'none',
    keys: ['u'],
    keysIn: 'layouts',
    places: ['layouts.bar', 'layouts.empty'],
    words: ['domínio', 'alterdata', 'questor', 'ecd', 'modelo'],
    when: IN_COMPANY,
    calls: [handoverLayouts.create, handoverLayouts.list],
    asks: [
      {
        name: 'preset',
        kind: 'choice',
        title: 'Layout pronto',
        options: () => PRESET_IDS.map(id => ({ value: id, label: PRESETS[id].name })),
      },
    ],
    async run(ports, target, { preset }) {
      const c = companyIn(target).id
      const { about: _, extension: __, name, ...fields } = PRESETS[preset as PresetId]
      const { data: kept } = await ports.call(handoverLayouts.list, { params: { c } })
      const names = new Set(kept.map(one => one.name.toLowerCase()))
      let free = name
      for (let at = 2; names.has(free.toLowerCase()); at++) free = `${name} (${at})`
      const made = await ports.call(handoverLayouts.create, { params: { c }, body: { ...fields, name: free } })
      return wrote(made, `Layout ${free} copiado`, {
        focus: made.data.id,
        go: pathTo('layouts.detail', { companyId: c, layoutId: made.data.id }),
      })
    },
  }),
  defineCommand({
    id: 'handover.layout',
    title: 'Escolher layout da entrega',
    short: 'layout',
    icon: 'file-text',
    takes: 'none',
    keys: ['l'],
    places: ['handover.bar'],
    words: ['domínio', 'alterdata', 'questor', 'formato'],
    when: screen,
    calls: [handoverLayouts.list],
    async run(ports, target) {
      const c = companyIn(target).id
      const chosen = await layoutStep(ports, c)
      return chosen === undefined ? undefined : { go: { to: pathTo('handover', { companyId: c }), search: { layout: chosen } } }
    },
  }),
  defineCommand({
    id: 'handover.create',
    title: 'Entregar à contabilidade',
    short: 'gerar arquivo',
    icon: 'send',
    takes: 'none',
    keys: ['f'],
    keysIn: 'handover',
    places: ['handover.page'],
    words: ['exportar', 'arquivo contábil', 'contador', 'entregar'],
    when: IN_COMPANY,
    calls: [handovers.create, handovers.download],
    async run(ports, target): Promise<Outcome | undefined> {
      const now = ports.ui.read('handover.current')
      if (now === undefined) return { go: pathTo('handover', { companyId: companyIn(target).id }) }
      const why = noFile(now)
      const { preview } = now
      if (why !== undefined || preview === undefined) return { say: why ?? '' }
      const sure = await ports.ask.confirm({
        title: preview.complement ? 'Entregar o complemento?' : 'Entregar à contabilidade?',
        body: preview.complement
          ? 'O arquivo traz só o que mudou depois da última entrega: o que foi alterado ou retirado vem estornado, e o novo vem como está.'
          : 'Os lançamentos ficam marcados como entregues. O que mudar depois será avisado, e sai num complemento.',
        action: 'Gerar arquivo',
        facts: [
          ['Período', `${formatDay(preview.start_date)} a ${formatDay(preview.end_date)}`],
          ['Layout', preview.layout_name],
          ['No arquivo', `${lancamentos(preview.entries_count)}, ${formatCents(preview.total_cents)}`],
          ...(preview.left_out_count > 0 ? ([['De fora', `${lancamentos(preview.left_out_count)} sem conta contábil`]] as const) : []),
          ...(preview.shortened_count > 0
            ? ([['Encurtados', counted(preview.shortened_count, ['texto que não coube', 'textos que não couberam'])]] as const)
            : []),
        ],
      })
      if (!sure) return undefined
      const { start_date, end_date, layout: chosen } = now
      const made = await ports.call(handovers.create, {
        params: { c: companyIn(target).id },
        body: { start_date, end_date, layout: chosen, leave_out: preview.left_out_count > 0 },
      })
      await save(ports, target, made.data)
      return {
        say: `${lancamentos(made.data.entries_count)} no arquivo ${made.data.file_name}`,
        undo: reply(made.batch_id),
        focus: made.data.id,
      }
    },
  }),
  defineCommand({
    id: 'handover.download',
    title: 'Baixar de novo o arquivo entregue',
    short: 'baixar',
    icon: 'download',
    of: 'handover',
    takes: 'one',
    keys: ['d'],
    places: ['handover.toolbar', 'handover.drawer'],
    words: ['arquivo contábil', 'mesmo arquivo'],
    when: screen,
    calls: [handovers.download],
    run: async (ports, target) => save(ports, target, target.records[0]),
  }),
  defineCommand({
    id: 'handover.cancel',
    title: 'Cancelar entrega à contabilidade',
    short: 'cancelar',
    icon: 'ban',
    destroys: true,
    of: 'handover',
    takes: 'one',
    keys: ['delete', 'backspace'],
    places: ['handover.toolbar', 'handover.drawer/danger'],
    words: ['desfazer entrega', 'estornar'],
    when: screen,
    calls: [handovers.cancel],
    confirm: ({ records: [one] }) => ({
      title: 'Cancelar a entrega?',
      body: `Os ${lancamentos(one.entries_count)} de ${one.file_name} voltam a contar como não entregues. Peça ao escritório que não importe o arquivo, ou que o exclua.`,
      action: 'Cancelar entrega',
      danger: true,
    }),
    async run(ports, target) {
      const [{ id, file_name }] = target.records
      const { batch_id } = await ports.call(handovers.cancel, { params: { c: companyIn(target).id, id } })
      ports.ui.do('drawer.close')
      return { say: `Entrega ${file_name} cancelada`, undo: reply(batch_id) }
    },
  }),
] as const
