// Help where a person is: the manual's page of this screen, then the sheet of keys, made from the registry, the present screen first.
import { lazy, Suspense, useEffect, useState } from 'react'
import { Button } from '#client/kit/button.tsx'
import { classNames } from '#client/kit/class-names.ts'
import dialog from '#client/kit/dialog.module.css'
import { Dialog } from '#client/kit/dialog.tsx'
import text from '#client/kit/look/text.module.css'
import { useWhereabouts } from './context.ts'
import { changePreferences, useHouse } from './house.ts'
import { onIntent } from './intents.ts'
import keymap from './keymap.module.css'
import { KeymapTable } from './keymap-table.tsx'

/** The texts of the manual come with the first question for them. */
const ManualHere = lazy(() => import('./manual-here.tsx').then(module => ({ default: module.ManualHere })))

/** Mounted once by the shell; 'help.open' opens it ({query} to start from), a second one closes it. */
export function CheatSheet() {
  const [open, setOpen] = useState(false)
  const [query, setQuery] = useState('')
  const preferences = useHouse(state => state.preferences)
  const screen = useWhereabouts(now => now.screen)
  useEffect(
    () =>
      onIntent('help.open', detail => {
        const from = detail?.query ?? ''
        setQuery(from)
        setOpen(was => from !== '' || !was)
      }),
    [],
  )
  const off = preferences.singleKeys === 'off'
  return (
    <Dialog
      open={open}
      onClose={() => setOpen(false)}
      title="Ajuda e atalhos de teclado"
      width="wide"
      footer={
        <>
          <Button variant="ghost" onClick={() => changePreferences({ ...preferences, singleKeys: off ? 'on' : 'off' })}>
            {off ? 'Ligar atalhos de uma tecla' : 'Desligar atalhos de uma tecla'}
          </Button>
          <span className={text.grow} />
          <Button icon="printer" onClick={() => window.print()}>
            Imprimir
          </Button>
        </>
      }
    >
      <div className={classNames(keymap.sheetOfKeys, dialog.body)}>
        <input
          type="search"
          className={keymap.keymapSearch}
          data-autofocus
          aria-label="Buscar atalho"
          placeholder="Buscar atalho"
          value={query}
          onChange={event => setQuery(event.target.value)}
        />
        {query === '' ? (
          <Suspense>
            <ManualHere screen={screen} />
          </Suspense>
        ) : null}
        <KeymapTable query={query} />
      </div>
    </Dialog>
  )
}
