// The application's listener for keys, mounted by itself.
import { render } from '@testing-library/react'
import { KeyListener } from '#client/surfaces/key-listener.tsx'
import { KeyScopes } from '#client/surfaces/key-scopes.tsx'

export interface Listening {
  stop(): void
}

export function listenToKeys(): Listening {
  const { unmount } = render(
    <KeyScopes>
      <KeyListener />
    </KeyScopes>,
  )
  return { stop: unmount }
}
