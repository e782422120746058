// Going to a page of the manual: one command for each screen that the rail lists, found by the screen's name.
import { defineCommand } from './kit/command.ts'
import { WITH_FORMS } from './kit/when.ts'
import type { ScreenRecord } from './screen-record.ts'
import { pathTo, type ScreenId, screens } from './screens.ts'

const listed = (Object.entries(screens) as [ScreenId, ScreenRecord][]).filter(([, { rail }]) => rail !== undefined)

export const manualCommands = listed.map(([id, { title, rail }]) =>
  defineCommand({
    id: `manual.${id}`,
    title: `Manual: ${title}`,
    icon: 'circle-help',
    takes: 'none',
    goes: true,
    tells: true,
    words: ['ajuda', 'como usar'],
    when: { layer: WITH_FORMS, ...(rail === 'Escritório' ? { office: true } : {}) },
    run: async () => ({ go: pathTo('manual.topic', { page: id }) }),
  }),
)
