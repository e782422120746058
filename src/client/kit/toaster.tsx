// Draws the one toast. It never takes the focus; F6 or Tab reach it, and pointer or focus on it stop its clock.
import { wholeAmounts } from '#domain/money.ts'
import { Button, IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import floating from './floating.module.css'
import { Icon, type IconName } from './icon.tsx'
import text from './look/text.module.css'
import { dismissToast, pauseToast, resumeToast, type Toast, type ToastVariant, useToasts } from './toast.ts'
import styles from './toaster.module.css'

const GLYPHS: Record<ToastVariant, IconName> = {
  default: 'info',
  success: 'circle-check',
  warning: 'triangle-alert',
  destructive: 'circle-alert',
}

function ToastCard({ toast }: { toast: Toast }) {
  return (
    <li
      className={classNames(styles.toast, floating.pop, styles[toast.variant])}
      data-state={toast.open ? 'open' : 'closed'}
      aria-hidden={!toast.open || undefined}
      inert={!toast.open}
      onPointerEnter={pauseToast}
      onPointerLeave={resumeToast}
      onFocus={pauseToast}
      onBlur={resumeToast}
    >
      <Icon name={toast.icon ?? GLYPHS[toast.variant]} />
      <div className={styles.words} data-part="words">
        <p className={text.med}>{wholeAmounts(toast.title)}</p>
        {toast.description ? <p>{wholeAmounts(toast.description)}</p> : null}
      </div>
      {toast.action ? (
        <Button
          variant="ghost"
          keys={toast.action.keys}
          onClick={() => {
            // Dismisses first, so that an action may show the same toast again.
            dismissToast(toast.id)
            toast.action?.run()
          }}
        >
          {toast.action.label}
        </Button>
      ) : null}
      <IconButton icon="x" label="Fechar aviso" onClick={() => dismissToast(toast.id)} />
    </li>
  )
}

export function Toaster() {
  const toast = useToasts(state => state.current)
  return (
    <section className={styles.toaster} data-part="toaster" aria-label="Avisos">
      <ol>{toast ? <ToastCard key={toast.id} toast={toast} /> : null}</ol>
    </section>
  )
}
