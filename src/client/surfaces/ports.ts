// The ports of a run: the outside world the app handed in, and what the surfaces add to it.
import type { AnyCommand } from '#commands/kit/command.ts'
import type { AskPort, BulkPort, Ports } from '#commands/kit/ports.ts'
import { BulkRun } from './bulk.ts'
import { currentTarget } from './context.ts'
import { nearest } from './focus-stack.ts'
import { houseOptions } from './house.ts'
import { intend, readScreen } from './intents.ts'
import { ask } from './questions.ts'
import { askSteps } from './steps.ts'
import { takeBack } from './take-back.ts'

const askPort: AskPort = {
  confirm: ask,
  async step(step) {
    const single: AnyCommand = { id: step.name, title: step.title, takes: 'none', asks: [step as never], run: async () => undefined }
    return (await askSteps(single, currentTarget(), 'button'))?.[step.name]
  },
  files: ({ accept, multiple = false }) =>
    new Promise(resolve => {
      const input = document.createElement('input')
      input.type = 'file'
      input.accept = accept.join(',')
      input.multiple = multiple
      input.hidden = true
      const answer = (files: readonly File[]) => {
        input.remove()
        resolve(files)
      }
      input.addEventListener('change', () => answer([...(input.files ?? [])]))
      input.addEventListener('cancel', () => answer([]))
      // Outside the page nothing holds it: the browser may collect it while the chooser is open, and its answer with it.
      document.body.append(input)
      input.click()
    }),
}

const nothing = () => {}
/**
 * The ports as the surfaces complete them: questions, selection, filter, progress, named moves and undo are theirs. `batches` receives the
 * journal's batch of each write as it is answered, so that a run that fails half way loses none.
 */
export function makePorts(batches: string[] = [], bulk: BulkPort = new BulkRun()): Ports {
  const { ports } = houseOptions()
  const selection = nearest('selection')
  return {
    ...ports,
    async call(row, ...input) {
      const reply = await ports.call(row, ...input)
      if (reply.batch_id !== undefined) batches.push(reply.batch_id)
      return reply
    },
    ask: askPort,
    selection: { set: nothing, selectAll: nothing, invert: nothing, clear: nothing, ...selection, target: currentTarget },
    filter: nearest('filter') ?? { text: () => '', set: nothing, focus: nothing },
    bulk,
    ui: { do: intend, read: readScreen },
    undo: () => takeBack('undo'),
    redo: () => takeBack('redo'),
  }
}
