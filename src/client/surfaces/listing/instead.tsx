// What a listing shows instead of rows, and the line that says the rows may be old.
import type { RefObject } from 'react'
import { ApiError } from '#client/data/api.ts'
import { Button } from '#client/kit/button.tsx'
import { Icon } from '#client/kit/icon.tsx'
import { Kbd } from '#client/kit/kbd.tsx'
import { Empty, ErrorState, mayRetry } from '#client/kit/states.tsx'
import ledger from '../ledger/ledger.module.css'
import type { AnyListing, ListingReading } from './props.ts'

interface NoRowsProps extends Pick<AnyListing, 'empty' | 'onFilter'> {
  filtered: boolean
  input: RefObject<HTMLInputElement | null>
}

export function NoRows({ filtered, empty, onFilter, input }: NoRowsProps) {
  if (!filtered) return <Empty title={empty.title} text={empty.text} actions={empty.actions} />
  return (
    <Empty
      title="Nada com este filtro"
      text={
        <>
          <Kbd chord="Escape" /> limpa o filtro
        </>
      }
      actions={
        <Button
          size="form"
          onClick={() => {
            onFilter('')
            input.current?.focus()
          }}
        >
          Limpar filtro
        </Button>
      }
    />
  )
}

interface FailedProps {
  label: string
  reading: ListingReading
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : 'O servidor não respondeu.')

export function Failed({ label, reading }: FailedProps) {
  const { error } = reading
  const isDenied = error instanceof ApiError && error.status === 403
  const title = `${isDenied ? 'Sem acesso' : 'Não foi possível carregar'}: ${label.toLowerCase()}`
  return <ErrorState title={title} error={error} onRetry={() => void reading.refetch()} />
}

/** The rows stay when a later load fails; nothing is said of how many there are now. */
export function Outdated({ reading }: { reading: ListingReading }) {
  return (
    <div className={ledger.stale} role="alert">
      <Icon name="circle-alert" size="s" />
      <span>A lista pode estar desatualizada: {reasonOf(reading.error)}</span>
      {mayRetry(reading.error) ? <Button onClick={() => void reading.refetch()}>Tentar de novo</Button> : null}
    </div>
  )
}
