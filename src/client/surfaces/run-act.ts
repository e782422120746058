// Enter on what a sentence would do: it runs as it was shown. What takes something away asks first, whatever its key would do.
import { ask } from './questions.ts'
import { runCommand } from './runner.ts'
import type { Act } from './sentences.ts'

/** `open` follows what is made to its own place; else the person stays where they are. */
export async function runAct({ command, context, given, ready, sentence, title, target, name }: Act, open: boolean): Promise<void> {
  const makes = sentence.says.makes !== undefined
  if (command.destroys === true && command.confirm === undefined) {
    const sure = await ask({ title: `${title}?`, body: `${name}. Dá para desfazer depois.`, action: command.title, danger: true })
    if (!sure) return
  }
  const newTab = open && !makes
  await runCommand(command, {
    source: ready || Object.keys(given).length > 0 ? 'line' : 'palette',
    answers: given,
    context: { ...context, target },
    newTab,
    ...(makes && ready && !open ? { stay: true } : {}),
  })
}
