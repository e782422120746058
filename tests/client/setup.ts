// What every test of the client has: patience for a busy machine, and a tab that nobody used before.
import { cleanup, configure, render } from '@testing-library/react'
import { createElement } from 'react'
import { afterAll, vi } from 'vitest'
import { ConfirmHost } from '#client/kit/confirm.tsx'
import { plainComputedStyles } from './computed-style.ts'

configure({ asyncUtilTimeout: 15_000 })
plainComputedStyles()

// The next file of this worker finds the same modules and the same window.
afterAll(() => {
  // A question nobody answered is let go by a host that goes; else the next file's host would ask it.
  render(createElement(ConfirmHost))
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
  document.body.replaceChildren()
})
