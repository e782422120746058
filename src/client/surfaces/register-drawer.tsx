// The drawer of a register whose records have an address: read first, edited in the same place, and its states before and instead of that.
import { type ReactNode, useState } from 'react'
import { ErrorState, Skeleton } from '#client/kit/states.tsx'
import type { RecordName } from '#commands/kit/command.ts'
import type { CompanyScreen, PlainScreen, ScreenId, ScreenParam } from '#commands/screens.ts'
import { ActsOnRecord } from './acts-on-record.tsx'
import { discard } from './asked/draft.ts'
import { AskedInDrawer, useAskedInDrawer } from './asked/in-drawer.tsx'
import type { ListingReading } from './listing-screen.tsx'
import { useTellAbsent } from './missing.ts'
import { RecordDrawer } from './record-drawer.tsx'
import { useRouteParam } from './where.ts'

type DrawerReading = ListingReading & { error: Error | null }

interface RegisterDrawerProps<Row extends { id: string }> {
  id: string
  record: Row | undefined
  /** Of the list the record is found in. */
  reading: DrawerReading
  list: CompanyScreen | PlainScreen
  /** Of its records: forms of their commands stand here. */
  kind: RecordName
  /** 'Contato' */
  noun: string
  nameOf(record: Row): string
  /** 'Este contato não existe mais', 'Não foi possível abrir o contato' */
  missing: string
  failed: string
  footer(record: Row): ReactNode
  detail(record: Row): ReactNode
}

/** The record of the address, sought in its list. */
export function useListed<Row extends { id: string }>(
  param: ScreenParam<ScreenId>,
  reading: DrawerReading & { readonly data: readonly Row[] | undefined },
) {
  const id = useRouteParam(param) ?? ''
  return { id, record: reading.data?.find(one => one.id === id), reading }
}

export function RegisterDrawer<Row extends { id: string }>(props: RegisterDrawerProps<Row>) {
  const { id, record, reading, list, kind, noun } = props
  const asking = useAskedInDrawer(kind, id)
  useTellAbsent(reading, record)
  const [dirty, setDirty] = useState(false)
  const body = () => {
    const missing = !reading.isPending && !reading.isError && record === undefined
    if (reading.isError || missing)
      return missing ? (
        <ErrorState title={props.missing} text="Volte à lista e escolha outro: este pode ter sido excluído." />
      ) : (
        <ErrorState title={props.failed} error={reading.error} onRetry={() => void reading.refetch()} />
      )
    if (record === undefined) return <Skeleton rows={6} />
    return asking ? <AskedInDrawer key={asking.key} asking={asking} onDirty={setDirty} /> : props.detail(record)
  }
  return (
    <ActsOnRecord kind={kind} record={record as never}>
      <RecordDrawer
        id={id}
        list={list}
        label={record ? props.nameOf(record) : noun}
        where={noun}
        dirty={asking !== undefined && dirty}
        onLeaveForm={asking && (() => discard(asking))}
        footer={record && !asking ? props.footer(record) : undefined}
      >
        {body()}
      </RecordDrawer>
    </ActsOnRecord>
  )
}
