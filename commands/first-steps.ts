// What a person can do with the guide of the first days besides its steps, which are commands of their own: go on, put one off, put it away.
import { tutorials } from '#contract/registry.ts'
import { FIRST_STEPS, type FirstStep, guideTutorial } from '#domain/first-steps.ts'
import { companyIn, defineCommand, type Inverse, type Outcome } from './kit/command.ts'
import type { Ports } from './kit/ports.ts'
import { pathTo } from './screens.ts'

/** The guide as it stands on screen. */
export interface GuideOnScreen {
  /** The step that is open. */
  readonly step: FirstStep
  /** What the button of an open step says. */
  readonly title: string
}

const here = { area: 'dashboard', company: true } as const
const calls = [tutorials.create, tutorials.update]

const guideOf = (companyId: string): string => pathTo('dashboard.first-steps', { companyId })

async function end(ports: Ports, types: readonly string[], completed: boolean): Promise<void> {
  const endOne = async (type: string) => {
    const { data } = await ports.call(tutorials.create, { body: { type } })
    await ports.call(tutorials.update, { params: { id: data.id }, body: { completed } })
  }
  await Promise.all(types.map(endOne))
}

/** Says of these tutorials that they are over, or not; taken back, it says the opposite. */
async function told(ports: Ports, types: readonly string[], completed: boolean, outcome: Outcome): Promise<Outcome> {
  const turn = (to: boolean) => async () => {
    await end(ports, types, to)
    return true
  }
  await end(ports, types, completed)
  const inverse: Inverse = { undo: turn(!completed), redo: turn(completed) }
  return { ...outcome, inverse }
}

export const firstStepsCommands = [
  defineCommand({
    id: 'first-steps.continue',
    title: 'Continuar os primeiros passos',
    short: 'continuar',
    icon: 'list-checks',
    takes: 'none',
    keys: ['c'],
    words: ['próximo passo', 'começar'],
    when: here,
    // The step's own command asks for the rights it needs.
    run: async (ports, target) => {
      if (ports.ui.read('first-steps.current') === undefined) return { go: guideOf(companyIn(target).id) }
      ports.ui.do('first-steps.continue')
      return
    },
  }),
  defineCommand({
    id: 'first-steps.skip',
    title: 'Pular por enquanto',
    short: 'pular',
    takes: 'none',
    keys: ['p'],
    words: ['primeiros passos', 'adiar passo'],
    when: here,
    calls,
    async run(ports, target) {
      const { id } = companyIn(target)
      const current = ports.ui.read('first-steps.current')
      if (current === undefined) return { go: guideOf(id) }
      return told(ports, [guideTutorial(id, current.step)], true, { say: `${current.title}: fica para depois` })
    },
  }),
  defineCommand({
    id: 'first-steps.hide',
    title: 'Esconder os primeiros passos',
    short: 'esconder',
    icon: 'x',
    takes: 'none',
    words: ['dispensar'],
    when: here,
    calls,
    run: (ports, target) => {
      const { id } = companyIn(target)
      const outcome: Outcome = {
        say: 'Primeiros passos escondidos',
        detail: 'Voltam por Mais, em Primeiros passos.',
        go: pathTo('dashboard', { companyId: id }),
      }
      return told(ports, [guideTutorial(id)], true, outcome)
    },
  }),
  defineCommand({
    id: 'first-steps.show',
    title: 'Mostrar os primeiros passos no início',
    short: 'mostrar no início',
    icon: 'list-checks',
    takes: 'none',
    words: ['tutorial', 'recomeçar'],
    when: here,
    calls,
    run: (ports, target) => {
      const { id } = companyIn(target)
      const all = [guideTutorial(id), ...FIRST_STEPS.map(step => guideTutorial(id, step))]
      return told(ports, all, false, { say: 'Primeiros passos de volta ao início' })
    },
  }),
]
