// What a person can do anywhere: palette, help, undo, companies, theme, session.
import { auth } from '#contract/auth.ts'
import { filterOfWords } from '#domain/filter-words.ts'
import { defineCommand } from './kit/command.ts'
import { uiMove } from './kit/ui-move.ts'
import { ANY_LAYER, IN_COMPANY, WITH_FORMS } from './kit/when.ts'
import { FILTER_PART } from './navigation.ts'
import { datedScreens } from './screens.ts'

/** Below the screens, which are gone to far more. */
export const pinnedCommands = ([1, 2, 3, 4, 5, 6, 7, 8, 9] as const).map(digit =>
  defineCommand({
    id: `company.pinned-${digit}`,
    title: `Ir para a empresa fixada ${digit}`,
    icon: 'building-2',
    takes: 'none',
    goes: true,
    keys: [`g ${digit}`],
    when: { layer: WITH_FORMS },
    run: async ports => {
      ports.ui.do('company.pinned', digit)
    },
  }),
)

export const globalCommands = [
  uiMove('palette.toggle', 'Buscar ou executar', 'palette.toggle', { icon: 'search', keys: ['mod+k'], when: { layer: ANY_LAYER } }),
  uiMove('palette.actions', 'Todas as ações da seleção', 'palette.actions', {
    icon: 'ellipsis',
    keys: ['.', 'shift+f10', 'menu'],
    when: { layer: ['grid', 'workbench'] },
  }),
  uiMove('help.open', 'Atalhos do teclado', 'help.open', {
    icon: 'circle-help',
    short: 'atalhos',
    keys: ['?', 'f1'],
    words: ['ajuda', 'teclas'],
    when: { layer: ANY_LAYER },
  }),
  uiMove('filter.focus', 'Filtrar a lista', 'filter.focus', { icon: 'funnel', keys: ['/', 'mod+f'], words: ['filtro'] }),
  defineCommand({
    id: 'filter.set',
    title: 'Filtrar por palavras',
    icon: 'funnel',
    takes: 'none',
    words: ['filtro', 'procurar na lista'],
    when: { layer: 'grid' },
    says: { verbs: ['filtrar', 'filtrar por', 'mostrar só'], parts: [FILTER_PART] },
    asks: [{ name: 'filter', kind: 'text', title: 'Filtro', placeholder: 'maior que 5000, vencidas, sem categoria' }],
    run: async (ports, _, { filter }) => {
      ports.filter.set(filterOfWords(filter, ports.today()))
    },
  }),
  defineCommand({
    id: 'view.save',
    title: 'Salvar visão atual',
    icon: 'save',
    takes: 'none',
    keys: ['mod+s'],
    words: ['guardar filtro', 'salvar filtro'],
    when: { layer: 'grid' },
    asks: [{ name: 'title', kind: 'text', title: 'Nome da visão', placeholder: 'Fornecedores do mês' }],
    run: async (ports, _, { title }) => {
      ports.ui.do('view.save', title)
    },
  }),
  defineCommand({
    id: 'global.undo',
    title: 'Desfazer',
    short: 'desfazer',
    icon: 'undo',
    words: ['voltar atrás', 'reverter'],
    takes: 'none',
    keys: ['z', 'mod+z'],
    when: [{ company: true }, { area: 'organization' }],
    run: async ports => {
      await ports.undo()
    },
  }),
  defineCommand({
    id: 'global.redo',
    title: 'Refazer',
    icon: 'redo',
    takes: 'none',
    keys: ['mod+shift+z', 'mod+y'],
    when: [{ company: true }, { area: 'organization' }],
    run: async ports => {
      await ports.redo()
    },
  }),
  uiMove('company.switch', 'Trocar de empresa', 'company.switch', {
    icon: 'building-2',
    keys: ['g e'],
    goes: true,
    words: ['empresas', 'cliente', 'outra empresa', 'ir para outra empresa'],
    when: { layer: WITH_FORMS },
  }),
  uiMove('company.pin', 'Fixar ou soltar esta empresa', 'company.pin', { icon: 'star', words: ['fixar empresa'], when: IN_COMPANY }),
  uiMove('period.previous', 'Período anterior', 'period.previous', {
    icon: 'chevron-left',
    keys: ['<'],
    words: ['mês anterior', 'mês passado'],
    when: { company: true, screen: datedScreens },
  }),
  uiMove('period.next', 'Próximo período', 'period.next', {
    icon: 'chevron-right',
    keys: ['>'],
    words: ['próximo mês', 'mês seguinte', 'mês que vem'],
    when: { company: true, screen: datedScreens },
  }),
  uiMove('period.all', 'Ver todo o período', 'period.all', {
    icon: 'calendar-range',
    words: ['tudo'],
    when: { company: true, screen: datedScreens },
  }),
  defineCommand({
    id: 'period.choose',
    title: 'Escolher período',
    icon: 'calendar-range',
    takes: 'none',
    when: { company: true, screen: datedScreens },
    words: ['mês', 'trimestre', 'ano', 'mudar o mês', 'escolher mês'],
    asks: [{ name: 'period', kind: 'period', title: 'Período', placeholder: 'nov, mês-1, trim, 01/10..15/11' }],
    run: async (ports, _, { period }) => {
      ports.ui.do('period.set', period)
    },
  }),
  uiMove('theme.toggle', 'Alternar tema claro e escuro', 'theme.toggle', { icon: 'moon', words: ['modo escuro', 'modo noturno', 'dark'] }),
  uiMove('rail.toggle', 'Menu curto ou completo', 'rail.toggle', {
    icon: 'menu',
    words: ['menu completo', 'barra lateral', 'todas as áreas', 'ver o menu completo'],
    when: IN_COMPANY,
  }),
  uiMove('density.toggle', 'Mudar a densidade da lista', 'density.toggle', {
    icon: 'sliders',
    keys: ['shift+d'],
    words: ['compacta', 'confortável', 'linhas mais apertadas'],
    when: { layer: 'grid' },
  }),
  defineCommand({
    id: 'session.sign-out',
    title: 'Sair',
    icon: 'log-out',
    takes: 'none',
    words: ['encerrar sessão', 'logout', 'deslogar'],
    calls: [auth.signOut],
    run: async ports => {
      await ports.call(auth.signOut)
      ports.ui.do('session.ended')
    },
  }),
]
