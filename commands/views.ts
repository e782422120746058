// The views a person keeps of a list; what they hold, the list on screen knows. They follow the person to any device.
import { preferences } from '#contract/auth.ts'
import type { AnyCommand } from './kit/command.ts'

/** The views a list has from now on, and what is said of it; undefined when there is room for no other. */
export type ChangeViews = (stored: unknown) => { readonly views: readonly object[]; readonly say: string } | undefined

/** Read before they are written: a list that has not come yet, or not at all, must not replace what is stored. */
export const keepingViews = (list: string, change: ChangeViews): AnyCommand => ({
  id: 'view.keep',
  title: 'Guardar visões',
  takes: 'none',
  calls: [preferences.get, preferences.set],
  async run(ports) {
    const { data } = await ports.call(preferences.get)
    const changed = change(data[list])
    if (changed === undefined) return { say: 'Todas as visões estão em uso', detail: 'Remova uma em Colunas e visões.', warns: true }
    await ports.call(preferences.set, { body: { [list]: changed.views } })
    return { say: changed.say }
  },
})
