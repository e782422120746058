// What keys do at the home: the day its chart points at, walked and opened.
import type { HomeMove } from './intents.ts'
import type { Chord } from './kit/keys.ts'
import { uiMove } from './kit/ui-move.ts'

const move = <const Id extends HomeMove>(id: Id, title: string, keys: readonly Chord[], words: readonly string[]) =>
  uiMove(`home.${id}`, title, `home.${id}`, { keys, words, when: { screen: 'dashboard', layer: 'page', company: true } })

export const homeCommands = [
  move('day-next', 'Avançar um dia no saldo', ['right'], ['previsão', 'gráfico']),
  move('day-previous', 'Voltar um dia no saldo', ['left'], ['gráfico']),
  move('day-open', 'Abrir os lançamentos do dia', ['enter'], ['gráfico', 'dia']),
]
