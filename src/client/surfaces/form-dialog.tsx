// A form in a dialog: one schema, one submit, and a question before typed work is thrown away.
import { type ReactNode, useRef } from 'react'
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'
import type { ZodType } from 'zod'
import dialog from '#client/kit/dialog.module.css'
import { Dialog, type DialogProps } from '#client/kit/dialog.tsx'
import { Form, FormFooter, type SubmitIntent } from '#client/kit/form/form.tsx'
import { AwayInDialog } from './away.tsx'
import { lookupFailed } from './failure.ts'
import { mayDiscard } from './record-drawer.tsx'

/** The field that asks for the focus, else the first one. */
function firstField(body: HTMLElement | null): HTMLElement | null {
  const asks = body?.querySelector<HTMLElement>('[data-autofocus]')
  return asks ?? body?.querySelector<HTMLElement>('input:not([type="hidden"], [type="radio"]), textarea, button[role="combobox"]') ?? null
}

interface FormDialogProps<Input extends FieldValues, Output> {
  title: string
  description?: ReactNode
  width?: DialogProps['width']
  schema: ZodType<Output, Input>
  defaults: DefaultValues<Input>
  submitLabel: string
  /** There is nothing to submit yet. */
  disabled?: boolean | undefined
  cancelLabel?: string | undefined
  /** Writes; what it throws stands beside the fields, or is said. */
  onSubmit(values: Output, intent: SubmitIntent): Promise<unknown>
  onClose(): void
  /** What the second button does when it does not close: one step back. */
  onBack?: (() => void) | undefined
  /** Further buttons, before Cancelar. */
  footer?: ReactNode
  children: ReactNode | ((form: UseFormReturn<Input, unknown, Output>) => ReactNode)
}

export function FormDialog<Input extends FieldValues, Output>(props: FormDialogProps<Input, Output>) {
  const { title, description, width, schema, defaults, submitLabel, disabled, cancelLabel, onSubmit, onClose, onBack, footer, children } =
    props
  const dirty = useRef(false)
  const body = useRef<HTMLDivElement>(null)
  const leave = async () => {
    if (await mayDiscard(dirty.current)) onClose()
  }
  const submit = async (values: Output, intent: SubmitIntent) => {
    try {
      return await onSubmit(values, intent)
    } catch (error) {
      return lookupFailed(error)
    }
  }
  return (
    <Dialog
      open
      onClose={() => void leave()}
      title={title}
      description={description}
      width={width}
      initialFocus={() => firstField(body.current)}
    >
      <div className={dialog.body} ref={body}>
        <AwayInDialog />
        <Form
          schema={schema}
          defaults={defaults}
          onSubmit={submit}
          label={title}
          onDirty={now => {
            dirty.current = now
          }}
        >
          {form => (
            <>
              {typeof children === 'function' ? children(form) : children}
              <FormFooter submitLabel={submitLabel} disabled={disabled} cancelLabel={cancelLabel} onCancel={onBack ?? (() => void leave())}>
                {footer}
              </FormFooter>
            </>
          )}
        </Form>
      </div>
    </Dialog>
  )
}
