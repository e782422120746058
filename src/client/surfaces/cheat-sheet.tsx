// The sheet of keys: made from the registry, searchable, the present screen first, printable, every row can be changed.
import { useEffect, useState } from 'react'
import { Button } from '#client/kit/button.tsx'
import { Dialog } from '#client/kit/dialog.tsx'
import { changePreferences, useHouse } from './house.ts'
import { onIntent } from './intents.ts'
import { KeymapTable } from './keymap-table.tsx'

/** Mounted once by the shell; 'help.open' opens it ({query} to start from), a second one closes it. */
export function CheatSheet() {
  const [open, setOpen] = useState(false)
  const [query, setQuery] = useState('')
  const preferences = useHouse(state => state.preferences)
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
      title="Atalhos de teclado"
      width="wide"
      footer={
        <>
          <Button variant="ghost" onClick={() => changePreferences({ ...preferences, singleKeys: off ? 'on' : 'off' })}>
            {off ? 'Ligar atalhos de uma tecla' : 'Desligar atalhos de uma tecla'}
          </Button>
          <span className="grow" />
          <Button icon="printer" onClick={() => window.print()}>
            Imprimir
          </Button>
        </>
      }
    >
      <div className="sheet-of-keys body">
        <input
          type="search"
          className="keymap-search"
          data-autofocus
          aria-label="Buscar atalho"
          placeholder="Buscar atalho"
          value={query}
          onChange={event => setQuery(event.target.value)}
        />
        <KeymapTable query={query} />
      </div>
    </Dialog>
  )
}
