// The frame of the office: the same bar and rail, over many companies and inside none.
import { Link, Outlet } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'
import { useServerPreferences } from '#client/features/settings/use-server-preferences.ts'
import { setPageTitle } from '#client/kit/brand.ts'
import { Empty, Skeleton } from '#client/kit/states.tsx'
import { setWhereabouts } from '#client/surfaces/context.ts'
import { useLayer } from '#client/surfaces/focus-stack.ts'
import { useOffice } from '#client/surfaces/office.ts'
import { screens } from '#commands/screens.ts'
import { Frame, useFocusKept, useScreen } from './frame.tsx'
import { OfficeRail } from './rail.tsx'
import { NOT_FOUND_TITLE, NotFound } from './route-states.tsx'
import { TopBar } from './top-bar.tsx'
import { useRealtime } from './use-realtime.ts'

/** The rights of a company's calls are asked of a company: none is open. */
const nothing = () => false

export function OfficeFrame() {
  useServerPreferences()
  const screen = useScreen('organization')
  const title = screen ? screens[screen].title : NOT_FOUND_TITLE
  const { isOffice, known, mayOffice } = useOffice()
  const manages = mayOffice('users', 'c')
  useLayer('page')
  useLayoutEffect(() => {
    setWhereabouts(
      { area: screen ? screens[screen].area : 'global', screen: screen ?? 'global', can: nothing, office: isOffice, manages },
      Date.now(),
    )
    setPageTitle(title)
  }, [screen, title, isOffice, manages])
  useRealtime()
  useFocusKept()
  return (
    <Frame top={<TopBar title={title} />} rail={<OfficeRail screen={screen} closed={known && !isOffice} />} busy={!known}>
      {!known ? <Skeleton /> : !isOffice ? <NotOfOffice /> : screen ? <Outlet /> : <NotFound />}
    </Frame>
  )
}

function NotOfOffice() {
  return (
    <Empty
      icon="lock"
      title="Só para quem é de um escritório"
      text="Aqui o contador vê todas as suas empresas. Abra a sua empresa pelo nome, no alto da página."
      actions={<Link to="/">Ir para o início</Link>}
    />
  )
}
