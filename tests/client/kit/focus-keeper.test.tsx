// What takes a free focus, and what waits for it.
import { act, cleanup, render, screen } from '@testing-library/react'
import { useRef, useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { Dialog } from '#client/kit/dialog.tsx'
import { giveFocus, useFocusHome } from '#client/kit/focus-keeper.ts'

afterEach(cleanup)

function Home({ name, ready = true, children }: { name: string; ready?: boolean; children?: React.ReactNode }) {
  const button = useRef<HTMLButtonElement>(null)
  useFocusHome(() => button.current?.focus(), { ready })
  return (
    <>
      <button type="button" ref={button}>
        {name}
      </button>
      {children}
    </>
  )
}
const held = () => document.activeElement?.textContent
const settled = () => act(() => new Promise<void>(resolve => setTimeout(resolve, 5)))

it('the innermost surface takes a focus that nobody holds', () => {
  render(
    <Home name="moldura">
      <Home name="lista" />
    </Home>,
  )
  expect(held()).toBe('lista')
})

it('a focus that somebody holds stays where it is', () => {
  render(
    <>
      {/* biome-ignore lint/a11y/noAutofocus: somebody is typing as the surface appears */}
      <button type="button" autoFocus>
        campo
      </button>
      <Home name="lista" />
    </>,
  )
  expect(held()).toBe('campo')
})

it('a surface takes it once it is ready', () => {
  const { rerender } = render(<Home name="lista" ready={false} />)
  expect(document.activeElement).toBe(document.body)
  rerender(<Home name="lista" />)
  expect(held()).toBe('lista')
})

it('what is left takes it when the surface over it goes', async () => {
  const { rerender } = render(
    <Home name="lista">
      <Home name="gaveta" />
    </Home>,
  )
  expect(held()).toBe('gaveta')
  rerender(<Home name="lista" />)
  await settled()
  expect(held()).toBe('lista')
})

function Asked({ late }: { late: boolean }) {
  const [open, setOpen] = useState(true)
  return (
    <>
      {late ? <Home name="lista" /> : null}
      <Dialog open={open} onClose={() => setOpen(false)} title="Pergunta">
        <button type="button" data-autofocus onClick={() => setOpen(false)}>
          campo
        </button>
      </Dialog>
    </>
  )
}

it('nothing under a dialog takes it from the dialog; when it closes, the surface has it', async () => {
  const { rerender } = render(<Asked late={false} />)
  expect(held()).toBe('campo')
  act(() => (document.activeElement as HTMLElement).blur())
  rerender(<Asked late />)
  expect(held()).not.toBe('lista')
  act(() => screen.getByText('campo').click())
  await settled()
  expect(held()).toBe('lista')
})

it('a record named while a dialog stands has the focus when the dialog is gone, before the one who opened it', async () => {
  const opener = Object.assign(document.body.appendChild(document.createElement('button')), { textContent: 'antes' })
  const record = Object.assign(document.body.appendChild(document.createElement('button')), { textContent: 'novo' })
  opener.focus()
  render(<Asked late={false} />)
  giveFocus(record, () => record.focus())
  expect(held()).toBe('campo')
  act(() => screen.getByText('campo').click())
  await settled()
  expect(held()).toBe('novo')
  opener.remove()
  record.remove()
})
