// What every test of the client has: patience for a busy machine, and a tab that nobody used before.
import { cleanup, configure } from '@testing-library/react'
import { afterAll, vi } from 'vitest'

configure({ asyncUtilTimeout: 15_000 })

// The next file of this worker finds the same modules and the same window.
afterAll(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
  document.body.replaceChildren()
})
