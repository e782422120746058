// The route tree and the screen records say the same, both ways.
import { describe, expect, it } from 'vitest'
import { router } from '#client/router.tsx'
import { inCashFlow, type ScreenId, screens } from '#commands/screens.ts'

const plain = (path: string) => (path === '/' ? path : path.replace(/\/$/, ''))

describe('routes and screens', () => {
  const routes = Object.values(router.routesById) as {
    fullPath: string
    options: { staticData?: { screen: string | null; over?: string } }
  }[]
  const shown = routes.filter(route => route.options.staticData?.screen && route.options.staticData.over === undefined)
  const overs = routes.filter(route => route.options.staticData?.over !== undefined)

  it('every screen has its route at its own address', () => {
    const byScreen = new Map(shown.map(route => [route.options.staticData?.screen, plain(route.fullPath)]))
    const missing = Object.entries(screens).filter(([id, screen]) => byScreen.get(id) !== screen.path)
    expect(missing.map(([id, screen]) => `${id} ${screen.path} ≠ ${byScreen.get(id)}`)).toEqual([])
  })

  it('a screen over the list of another area has the address that leads there from its own', () => {
    const own = (screen: string) => inCashFlow(screens[screen as ScreenId].path)
    expect(overs.length).toBeGreaterThan(15)
    expect(overs.map(route => plain(route.fullPath))).toEqual(overs.map(route => own(route.options.staticData?.screen ?? '')))
  })

  it('every route that shows something is a screen', () => {
    expect(shown.map(route => route.options.staticData?.screen).filter(id => !((id as string) in screens))).toEqual([])
  })
})
