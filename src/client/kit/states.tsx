// What a region shows without rows: empty, first load, failure; and the spinner of a whole page.
import { type CSSProperties, type ReactNode, useState } from 'react'
import { announce } from './announcer.tsx'
import button from './button.module.css'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'
import textStyles from './look/text.module.css'
import styles from './states.module.css'

interface EmptyProps {
  title: string
  text?: ReactNode
  icon?: IconName | undefined
  /** at most one primary button */
  actions?: ReactNode
}

export function Empty({ title, text, icon = 'inbox', actions }: EmptyProps) {
  return (
    <div className={styles.state} data-part="state">
      <Icon name={icon} size="xl" />
      <p className={styles.name}>{title}</p>
      {text ? <p className={textStyles.m}>{text}</p> : null}
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </div>
  )
}

interface ErrorStateProps {
  /** 'Não foi possível carregar as contas' */
  title: string
  /** What stopped it; without one, nobody answered. */
  error?: unknown
  /** In place of the error's own words. */
  text?: ReactNode
  /** Offered where another try can help; absent where nothing failed. */
  onRetry?: (() => void) | undefined
}

/** What an error says of itself, if it is a refusal. */
interface Refusal {
  readonly message?: string
  readonly requestId?: string | undefined
  readonly retryable?: boolean
  /** What helps where another try does not. */
  readonly remedy?: string | undefined
}

/** Of what is no refusal nothing is known: another try may help. */
export const mayRetry = (error: unknown): boolean => ((error ?? {}) as Refusal).retryable ?? true

export function ErrorState({ title, error, text, onRetry }: ErrorStateProps) {
  const [copied, setCopied] = useState(false)
  const { message = 'O servidor não respondeu.', requestId, remedy } = (error ?? {}) as Refusal
  const again = mayRetry(error) ? onRetry : undefined
  const code = requestId?.slice(0, 8)
  const copy = async () => {
    await navigator.clipboard.writeText([title, code && `Código ${code}`].filter(Boolean).join('\n'))
    setCopied(true)
    announce('Detalhes copiados')
  }
  return (
    <section className={styles.state} data-part="state" aria-label={title}>
      <Icon name={again ? 'wifi-off' : 'circle-alert'} size="xl" />
      <p className={styles.name}>{title}</p>
      <p className={textStyles.m}>{text ?? message}</p>
      {text === undefined && remedy ? <p className={textStyles.m}>{remedy}</p> : null}
      <div className={styles.actions}>
        {again ? (
          <Button variant="primary" keys="Enter" onClick={again}>
            Tentar de novo
          </Button>
        ) : null}
        <Button variant="ghost" icon={copied ? 'check' : undefined} onClick={copy}>
          Copiar detalhes
        </Button>
      </div>
      {code ? <p className={classNames(textStyles.small, textStyles.m)}>Código {code}</p> : null}
    </section>
  )
}

interface AwaitedProps<Data> {
  of: { readonly data: Data | undefined; readonly error: Error | null; readonly isError: boolean; refetch(): unknown }
  /** 'Não foi possível abrir o imposto' */
  failed: string
  /** Of the skeleton. */
  rows?: number
  children(data: Data): ReactNode
}

/** What is being read: a skeleton, then it, or why it could not be read. */
export function Awaited<Data>({ of: reading, failed, rows = 8, children }: AwaitedProps<Data>) {
  if (reading.isError) return <ErrorState title={failed} error={reading.error} onRetry={() => void reading.refetch()} />
  return reading.data === undefined ? <Skeleton rows={rows} /> : children(reading.data)
}

/** Widths, in px, of the two text bars in each row; three alternating shapes look like words rather than a pattern. */
const WORDS = [
  [150, 110],
  [110, 142],
  [134, 96],
]

interface SkeletonProps {
  /** lists show 12 on first load */
  rows?: number | undefined
  label?: string | undefined
}

export function Skeleton({ rows = 12, label = 'Carregando' }: SkeletonProps) {
  const lines = Array.from({ length: rows }, (_, row) => ({
    id: `row-${row}`,
    words: WORDS[row % WORDS.length],
    fade: Math.max(0.25, 1 - row * 0.08),
  }))
  return (
    <div className={styles.skeleton} role="status" aria-busy="true" aria-label={label}>
      <span className={styles.track} />
      {lines.map(({ id, words, fade }) => (
        <span key={id} className={styles.row} data-part="row" style={{ '--fade': fade } as CSSProperties}>
          <i style={{ width: 14 }} />
          <i style={{ width: 72 }} />
          <i style={{ width: words?.[0] }} />
          <i style={{ width: words?.[1] }} />
          <i style={{ width: 64 }} />
        </span>
      ))}
    </div>
  )
}

/** The full-screen spinner while a page's code loads (SPEC.md, Product). */
export function Spinner({ label = 'Carregando' }: { label?: string | undefined }) {
  return (
    <div className={styles.loading} role="status">
      <span className={classNames(button.spin, styles.spin)} aria-hidden="true" />
      <span>{label}</span>
    </div>
  )
}
