// Forms: one schema, one submit, errors beside the fields, the first of them focused. The caller names the buttons.
import { zodResolver } from '@hookform/resolvers/zod'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { type DefaultValues, type FieldValues, FormProvider, type UseFormReturn, useForm, useFormState } from 'react-hook-form'
import type { ZodType } from 'zod'
import { announce } from '../announcer.tsx'
import { Button } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import { useEnterAdvances } from './enter-advances.ts'
import styles from './form.module.css'
import { countProblems, type FieldProblem, problemCountText, problemsOf } from './problems.ts'

export interface SubmitIntent {
  /** mod+Shift+Enter: saves and stays for a new one */
  another: boolean
  /** Resets to the defaults and focuses what a new form focuses. */
  reset: () => void
}

export interface FormProps<Input extends FieldValues, Output> {
  schema: ZodType<Output, Input>
  defaults: DefaultValues<Input>
  /** may return, or throw an error with, `details[{field, message}]`, which appear beside their fields */
  onSubmit: (values: Output, intent: SubmitIntent) => unknown
  onDirty?: ((dirty: boolean) => void) | undefined
  /** Esc: the caller closes, after asking when the form is dirty */
  onEscape?: ((dirty: boolean) => void) | undefined
  /** Overrides the preference 'Enter avança campo'. */
  enterAdvances?: boolean | undefined
  label?: string | undefined
  className?: string | undefined
  children: ReactNode | ((form: UseFormReturn<Input, unknown, Output>) => ReactNode)
}

const TAKES_ENTER: ReadonlySet<string | null> = new Set(['combobox', 'checkbox'])
const CONTROLS =
  'input:not([type="hidden"]):not(:disabled), textarea:not(:disabled), button[role="combobox"]:not(:disabled), button[type="submit"]:not(:disabled)'

export function focusFirstInvalid(root: HTMLElement | null): void {
  root?.querySelector<HTMLElement>('[aria-invalid="true"]:not([tabindex="-1"]):not(:disabled)')?.focus()
}

export function Form<Input extends FieldValues, Output>(props: FormProps<Input, Output>) {
  const { schema, defaults, onSubmit, onDirty, onEscape, label, className, children } = props
  const preferred = useEnterAdvances(state => state.on)
  const enterAdvances = props.enterAdvances ?? preferred
  const form = useForm<Input, unknown, Output>({
    resolver: zodResolver(schema),
    defaultValues: defaults,
    shouldFocusError: false,
    mode: 'onSubmit',
    reValidateMode: 'onChange',
  })
  const element = useRef<HTMLFormElement>(null)
  const { isDirty: differs, dirtyFields, submitCount, errors } = form.formState
  // A field without a default always differs from it; it counts as typed work only when it holds something.
  const isDirty = differs && Object.keys(dirtyFields).length > 0
  const failed = useRef(0)

  useEffect(() => onDirty?.(isDirty), [isDirty, onDirty])

  const count = countProblems(errors)
  useEffect(() => {
    if (submitCount === failed.current) return
    failed.current = submitCount
    if (count === 0) return
    focusFirstInvalid(element.current)
    announce(problemCountText(count), 'assertive')
  }, [submitCount, count])

  const place = (problems: readonly FieldProblem[]) => {
    const known = new Set(Array.from(element.current?.querySelectorAll<HTMLElement>('[data-field]') ?? [], field => field.dataset.field))
    for (const { field, message } of problems) form.setError((known.has(field) ? field : 'root') as 'root', { type: 'server', message })
  }

  const startOver = () => {
    const { current } = element
    // On blur a field forgets the text it held while being typed in.
    if (document.activeElement instanceof HTMLElement && current?.contains(document.activeElement)) document.activeElement.blur()
    form.reset()
    const first = current?.querySelector<HTMLElement>('[data-autofocus]') ?? current?.querySelector<HTMLElement>(CONTROLS)
    first?.focus()
  }

  const submit = (another: boolean) =>
    form.handleSubmit(async values => {
      try {
        const answer = await onSubmit(values, { another, reset: startOver })
        place(problemsOf(answer ? { details: answer } : null))
      } catch (error) {
        const problems = problemsOf(error)
        if (problems.length === 0) throw error
        place(problems)
      }
    })()

  // A select list opens on Enter with any modifier, and a checkbox takes it away: the form takes its own chord first.
  const onKeyDownCapture = (event: KeyboardEvent<HTMLFormElement>) => {
    const isSave = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    if (!isSave || !(event.target instanceof HTMLButtonElement) || !TAKES_ENTER.has(event.target.getAttribute('role'))) return
    event.preventDefault()
    event.stopPropagation()
    void submit(event.shiftKey)
  }

  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.defaultPrevented || event.nativeEvent.isComposing) return
    const mod = event.ctrlKey || event.metaKey
    if ((mod && event.key === 'Enter') || (mod && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 's')) {
      event.preventDefault()
      event.stopPropagation()
      void submit(event.shiftKey)
    } else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      // never the screen's action: a field's Enter stops here
      event.preventDefault()
      event.stopPropagation()
      if (!enterAdvances || !advance(event.currentTarget, event.target)) void submit(false)
    } else if (event.key === 'Escape' && onEscape) {
      event.preventDefault()
      event.stopPropagation()
      onEscape(isDirty)
    }
  }

  return (
    <FormProvider {...form}>
      <form
        ref={element}
        className={classNames(styles.form, className)}
        data-part="form"
        aria-label={label}
        noValidate
        onKeyDownCapture={onKeyDownCapture}
        onKeyDown={onKeyDown}
        onSubmit={event => {
          event.preventDefault()
          event.stopPropagation()
          void submit(false)
        }}
      >
        {typeof children === 'function' ? children(form) : children}
      </form>
    </FormProvider>
  )
}

function advance(form: HTMLElement, from: HTMLElement): boolean {
  const controls = Array.from(form.querySelectorAll<HTMLElement>(CONTROLS)).filter(control => control.tabIndex >= 0)
  const next = controls[controls.indexOf(from) + 1]
  next?.focus()
  return next !== undefined
}

interface FormFooterProps {
  submitLabel: string
  keys?: string | undefined
  cancelLabel?: string | undefined
  onCancel?: (() => void) | undefined
  disabled?: boolean | undefined
  /** one wide button without the rule above it, for one-column forms such as sign-in */
  block?: boolean | undefined
  /** further buttons, before Cancelar */
  children?: ReactNode
}

/** The number of fields to correct, errors that belong to no field, and the buttons. */
export function FormFooter({
  submitLabel,
  keys = 'mod+Enter',
  cancelLabel = 'Cancelar',
  onCancel,
  disabled,
  block,
  children,
}: FormFooterProps) {
  const { errors, isSubmitting } = useFormState()
  const count = countProblems(errors)
  const message = errors.root?.message ?? (count > 0 ? problemCountText(count) : undefined)
  return (
    <div className={classNames(styles.formFooter, block && styles.block)} data-part="form-footer">
      {message ? (
        <p className={styles.err}>
          <Icon name="circle-alert" />
          {message}
        </p>
      ) : null}
      {children}
      {onCancel ? (
        <Button variant="ghost" size="form" onClick={onCancel}>
          {cancelLabel}
        </Button>
      ) : null}
      <Button type="submit" variant="primary" size="form" block={block} keys={keys} busy={isSubmitting} disabled={disabled ?? false}>
        {submitLabel}
      </Button>
    </div>
  )
}
