// The one-time code: six digits that send themselves, another one after a while, and every refusal of the server said beside them.
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { z } from 'zod'
import { ApiError, call } from '#client/data/api.ts'
import { useLocalEnvironment } from '#client/data/runtime-config.ts'
import type { TokenPair } from '#client/data/tokens.ts'
import { announce } from '#client/kit/announcer.tsx'
import button from '#client/kit/button.module.css'
import { classNames } from '#client/kit/class-names.ts'
import { Form } from '#client/kit/form/form.tsx'
import { OtpField } from '#client/kit/form/otp-field.tsx'
import text from '#client/kit/look/text.module.css'
import { auth } from '#contract/auth.ts'
import styles from './auth.module.css'
import { type PendingCode, pendingCode } from './pending-code.ts'
import { complain, problemsIn } from './refusals.ts'

const CODE_LENGTH = 6
// Its length is asked at the submit: while a code is typed again, the refusal of the last one gives way to no other complaint.
const schema = z.object({ otp: z.string() })
const FIELD_OF = { 'auth.otp_invalid': 'otp', 'auth.otp_expired': 'otp', 'auth.otp_locked': 'otp', 'rate.limited': 'otp' } as const

interface CodeFormProps {
  code: PendingCode
  /** another code was sent, or may be asked for at another time */
  onCode: (code: PendingCode) => void
  onTokens: (tokens: TokenPair) => Promise<void>
  /** no code can be sent for this challenge any more */
  onOver: () => void
  /** true when the caller has said this refusal in its own way */
  onRefused?: ((error: unknown) => boolean) | undefined
  /** the buttons under the field */
  children: ReactNode
}

export function CodeForm({ code, onCode, onTokens, onOver, onRefused, children }: CodeFormProps) {
  const running = useRef(false)
  const empty = useRef(() => {})

  const submit = async ({ otp }: { otp: string }) => {
    // six digits send themselves, and Enter comes right behind
    if (running.current) return
    if (otp.length !== CODE_LENGTH) return [{ field: 'otp', message: `O código tem ${CODE_LENGTH} dígitos` }]
    running.current = true
    try {
      const { data } = await call(auth.verifyOtp, { params: { id: code.id }, body: { otp } }, { uses: code.id })
      await onTokens(data)
    } catch (error) {
      if (onRefused?.(error)) return
      empty.current()
      const wait = waitOf(error)
      if (wait !== undefined) onCode({ ...code, resend_at: Date.now() + wait })
      return problemsIn(error, FIELD_OF)
    } finally {
      running.current = false
    }
  }

  return (
    <Form schema={schema} defaults={{ otp: '' }} onSubmit={submit} className={styles.codeForm}>
      <CodeInput empty={empty} />
      {children}
      <div className={styles.codeHelp}>
        <Resend code={code} onCode={onCode} onOver={onOver} />
        <OutboxLink />
      </div>
    </Form>
  )
}

/** How long until another code helps, when the refusal says so; an expired one may be replaced at once. */
function waitOf(error: unknown): number | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.id === 'auth.otp_expired') return 0
  return error.body.retry_after === undefined ? undefined : error.body.retry_after * 1000
}

function CodeInput({ empty }: { empty: { current: () => void } }) {
  const { setValue } = useFormContext<{ otp: string }>()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    empty.current = () => setValue('otp', '')
  }, [empty, setValue])
  return (
    <div ref={box}>
      <OtpField
        name="otp"
        label={`Código de ${CODE_LENGTH} dígitos`}
        autoFocus
        onComplete={() => box.current?.closest('form')?.requestSubmit()}
      />
    </div>
  )
}

function Resend({ code, onCode, onOver }: Pick<CodeFormProps, 'code' | 'onCode' | 'onOver'>) {
  const { clearErrors, setFocus } = useFormContext<{ otp: string }>()
  const seconds = useSecondsUntil(code.resend_at)
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState(false)
  const [over, setOver] = useState(false)

  const resend = async () => {
    if (seconds > 0 || busy) return
    setBusy(true)
    try {
      const { data } = await call(auth.sendOtp, { params: { id: code.id } })
      const next = pendingCode(data, Date.now())
      clearErrors()
      setSent(true)
      announce(`Enviamos outro código para ${next.masked_destination}`)
      onCode(next)
      setFocus('otp')
    } catch (error) {
      if (error instanceof ApiError && error.id === 'auth.otp_expired') setOver(true)
      else {
        const wait = waitOf(error)
        if (wait !== undefined) onCode({ ...code, resend_at: Date.now() + wait })
        complain(error)
      }
    } finally {
      setBusy(false)
    }
  }

  if (over)
    return (
      <p>
        Este código não vale mais.{' '}
        <button type="button" className={classNames(button.link, styles.link)} onClick={onOver}>
          Começar de novo
        </button>
      </p>
    )
  return (
    <p>
      {sent ? 'Enviamos outro código.' : 'Não recebeu?'} {/* aria-disabled and not disabled: the focus stays on it while it counts */}
      <button
        type="button"
        className={classNames(button.link, styles.link)}
        aria-disabled={seconds > 0 || undefined}
        aria-busy={busy || undefined}
        onClick={resend}
      >
        {seconds > 0 ? <span className={text.tabular}>Enviar outro em {clock(seconds)}</span> : 'Enviar outro código'}
      </button>
    </p>
  )
}

/** '0:42', and whole hours where a day's limit was met: '3:07:00'. */
function clock(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const shown = parts[0] === 0 ? parts.slice(1) : parts
  return shown.map((part, at) => (at === 0 ? String(part) : String(part).padStart(2, '0'))).join(':')
}

function useSecondsUntil(moment: number): number {
  const left = () => Math.max(0, Math.ceil((moment - Date.now()) / 1000))
  const [, draw] = useState(0)
  const seconds = left()
  const isCounting = seconds > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new moment starts a new count
  useEffect(() => {
    if (!isCounting) return
    const timer = setInterval(() => draw(count => count + 1), 500)
    return () => clearInterval(timer)
  }, [isCounting, moment])
  return seconds
}

function OutboxLink() {
  const { outbox } = useLocalEnvironment()
  if (outbox === undefined) return null
  return (
    <a href={outbox} target="_blank" rel="noopener noreferrer">
      Ambiente local: ver o código
    </a>
  )
}

/** 'Enviamos um código por SMS para (**) *****-**21.' */
export function sentTo(code: Pick<PendingCode, 'channel' | 'masked_destination'>): string {
  return `um código por ${code.channel === 'SMS' ? 'SMS' : 'e-mail'} para ${unbroken(code.masked_destination)}`
}

/** In one line. */
const unbroken = (words: string): string => words.replaceAll(' ', '\u00a0').replaceAll('-', '\u2011')
