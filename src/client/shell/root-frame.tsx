// What stands over every screen and knows its address, once the house is here.
import { Outlet } from '@tanstack/react-router'
import { useHouseCode } from './fetch-house.ts'

export function RootFrame() {
  const house = useHouseCode()
  return (
    <>
      <Outlet />
      {house ? <house.OverScreens /> : null}
    </>
  )
}
