// Toasts as state: one at a time, gone 3000 ms after dismissal (SPEC.md, Toasts); persistent ones wait behind a newer one and return.
import { create } from 'zustand'
import { announce } from './announcer.tsx'
import type { IconName } from './icon.tsx'

export const TOAST_REMOVAL_MS = 3000
const READING_MS = 5000
/** a toast with an action, or about a failure, stays long enough to be used */
const ACTING_MS = 10_000

export type ToastVariant = 'default' | 'success' | 'warning' | 'destructive'

export interface ToastAction {
  label: string
  keys?: string | undefined
  run: () => void
}

export interface ToastContent {
  /** showing the same id again replaces that toast, wherever it waits */
  id?: string | undefined
  title: string
  description?: string | undefined
  variant?: ToastVariant | undefined
  icon?: IconName | undefined
  action?: ToastAction | undefined
  /** stays until code or its button dismisses it, and returns when a newer toast is gone */
  persistent?: boolean | undefined
  /** milliseconds until it dismisses itself; ignored when persistent */
  duration_ms?: number | undefined
}

export interface Toast extends ToastContent {
  id: string
  variant: ToastVariant
  open: boolean
}

interface Toasts {
  current: Toast | null
  /** persistent toasts pushed aside, newest last */
  waiting: Toast[]
}

export const useToasts = create<Toasts>(() => ({ current: null, waiting: [] }))

let sequence = 0
let removal: ReturnType<typeof setTimeout> | undefined
let reading: ReturnType<typeof setTimeout> | undefined

export function toastDuration(toast: Toast): number | null {
  if (toast.persistent) return null
  return toast.duration_ms ?? (toast.action || toast.variant === 'destructive' ? ACTING_MS : READING_MS)
}

/** Starts or restarts the time a toast stays open; the toaster calls it when pointer and focus have left. */
export function resumeToast(): void {
  clearTimeout(reading)
  const { current } = useToasts.getState()
  const duration = current?.open ? toastDuration(current) : null
  if (current && duration !== null) reading = setTimeout(() => dismissToast(current.id), duration)
}

export function pauseToast(): void {
  clearTimeout(reading)
}

/** Shows a toast in place of the present one and returns its id. Announced politely, or assertively when destructive. */
export function showToast(content: ToastContent): string {
  clearTimeout(removal)
  sequence += 1
  const toast: Toast = { ...content, id: content.id ?? `toast-${sequence}`, variant: content.variant ?? 'default', open: true }
  useToasts.setState(({ current, waiting }) => {
    const aside = current?.persistent && current.open && current.id !== toast.id ? [...waiting, current] : waiting
    return { current: toast, waiting: aside.filter(other => other.id !== toast.id) }
  })
  announce([toast.title, toast.description].filter(Boolean).join('. '), toast.variant === 'destructive' ? 'assertive' : 'polite')
  resumeToast()
  return toast.id
}

/** Closes a toast (the present one without id). It leaves the document 3000 ms later, and only then a waiting one returns. */
export function dismissToast(id?: string): void {
  const { current } = useToasts.getState()
  const target = id ?? current?.id
  if (!current || current.id !== target) {
    useToasts.setState(({ waiting }) => ({ waiting: waiting.filter(other => other.id !== target) }))
    return
  }
  if (!current.open) return
  clearTimeout(reading)
  useToasts.setState({ current: { ...current, open: false } })
  clearTimeout(removal)
  removal = setTimeout(() => {
    useToasts.setState(({ waiting }) => ({ current: waiting.at(-1) ?? null, waiting: waiting.slice(0, -1) }))
  }, TOAST_REMOVAL_MS)
}

/** Empties the store and its timers, for sign-out and tests. */
export function clearToasts(): void {
  clearTimeout(removal)
  clearTimeout(reading)
  useToasts.setState({ current: null, waiting: [] })
}
