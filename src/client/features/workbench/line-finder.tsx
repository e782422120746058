// What stands above the lines: their search, and the menu of their order and groups.
import { Button, IconButton } from '#client/kit/button.tsx'
import text from '#client/kit/look/text.module.css'
import { Menu, type MenuEntry } from '#client/kit/menu.tsx'
import { useToday } from '#client/kit/today.tsx'
import { currentContext } from '#client/surfaces/context.ts'
import { useHouse } from '#client/surfaces/house.ts'
import { runCommand } from '#client/surfaces/runner.ts'
import type { CommandId } from '#commands/index.ts'
import { LINE_GROUPINGS, LINE_SORTS, type LineGrouping, type LineSort } from '#commands/reconcile.ts'
import { counted } from '#domain/text.ts'
import { BenchSearch } from './bench-search.tsx'
import type { Desk } from './desk.ts'
import styles from './workbench.module.css'

const SORTS: Readonly<Record<LineSort, string>> = { date: 'Data', amount: 'Valor', confidence: 'Confiança' }
const GROUPINGS: Readonly<Record<LineGrouping, string>> = { none: 'Sem grupos', payer: 'Pagador', suggestion: 'O que é sugerido' }

function useRun(): (id: CommandId) => void {
  const registry = useHouse(state => state.registry)
  return id => {
    const command = registry.get(id)
    if (command) void runCommand(command, { source: 'button', context: currentContext('workbench') })
  }
}

export function ArrangeMenu({ desk }: { desk: Desk }) {
  const run = useRun()
  const { sort, grouping } = desk.arrangement
  const entries: MenuEntry[] = [
    { caption: 'Ordenar por' },
    ...LINE_SORTS.map(one => ({ id: `sort-${one}`, label: SORTS[one], checked: one === sort, run: () => run(`reconcile.sort-${one}`) })),
    'separator',
    { caption: 'Agrupar por' },
    ...LINE_GROUPINGS.map(one => ({
      id: `group-${one}`,
      label: GROUPINGS[one],
      checked: one === grouping,
      run: () => run(`reconcile.group-${one}`),
    })),
  ]
  return (
    <Menu
      label="Ordem e grupos das linhas"
      align="end"
      trigger={<IconButton icon="arrow-down-up" label="Ordem e grupos das linhas" keys="Shift+S" />}
      entries={entries}
    />
  )
}

/** Opens the search, or closes it where it is open: for the mouse and the finger. */
export function FindButton({ desk }: { desk: Desk }) {
  const run = useRun()
  const today = useToday()
  const open = desk.lineSearch !== undefined
  return (
    <IconButton
      icon="search"
      label="Buscar nas linhas"
      keys="/"
      aria-expanded={open}
      onClick={() => (open ? desk.findLines(undefined, today) : run('reconcile.find'))}
    />
  )
}

/** The field: as one types the lines narrow; Enter and the arrow lead into what was found. */
export function LineFinder({ desk }: { desk: Desk }) {
  const today = useToday()
  if (desk.lineSearch === undefined) return null
  return (
    <BenchSearch
      part="line-search"
      label="Buscar nas linhas"
      placeholder="Nome, valor, dia ou 100..200"
      value={desk.lineSearch}
      onChange={text => desk.findLines(text, today)}
      onEnter={() => desk.endFinding()}
      onBlur={() => desk.endFinding()}
    >
      <span className={text.m} role="status">
        {counted(desk.ids.length, ['linha', 'linhas'])}
      </span>
    </BenchSearch>
  )
}

/** In the place of the lines where none of them has what was typed. */
export function NothingFound({ desk }: { desk: Desk }) {
  const today = useToday()
  return (
    <div className={styles.wbNone}>
      <p className={text.m}>Nenhuma linha com “{desk.lineSearch}”.</p>
      <Button onClick={() => desk.findLines(undefined, today)}>Mostrar todas</Button>
    </div>
  )
}
