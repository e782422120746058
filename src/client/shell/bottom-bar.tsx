// The bar of a phone: the same five places on every screen, what can be created in the middle, every area behind the last.
import { type ReactNode, useState } from 'react'
import { classNames } from '#client/kit/class-names.ts'
import { Dialog } from '#client/kit/dialog.tsx'
import { Icon } from '#client/kit/icon.tsx'
import { useContextNow } from '#client/surfaces/context.ts'
import { useHouse } from '#client/surfaces/house.ts'
import { runCommand } from '#client/surfaces/runner.ts'
import { available } from '#commands/kit/gate.ts'
import { PHONE_CREATES } from '#commands/rails.ts'
import type { ScreenId } from '#commands/screens.ts'
import styles from './rail.module.css'
import { AreaLink, currentOf, type Entry, everything, type Group, GroupedLinks } from './rail-links.tsx'

interface BottomBarProps {
  bar: readonly Entry[]
  groups: readonly Group[]
  screen: ScreenId | undefined
  companyId?: string | undefined
  /** Has "+" in the middle. */
  creates?: boolean
  /** Changes between the short menu and the whole one; the areas stay open. */
  toggle?: ReactNode
}

export function BottomBar({ bar, groups, screen, companyId, creates = false, toggle }: BottomBarProps) {
  const [open, setOpen] = useState<'create' | 'more'>()
  const close = () => setOpen(undefined)
  const current = currentOf(bar, screen)
  const link = (entry: Entry) => <AreaLink key={entry.id} entry={entry} isOn={entry === current} companyId={companyId} />
  return (
    <nav className={styles.bottom} aria-label="Áreas">
      <ul>
        {bar.slice(0, 2).map(link)}
        {creates ? (
          <li>
            <button
              type="button"
              className={styles.create}
              aria-label="Criar"
              aria-haspopup="dialog"
              aria-expanded={open === 'create'}
              onClick={() => setOpen('create')}
            >
              <Icon name="plus" />
            </button>
          </li>
        ) : null}
        {bar.slice(2).map(link)}
        <li className={classNames(current === undefined && screen !== undefined && styles.on)}>
          <button
            type="button"
            className={styles.all}
            aria-haspopup="dialog"
            aria-expanded={open === 'more'}
            onClick={() => setOpen('more')}
          >
            <Icon name="menu" />
            <span className={styles.label}>Mais</span>
          </button>
        </li>
      </ul>
      <Dialog open={open === 'more'} onClose={close} title="Áreas">
        <div className={styles.allAreas}>
          <GroupedLinks groups={groups} current={currentOf(everything(groups), screen)} companyId={companyId} onGo={close} />
          {toggle}
        </div>
      </Dialog>
      <Dialog open={open === 'create'} onClose={close} title="Criar">
        <Creates onGo={close} />
      </Dialog>
    </nav>
  )
}

/** What may be created here, by the commands' own names; what the person may not is not shown. */
function Creates({ onGo }: { onGo(): void }) {
  const context = useContextNow()
  const registry = useHouse(state => state.registry)
  return (
    <ul className={styles.creates}>
      {PHONE_CREATES.flatMap(id => {
        const command = registry.get(id)
        if (!command || available(command, context).state !== 'ready') return []
        const run = () => {
          onGo()
          void runCommand(command, { source: 'button' })
        }
        return (
          <li key={id}>
            <button type="button" onClick={run}>
              {command.icon ? <Icon name={command.icon} /> : null}
              {command.title}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
