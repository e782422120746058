// The rules of toasts (src/SPEC.md, Toasts), with the test's own clock.
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Announcer } from '#client/kit/announcer.tsx'
import { clearToasts, dismissToast, showToast, TOAST_REMOVAL_MS } from '#client/kit/toast.ts'
import { Toaster } from '#client/kit/toaster.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  render(
    <>
      <Announcer />
      <Toaster />
    </>,
  )
})

afterEach(() => {
  act(clearToasts)
  cleanup()
  vi.useRealTimers()
})

const shown = () => screen.queryAllByRole('listitem', { hidden: true })
const show = (content: Parameters<typeof showToast>[0]) => act(() => showToast(content))
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms))

test('a newer toast takes the place of the present one at once', () => {
  show({ title: 'Primeiro' })
  show({ title: 'Segundo' })
  expect(shown()).toHaveLength(1)
  expect(shown()[0]?.textContent).toContain('Segundo')
})

test('no line end divides an amount', () => {
  show({ title: 'Conta de R$ 1.120,00 paga', description: 'Sobram R$ 80,00' })
  expect(shown()[0]?.textContent).toContain('Conta de R$\u00a01.120,00 pagaSobram R$\u00a080,00')
})

test('a dismissed toast is removed 3000 ms later, not before', () => {
  show({ title: 'Salvo', variant: 'success' })
  fireEvent.click(screen.getByRole('button', { name: 'Fechar aviso' }))
  expect(shown()[0]?.dataset.state).toBe('closed')
  wait(TOAST_REMOVAL_MS - 1)
  expect(shown()).toHaveLength(1)
  wait(1)
  expect(shown()).toHaveLength(0)
})

test('a plain toast dismisses itself, and stays while the pointer is on it', () => {
  show({ title: 'Salvo' })
  const toast = shown()[0]
  if (!toast) throw new Error('no toast')
  fireEvent.pointerEnter(toast)
  wait(60_000)
  expect(toast.dataset.state).toBe('open')
  fireEvent.pointerLeave(toast)
  wait(5000)
  expect(shown()[0]?.dataset.state).toBe('closed')
})

test('a persistent toast stays, gives way to a newer one, and returns when that is gone', () => {
  show({ id: 'import', title: 'Estamos trazendo seus dados', persistent: true })
  wait(600_000)
  show({ title: 'Salvo' })
  expect(shown()).toHaveLength(1)
  expect(shown()[0]?.textContent).toContain('Salvo')
  wait(5000 + TOAST_REMOVAL_MS)
  expect(shown()).toHaveLength(1)
  expect(shown()[0]?.textContent).toContain('Estamos trazendo seus dados')
})

test('a persistent toast dismissed while it waits does not return', () => {
  show({ id: 'import', title: 'Estamos trazendo seus dados', persistent: true })
  show({ title: 'Salvo' })
  act(() => dismissToast('import'))
  wait(5000 + TOAST_REMOVAL_MS)
  expect(shown()).toHaveLength(0)
})

test('the same id replaces its toast wherever it waits', () => {
  show({ id: 'import', title: 'Estamos trazendo seus dados', persistent: true })
  show({ title: 'Salvo' })
  show({ id: 'import', title: 'Dados importados' })
  expect(shown()[0]?.textContent).toContain('Dados importados')
  wait(5000 + TOAST_REMOVAL_MS)
  expect(shown()).toHaveLength(0)
})

test('the action runs once and dismisses', () => {
  const run = vi.fn()
  show({ title: '9 contas movidas para Pago', action: { label: 'Desfazer', keys: 'z', run } })
  fireEvent.click(screen.getByRole('button', { name: /Desfazer/ }))
  expect(run).toHaveBeenCalledTimes(1)
  expect(shown()[0]?.dataset.state).toBe('closed')
})

test('failures are spoken assertively, the rest politely, each once more when repeated', () => {
  show({ title: 'Salvo' })
  expect(screen.getByRole('status').textContent).toBe('Salvo')
  show({ title: 'Salvo' })
  expect(screen.getByRole('status').textContent).toBe('Salvo\u00a0')
  show({ title: 'Erro no servidor', variant: 'destructive' })
  expect(screen.getByRole('alert').textContent).toBe('Erro no servidor')
})
