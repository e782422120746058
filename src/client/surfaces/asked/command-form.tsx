// The one form of every command: in a dialog, a drawer or a page; its draft, its problems, and the way on after somebody else's change.
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type DefaultValues, type FieldValues, type UseFormReturn, useFormContext } from 'react-hook-form'
import type { ZodType } from 'zod'
import { useIsOffline } from '#client/data/connection.ts'
import { Button } from '#client/kit/button.tsx'
import { classNames } from '#client/kit/class-names.ts'
import dialog from '#client/kit/dialog.module.css'
import { Dialog, type DialogProps } from '#client/kit/dialog.tsx'
import drawer from '#client/kit/drawer.module.css'
import { Note } from '#client/kit/drawer.tsx'
import { Form, FormFooter, type SubmitIntent } from '#client/kit/form/form.tsx'
import type { FieldProblem } from '#client/kit/form/problems.ts'
import { showToast } from '#client/kit/toast.ts'
import type { AnyTarget } from '#commands/kit/command.ts'
import { titleOf } from '#commands/kit/form.ts'
import { movesMoney } from '#commands/kit/gate.ts'
import { ERRORS } from '#contract/errors.ts'
import { AwayInDialog } from '../away.tsx'
import { mayDiscard } from '../record-drawer.tsx'
import { openerNow, returnFocus } from '../steps.ts'
import { type Asking, isNested } from './asking.ts'
import { ChangedMeanwhile } from './changed-meanwhile.tsx'
import styles from './command-form.module.css'
import { type Changed, changedMeanwhile, type Draft, discard, endDraft, keepDraft, preferMine, readDraft, same } from './draft.ts'
import { useFormWork } from './form-work.ts'

export interface CommandFormProps<Input extends FieldValues, Output, Sent> {
  asking: Asking<Sent>
  schema: ZodType<Output, Input>
  /** What the fields hold for these records, or for a new one. Read again when somebody else changed the record. */
  start(target: AnyTarget, given: Readonly<Record<string, unknown>>): DefaultValues<Input>
  /** The input of the command, where the form holds something else. */
  send?(values: Output): Sent
  /** True when there is more to ask first: nothing is sent yet. */
  hold?(values: Output): boolean
  /** Asked of the server before anything is sent: what stands beside the fields. */
  check?(values: Output): Promise<readonly FieldProblem[]>
  /** In the place of the command's own word. */
  title?: string | undefined
  description?: ReactNode
  width?: DialogProps['width']
  className?: string | undefined
  /** In the place of the command's own word. */
  submitLabel?: string | ((form: UseFormReturn<Input, unknown, Output>) => string) | undefined
  /** There is nothing to send yet. */
  disabled?: boolean | ((form: UseFormReturn<Input, unknown, Output>) => boolean) | undefined
  /** What the second button does when it does not leave the form: one step back. */
  back?: { readonly label: string; run(): void } | undefined
  /** Further buttons, before Cancelar. */
  footer?: ReactNode
  children: ReactNode | ((form: UseFormReturn<Input, unknown, Output>) => ReactNode)
}

const DRAFT_AFTER_MS = 300

const FIELDS = 'input:not([type="hidden"], [type="radio"], [type="checkbox"]), textarea, button[role="combobox"]'

/** The first field that nothing was given for, where something was; else the one that asks for the focus, else the first. */
function firstField(body: HTMLElement | null, given: boolean): HTMLElement | null {
  const all = [...(body?.querySelectorAll<HTMLElement>(FIELDS) ?? [])]
  const empty = given ? all.find(field => 'value' in field && field.value === '' && field.tagName !== 'BUTTON') : undefined
  return empty ?? body?.querySelector<HTMLElement>('[data-autofocus]') ?? all[0] ?? null
}

export function CommandForm<Input extends FieldValues, Output, Sent = Output>(props: CommandFormProps<Input, Output, Sent>) {
  const {
    asking,
    schema,
    start,
    send,
    hold,
    check,
    title = titleOf(asking.form, asking.target),
    description,
    width,
    className,
    submitLabel,
    disabled,
    back,
    footer,
    children,
  } = props
  const { form: ask, target } = asking
  const stands = isNested(asking.key) ? 'dialog' : (ask.stands ?? 'dialog')
  const work = useFormWork()
  const mayNotSend = useIsOffline() && movesMoney(asking.command)
  const [opened, setOpened] = useState(() => start(target, asking.given))
  const [draft, setDraft] = useState(() => draftOf(asking, opened))
  const [changed, setChanged] = useState<readonly Changed[]>()
  const dirty = useRef(false)
  const body = useRef<HTMLDivElement>(null)
  const isGiven = Object.keys(asking.given ?? {}).length > 0
  // Where it was asked from: the palette has left the document by the time the form closes.
  const [opener] = useState(openerNow)
  const methods = useRef<UseFormReturn<Input, unknown, Output>>(undefined)

  // Here, since the form may come after its drawer: its code is loaded when it is first asked for.
  useLayoutEffect(() => {
    if (stands === 'drawer') firstField(body.current, isGiven)?.focus()
  }, [stands, isGiven])
  const leave = async () => {
    // A page keeps what was typed until one comes back to it.
    if (stands === 'page') asking.leave()
    else if (await mayDiscard(dirty.current)) discard(asking)
  }
  /** The other's change where nothing was typed, the person's own where something was; both stay on offer. */
  const meet = (before: Readonly<Record<string, unknown>>, theirs: DefaultValues<Input>) => {
    const form = methods.current
    if (form === undefined) return
    const found = changedMeanwhile(before, theirs, form.getValues())
    for (const one of found) if (!preferMine(before, one)) form.setValue(one.field as never, one.theirs as never, { shouldDirty: true })
    setOpened(theirs)
    setChanged(found)
  }
  const onStale = async () => {
    const now = await asking.renew().catch(() => undefined)
    if (now !== undefined) return meet(opened, start(now, {}))
    const { title, message } = ERRORS['conflict.stale_version']
    showToast({ title, description: message, variant: 'destructive' })
  }
  const startOver = () => {
    keepDraft(asking, undefined)
    setDraft(undefined)
    setChanged(undefined)
    methods.current?.reset(opened)
  }
  const submit = async (values: Output, intent: SubmitIntent) => {
    if (hold?.(values) === true) return undefined
    const refused = await check?.(values)
    if (refused !== undefined && refused.length > 0) return refused
    const { another, reset } = intent
    const { ok, stale, problems } = await asking.submit((send ? send(values) : values) as Sent, another)
    if (ok && another) reset()
    else if (ok) endDraft(asking)
    if (stale === true) await onStale()
    return problems
  }
  const fields = (
    <Form
      schema={schema}
      defaults={opened}
      onSubmit={submit}
      label={title}
      className={className}
      onEscape={stands === 'page' ? () => void leave() : undefined}
      onDirty={now => {
        dirty.current = now
        work?.onDirty(now)
      }}
    >
      {form => {
        methods.current = form
        return (
          <>
            {draft && stands === 'page' ? (
              <div className={styles.draft}>
                <Note kind="info">Continuando o rascunho desta aba.</Note>
                <Button variant="ghost" onClick={startOver}>
                  Começar de novo
                </Button>
              </div>
            ) : null}
            {typeof children === 'function' ? children(form) : children}
            {changed ? <ChangedMeanwhile changed={changed} /> : null}
            <FormFooter
              submitLabel={(typeof submitLabel === 'function' ? submitLabel(form) : submitLabel) ?? ask.submit}
              disabled={mayNotSend || (typeof disabled === 'function' ? disabled(form) : disabled)}
              cancelLabel={back?.label}
              onCancel={back ? back.run : () => void leave()}
            >
              {footer}
            </FormFooter>
            <KeepsDraft asking={asking} opened={opened} draft={draft} onOlder={meet} />
          </>
        )
      }}
    </Form>
  )
  if (stands !== 'dialog') return <section ref={body}>{fields}</section>
  return (
    <Dialog
      open
      onClose={() => void leave()}
      title={title}
      description={description ?? ask.lead?.(target)}
      width={width}
      initialFocus={() => firstField(body.current, isGiven)}
      returnFocus={() => (opener?.isConnected ? opener.focus() : returnFocus())}
    >
      <div className={classNames(dialog.body, drawer.body)} ref={body}>
        <AwayInDialog />
        {fields}
      </div>
    </Dialog>
  )
}

/** What was typed here before and differs from what the form opens with. */
function draftOf(asking: Asking, opened: Readonly<Record<string, unknown>>): Draft | undefined {
  if (asking.source !== 'address' && Object.keys(asking.given).length > 0) return undefined
  const draft = readDraft(asking)
  return draft && Object.keys(draft.typed).some(name => name in opened && !same(draft.typed[name], draft.opened[name])) ? draft : undefined
}

interface KeepsDraftProps {
  asking: Asking
  opened: Readonly<Record<string, unknown>>
  draft: Draft | undefined
  /** The draft was typed over an older state of the record. */
  onOlder(before: Readonly<Record<string, unknown>>, theirs: never): void
}

/** Takes up the draft of this form, and keeps what is typed from then on. Stands after the fields: a list of lines must be there to be filled. */
function KeepsDraft({ asking, opened, draft, onOlder }: KeepsDraftProps) {
  const { subscribe, setValue } = useFormContext()
  const first = useRef({ opened, onOlder })
  useEffect(() => {
    if (draft === undefined) return
    for (const [name, value] of Object.entries(draft.typed))
      if (name in first.current.opened && !same(value, draft.opened[name])) setValue(name, value, { shouldDirty: true })
    if (Object.keys(draft.opened).some(name => !same(draft.opened[name], first.current.opened[name])))
      first.current.onOlder(draft.opened, first.current.opened as never)
  }, [draft, setValue])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let keep: (() => void) | undefined
    const stop = subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => {
        keep = () => keepDraft(asking, isDirty === true ? { opened, typed: values } : undefined)
        clearTimeout(timer)
        timer = setTimeout(keep, DRAFT_AFTER_MS)
      },
    })
    // What was typed a moment ago is kept when the page goes, too.
    const keepNow = () => {
      clearTimeout(timer)
      keep?.()
    }
    window.addEventListener('pagehide', keepNow)
    return () => {
      window.removeEventListener('pagehide', keepNow)
      keepNow()
      stop()
    }
  }, [asking, opened, subscribe])
  return null
}
