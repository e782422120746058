// Modal dialogs: focus stays inside, Esc closes, and the focus returns to what opened them.
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import button from './button.module.css'
import { Button, IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import styles from './dialog.module.css'
import factsStyles from './facts.module.css'
import { giveWaiting, isFocusFree, settleFocus } from './focus-keeper.ts'

export interface DialogProps {
  open: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  /** question 380 px, plain 440 px, wide 720 px; all are sheets on phones */
  width?: 'question' | 'plain' | 'wide' | undefined
  footer?: ReactNode
  /** what takes the focus first; by default the first control */
  initialFocus?: (() => HTMLElement | null) | undefined
  /** where the focus returns when the opener has left the document (a row, by id) */
  returnFocus?: (() => void) | undefined
  /** no Fechar button: the footer has every way out */
  bare?: boolean | undefined
  children?: ReactNode
}

export function Dialog({
  open,
  onClose,
  title,
  description,
  width = 'plain',
  footer,
  initialFocus,
  returnFocus,
  bare,
  children,
}: DialogProps) {
  const opener = useRef<HTMLElement | null>(null)
  const wasOpen = useRef(false)
  const content = useRef<HTMLDivElement>(null)
  // Before the content renders: a field that focuses itself must not be taken for the opener.
  if (open && !wasOpen.current) opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
  wasOpen.current = open
  return (
    <Radix.Root open={open} onOpenChange={next => next || onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={styles.dialogScrim} data-part="scrim">
          <Radix.Content
            ref={content}
            className={classNames(styles.dialog, width !== 'plain' && styles[width])}
            data-part="dialog"
            {...(description ? {} : { 'aria-describedby': undefined })}
            onOpenAutoFocus={event => {
              const target = initialFocus?.() ?? content.current?.querySelector<HTMLElement>('[data-autofocus]')
              if (!target) return
              event.preventDefault()
              target.focus()
            }}
            onPointerDownOutside={event => {
              // Only a press on the scrim leaves the dialog; whatever floats over it (a choice, a toast) handles its own presses.
              if (event.target instanceof Element && !event.target.matches('[data-part="scrim"]')) event.preventDefault()
            }}
            onCloseAutoFocus={event => {
              event.preventDefault()
              if (giveWaiting()) return
              // A key pressed since then has moved it.
              if (!isFocusFree()) return
              if (opener.current?.isConnected && opener.current !== document.body) opener.current.focus()
              else returnFocus?.()
              settleFocus()
            }}
          >
            <header>
              <Radix.Title>{title}</Radix.Title>
              {bare ? null : <IconButton icon="x" label="Fechar" keys="Escape" onClick={onClose} />}
            </header>
            {description ? (
              <Radix.Description asChild>
                <div className={styles.lead}>{description}</div>
              </Radix.Description>
            ) : null}
            {children}
            {footer ? <footer>{footer}</footer> : null}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}

export interface ConfirmContent {
  title: string
  description?: ReactNode
  /** what is at stake, as name and value; amounts in final words ('R$ 1.120,00') */
  facts?: readonly { label: string; value: ReactNode }[] | undefined
  /** states the effect, never 'OK': 'Pagar R$ 1.120,00' */
  confirmLabel: string
  cancelLabel?: string | undefined
  /** the filled danger button, for what cannot be undone */
  danger?: boolean | undefined
  /** a yes loses nothing, so Enter gives it */
  eager?: boolean | undefined
  /** where the focus returns when the previously focused element is gone */
  returnFocus?: (() => void) | undefined
}

export interface ConfirmDialogProps extends ConfirmContent {
  open: boolean
  onConfirm: () => void
  onCancel: () => void
  busy?: boolean | undefined
}

/** A question with the safe button focused (unless it is `eager`), so that Enter right after opening does no harm. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    title,
    description,
    facts,
    confirmLabel,
    cancelLabel = 'Voltar',
    danger,
    eager,
    busy,
    onConfirm,
    onCancel,
    returnFocus,
  } = props
  const safe = useRef<HTMLButtonElement>(null)
  const action = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      title={title}
      description={description}
      width="question"
      bare
      initialFocus={() => (eager ? action : safe).current}
      returnFocus={returnFocus}
      footer={
        <>
          <Button ref={safe} className={eager ? undefined : button.ringed} size="form" keys="Escape" onClick={onCancel}>
            {cancelLabel}
          </Button>
          <Button
            ref={action}
            className={eager ? button.ringed : undefined}
            variant={danger ? 'danger' : 'primary'}
            size="form"
            busy={busy}
            onClick={onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {facts && facts.length > 0 ? (
        <dl className={factsStyles.kv} data-part="facts">
          {facts.map(fact => (
            <Fact key={fact.label} {...fact} />
          ))}
        </dl>
      ) : null}
    </Dialog>
  )
}

function Fact({ label, value }: { label: string; value: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </>
  )
}
