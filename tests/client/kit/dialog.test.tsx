// Where the focus is when a dialog opens and closes, key caps, brand and theme.
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { applyBrand, authArt, pageBrand } from '#client/kit/brand.ts'
import { Button } from '#client/kit/button.tsx'
import { ConfirmHost, confirm, dismiss } from '#client/kit/confirm.tsx'
import { Dialog } from '#client/kit/dialog.tsx'
import { Drawer } from '#client/kit/drawer.tsx'
import { ariaChord, chordSteps } from '#client/kit/kbd.tsx'
import { THEME_KEY } from '#client/kit/stored-theme.ts'
import { applyTheme, setTheme } from '#client/kit/theme.ts'
import { BRANDS, brandOf } from '#domain/brands.ts'

afterEach(cleanup)

function Opener() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Dividir</Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Dividir conta">
        <input aria-label="Parte" data-autofocus />
      </Dialog>
    </>
  )
}

test('a dialog takes the focus to what asks for it, and Esc gives it back to the opener', async () => {
  const user = userEvent.setup()
  render(<Opener />)
  await user.click(screen.getByRole('button', { name: 'Dividir' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Parte')))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Dividir' }))
})

test('a question focuses the safe button, so that Enter does no harm', async () => {
  const user = userEvent.setup()
  render(<ConfirmHost />)
  let answer: Promise<boolean> = Promise.resolve(true)
  act(() => {
    answer = confirm({
      title: 'Pagar por Pix?',
      confirmLabel: 'Pagar R$ 1.120,00',
      danger: true,
      facts: [{ label: 'Valor', value: 'R$ 1.120,00' }],
    })
  })
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Voltar'))
  await user.keyboard('{Enter}')
  expect(await answer).toBe(false)
  // Its page was left.
  act(() => {
    answer = confirm({ title: 'Excluir a conta?', confirmLabel: 'Excluir' })
  })
  await screen.findByRole('button', { name: 'Excluir' })
  act(dismiss)
  expect(await answer).toBe(false)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  act(() => {
    answer = confirm({ title: 'Pagar por Pix?', confirmLabel: 'Pagar' })
  })
  await user.click(await screen.findByRole('button', { name: 'Pagar' }))
  expect(await answer).toBe(true)
})

test('a second question answers the first with no', async () => {
  render(<ConfirmHost />)
  let first: Promise<boolean> = Promise.resolve(true)
  act(() => {
    first = confirm({ title: 'Um?', confirmLabel: 'Sim' })
  })
  act(() => void confirm({ title: 'Dois?', confirmLabel: 'Sim' }))
  expect(await first).toBe(false)
  expect(screen.getByRole('dialog', { name: 'Dois?' })).toBeTruthy()
})

test('the drawer is a complementary region that Esc closes, and it traps nothing', async () => {
  const user = userEvent.setup()
  const onClose = vi.fn()
  render(
    <Drawer label="Energia elétrica" where="Conta 3 de 28" onClose={onClose}>
      <button type="button">Dentro</button>
    </Drawer>,
  )
  expect(screen.getByRole('complementary', { name: 'Energia elétrica' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Dentro' }))
  await user.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledTimes(1)
})

test.each([
  ['mod+K', 'other', ['Ctrl K']],
  ['mod+K', 'mac', ['⌘K']],
  ['g p', 'other', ['g', 'p']],
  ['Shift+a', 'other', ['Shift A']],
  ['mod+Enter', 'other', ['Ctrl Enter']],
  ['Alt+ArrowDown', 'mac', ['⌥↓']],
  ['?', 'other', ['?']],
  ['Shift++', 'other', ['Shift +']],
] as const)('the chord %s on %s is written %j', (chord, platform, steps) => {
  expect(chordSteps(chord, platform)).toEqual(steps)
})

test('assistive technology gets the chord in its own spelling, a sequence in none', () => {
  expect(ariaChord('mod+K', 'other')).toBe('Control+K')
  expect(ariaChord('mod+k', 'mac')).toBe('Meta+K')
  expect(ariaChord('g p', 'other')).toBeUndefined()
})

test('a brand is shown by its exact host name only, and changes title and icon', () => {
  expect(brandOf('mare.localhost')).toBe('mare')
  expect(brandOf('MARE.localhost')).toBe('mare')
  expect(brandOf('mare.localhost.evil.example')).toBe('razao')
  expect(brandOf('outro.example')).toBe('razao')
  applyBrand('ipe')
  expect(pageBrand()).toBe('ipe')
  expect(document.documentElement.dataset.brand).toBe('ipe')
  expect(document.title).toBe('Ipê')
  expect(document.querySelector('link[rel="icon"]')?.getAttribute('href')).toBe('/brand/ipe.svg')
  expect(new Set(BRANDS.flatMap(brand => [authArt(brand, false), authArt(brand, true)])).size).toBe(12)
})

test('the theme is kept under its fixed key and painted on the page', () => {
  const stop = applyTheme()
  setTheme('dark')
  expect(localStorage.getItem(THEME_KEY)).toBe('dark')
  expect(document.documentElement.dataset.theme).toBe('dark')
  setTheme('system')
  expect(localStorage.getItem(THEME_KEY)).toBeNull()
  expect(document.documentElement.dataset.theme).toBe('light')
  stop()
})
