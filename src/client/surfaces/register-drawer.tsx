// The drawer of a register whose records have an address: read first, edited in the same place, and its states before and instead of that.
import { type ReactNode, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Form, FormFooter, type FormProps } from '#client/kit/form/form.tsx'
import { ErrorState, Skeleton } from '#client/kit/states.tsx'
import type { Need } from '#commands/kit/gate.ts'
import type { ScreenId } from '#commands/screens.ts'
import { formFailed, settleWrite, type WriteOutcome } from './form-outcome.ts'
import type { ListingReading } from './listing-screen.tsx'
import { mayDiscard, RecordDrawer, useEditing } from './record-drawer.tsx'

/** What the form of a drawer tells it. */
export interface FormWork {
  onDirty(dirty: boolean): void
  onDone(): void
}

interface RegisterDrawerProps<Row extends { id: string }> {
  id: string
  record: Row | undefined
  /** Of the list the record is found in. */
  reading: Omit<ListingReading, 'isFetching'> & { error: Error | null }
  list: ScreenId
  /** The right to edit. */
  needs: Need
  /** 'Contato' */
  noun: string
  nameOf(record: Row): string
  /** 'Este contato não existe mais', 'Não foi possível abrir o contato' */
  missing: string
  failed: string
  footer(record: Row): ReactNode
  /** Without `onEdit` the person may only read. */
  detail(record: Row, onEdit: (() => void) | undefined): ReactNode
  form(record: Row, work: FormWork): ReactNode
}

export function RegisterDrawer<Row extends { id: string }>(props: RegisterDrawerProps<Row>) {
  const { id, record, reading, list, needs, noun } = props
  const { may, editing, setEditing } = useEditing(id, needs)
  const [dirty, setDirty] = useState(false)
  const onDone = () => {
    setEditing(false)
    setDirty(false)
  }
  const body = () => {
    const missing = !reading.isPending && !reading.isError && record === undefined
    if (reading.isError || missing)
      return (
        <ErrorState title={missing ? props.missing : props.failed} text={reading.error?.message} onRetry={() => void reading.refetch()} />
      )
    if (record === undefined) return <Skeleton rows={6} />
    return editing ? props.form(record, { onDirty: setDirty, onDone }) : props.detail(record, may ? () => setEditing(true) : undefined)
  }
  return (
    <RecordDrawer
      id={id}
      list={list}
      label={record ? props.nameOf(record) : noun}
      where={noun}
      dirty={dirty}
      onLeaveForm={editing ? onDone : undefined}
      footer={record && !editing ? props.footer(record) : undefined}
    >
      {body()}
    </RecordDrawer>
  )
}

interface RecordFormProps<Input extends FieldValues, Output>
  extends Pick<FormProps<Input, Output>, 'schema' | 'defaults' | 'label' | 'children'>,
    FormWork {
  /** Writes, and answers what is said and undone. */
  save(values: Output): Promise<WriteOutcome>
}

/** The form inside a drawer: saved or left, the record is read again. */
export function RecordForm<Input extends FieldValues, Output>(props: RecordFormProps<Input, Output>) {
  const { schema, defaults, label, children, save, onDirty, onDone } = props
  const [dirty, setDirty] = useState(false)
  const submit = async (values: Output) => {
    try {
      settleWrite(await save(values))
      onDone()
    } catch (error) {
      formFailed(error)
    }
  }
  const leave = async () => {
    if (await mayDiscard(dirty)) onDone()
  }
  const tellDirty = (now: boolean) => {
    setDirty(now)
    onDirty(now)
  }
  return (
    <section>
      <Form schema={schema} defaults={defaults} onSubmit={submit} label={label} onDirty={tellDirty}>
        {form => (
          <>
            {typeof children === 'function' ? children(form) : children}
            <FormFooter submitLabel="Salvar" onCancel={() => void leave()} />
          </>
        )}
      </Form>
    </section>
  )
}
