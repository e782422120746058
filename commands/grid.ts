// Moving, marking and editing in a grid: the keys of mode NAVEGAR and PLANILHA, answered by whichever grid has the focus.
import { REGISTER_AREAS } from '#resources/names.ts'
import type { GridMove } from './intents.ts'
import { defineCommand } from './kit/command.ts'
import type { Chord } from './kit/keys.ts'
import { uiMove } from './kit/ui-move.ts'
import { type Area, areas, type Clause } from './kit/when.ts'

interface More {
  readonly short?: string
  readonly words?: readonly string[]
  readonly where?: Clause
}
const inGrid = <const Id extends GridMove>(id: Id, title: string, keys: readonly Chord[], { where = {}, ...more }: More = {}) =>
  uiMove(`grid.${id}`, title, `grid.${id}`, { keys, ...more, when: { ...where, layer: 'grid' } })

/** Registers whose records are changed by a command of their own, under the same keys. */
const WITH_OWN_EDIT: readonly Area[] = [...REGISTER_AREAS, 'accounts', 'associates', 'categories', 'rules']
/** The lists with a mode PLANILHA, where cells are spanned and written into. */
const SHEET: Clause = { sheet: true, area: ['bills', 'receivables'] }
const byCell: Clause = { area: areas.filter(area => !WITH_OWN_EDIT.includes(area)) }

const views = ([0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const).map(digit =>
  defineCommand({
    id: `view.${digit}`,
    title: `Abrir visão ${digit}`,
    icon: 'bookmark',
    takes: 'none',
    keys: [String(digit)],
    when: { layer: 'grid' },
    run: async ports => {
      ports.ui.do('view.open', digit)
    },
  }),
)

export const gridCommands = [
  inGrid('down', 'Linha abaixo', ['j', 'down'], { short: 'linha' }),
  inGrid('up', 'Linha acima', ['k', 'up']),
  inGrid('left', 'Coluna à esquerda', ['left']),
  inGrid('right', 'Coluna à direita', ['right']),
  inGrid('home', 'Primeira célula da linha', ['home']),
  inGrid('end', 'Última célula da linha', ['end']),
  inGrid('top', 'Primeira linha', ['mod+home', 'g g']),
  inGrid('bottom', 'Última linha', ['mod+end']),
  inGrid('jump-up', 'Borda dos dados acima', ['mod+up']),
  inGrid('jump-down', 'Borda dos dados abaixo', ['mod+down']),
  inGrid('jump-left', 'Borda dos dados à esquerda', ['mod+left'], { where: SHEET }),
  inGrid('jump-right', 'Borda dos dados à direita', ['mod+right'], { where: SHEET }),
  inGrid('page-up', 'Uma tela acima', ['pageup']),
  inGrid('page-down', 'Uma tela abaixo', ['pagedown']),
  inGrid('toggle', 'Marcar linha', ['x'], { short: 'selecionar' }),
  defineCommand({
    id: 'grid.space',
    title: 'Marcar ou decidir a linha',
    takes: 'none',
    keys: ['space'],
    when: { layer: 'grid' },
    // Where rows are decided (the review of an import) space decides; everywhere else it marks.
    run: async ports => {
      if (!ports.ui.do('grid.space')) ports.ui.do('grid.toggle')
    },
  }),
  inGrid('extend-down', 'Estender a marca para baixo', ['shift+down', 'shift+j']),
  inGrid('extend-up', 'Estender a marca para cima', ['shift+up', 'shift+k']),
  inGrid('extend-left', 'Estender o intervalo à esquerda', ['shift+left'], { where: SHEET }),
  inGrid('extend-right', 'Estender o intervalo à direita', ['shift+right'], { short: 'intervalo', where: SHEET }),
  inGrid('extend-home', 'Estender o intervalo à primeira coluna', ['shift+home'], { where: SHEET }),
  inGrid('extend-end', 'Estender o intervalo à última coluna', ['shift+end'], { where: SHEET }),
  inGrid('extend-page-up', 'Estender uma tela acima', ['shift+pageup']),
  inGrid('extend-page-down', 'Estender uma tela abaixo', ['shift+pagedown']),
  inGrid('extend-top', 'Estender até a primeira linha', ['mod+shift+home']),
  inGrid('extend-bottom', 'Estender até a última linha', ['mod+shift+end']),
  inGrid('extend-jump-up', 'Estender até a borda dos dados acima', ['mod+shift+up']),
  inGrid('extend-jump-down', 'Estender até a borda dos dados abaixo', ['mod+shift+down']),
  inGrid('extend-jump-left', 'Estender até a borda dos dados à esquerda', ['mod+shift+left'], { where: SHEET }),
  inGrid('extend-jump-right', 'Estender até a borda dos dados à direita', ['mod+shift+right'], { where: SHEET }),
  inGrid('select-here', 'Marcar até aqui', ['shift+space', 'shift+x']),
  inGrid('select-all', 'Marcar tudo do filtro', ['mod+a'], { words: ['selecionar tudo', 'marcar todas', 'selecionar todas'] }),
  inGrid('invert', 'Inverter a marca', ['shift+i']),
  inGrid('keep-visible', 'Deixar marcadas só as visíveis', [], { short: 'só visíveis' }),
  inGrid('open', 'Abrir', ['enter'], { short: 'abrir' }),
  inGrid('open-tab', 'Abrir em nova aba', ['shift+enter']),
  inGrid('edit', 'Editar célula', ['f2', 'e'], { short: 'editar', where: byCell }),
  inGrid('sheet', 'Alternar modo planilha', ['f8', 'shift+e']),
  inGrid('copy', 'Copiar com títulos', ['y', 'mod+shift+y'], { words: ['copiar para o excel'] }),
  inGrid('fill', 'Repetir o valor nas marcadas', ['mod+d'], { words: ['preencher para baixo'] }),
  inGrid('fill-right', 'Preencher à direita', ['mod+r'], { short: 'preencher à direita', where: SHEET }),
  inGrid('clear', 'Limpar as células', ['delete', 'backspace'], { short: 'limpar', words: ['esvaziar'], where: SHEET }),
  inGrid('sort', 'Ordenar por esta coluna', ['shift+s'], { words: ['ordem'] }),
  inGrid('filter-column', 'Filtrar por esta coluna', ['shift+f']),
  inGrid('group', 'Agrupar por esta coluna', ['shift+g']),
  inGrid('ungroup', 'Desfazer o agrupamento', [], { words: ['desagrupar'] }),
  uiMove('grid.reapply', 'Aplicar filtro e ordem de novo', 'grid.reapply', {
    icon: 'rotate-ccw',
    keys: ['shift+r'],
    when: { layer: 'grid' },
  }),
  inGrid('columns', 'Colunas e visões', ['shift+v'], { words: ['mostrar colunas', 'esconder coluna'] }),
  inGrid('columns-reset', 'Colunas como vieram', []),
  ...views,
]
