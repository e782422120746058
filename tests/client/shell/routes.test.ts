// The route tree and the screen records say the same, both ways.
import { describe, expect, it } from 'vitest'
import { router } from '#client/router.tsx'
import { screens } from '#commands/screens.ts'

const plain = (path: string) => (path === '/' ? path : path.replace(/\/$/, ''))

describe('routes and screens', () => {
  const routes = Object.values(router.routesById) as { fullPath: string; options: { staticData?: { screen: string | null } } }[]
  const shown = routes.filter(route => route.options.staticData?.screen)

  it('every screen has its route at its own address', () => {
    const byScreen = new Map(shown.map(route => [route.options.staticData?.screen, plain(route.fullPath)]))
    const missing = Object.entries(screens).filter(([id, screen]) => byScreen.get(id) !== screen.path)
    expect(missing.map(([id, screen]) => `${id} ${screen.path} ≠ ${byScreen.get(id)}`)).toEqual([])
  })

  it('every route that shows something is a screen', () => {
    expect(shown.map(route => route.options.staticData?.screen).filter(id => !((id as string) in screens))).toEqual([])
  })
})
