// All files of a company: by month, by what they belong to, shown, downloaded and sent.

import { Outlet } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useReading } from '#client/data/queries.ts'
import { NEW_LOOK } from '#client/kit/chip.tsx'
import { Icon, type IconName } from '#client/kit/icon.tsx'
import { Tabs } from '#client/kit/tabs.tsx'
import { RunsNew } from '#client/surfaces/asked/runs-new.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { useWhereabouts } from '#client/surfaces/context.ts'
import { ListingScreen } from '#client/surfaces/listing-screen.tsx'
import { Place } from '#client/surfaces/place.tsx'
import { listed } from '#client/surfaces/resource/list.tsx'
import { useCompanyId, usePeriod, useScreenSearch, useSetSearch } from '#client/surfaces/where.ts'
import { attachments } from '#contract/attachments.ts'
import { imports } from '#contract/bank-statements.ts'
import { openTable } from '#domain/open-table.ts'
import { DOCUMENT_KINDS, type DocumentKind, document, documentsOf, inPeriod } from '#resources/document.ts'
import { DocumentDrawer } from './document-drawer.tsx'

const NONE: readonly never[] = []

const LOOKS = openTable<DocumentKind, { many: string; icon: IconName }>(
  {
    BILL: { many: 'Contas a pagar', icon: 'receipt-text' },
    RECEIVABLE: { many: 'Contas a receber', icon: 'hand-coins' },
    INVOICE: { many: 'Notas fiscais', icon: 'file-text' },
    STATEMENT: { many: 'Extratos', icon: 'scroll-text' },
    ASSOCIATE: { many: 'Sócios', icon: 'users' },
    LOOSE: { many: 'Da empresa', icon: 'folder' },
  },
  many => ({ ...NEW_LOOK, many }),
)

const list = listed(document, { mark: one => <Icon name={LOOKS[one.kind].icon} size="s" /> })

function useDocuments(c: string) {
  const maySeeStatements = useWhereabouts(now => now.can)('bank_accounts:v')
  const files = useReading(attachments.list, { params: { c }, query: {} })
  const statements = useReading(imports.list, { params: { c } })
  const sent = maySeeStatements ? statements.data : NONE
  const documents = useMemo(() => (files.data && sent ? documentsOf(files.data, sent) : NONE), [files.data, sent])
  const failed = files.isError || (maySeeStatements && statements.isError)
  return {
    documents,
    reading: {
      isPending: !failed && (files.isPending || (maySeeStatements && statements.isPending)),
      isError: failed,
      isFetching: files.isFetching || statements.isFetching,
      error: files.error ?? statements.error,
      refetch: () => Promise.all([files.refetch(), statements.refetch()]),
    },
  }
}

export const UploadDocuments = () => <RunsNew command="document.upload" list="documents" />

export function DocumentsScreen() {
  const c = useCompanyId()
  const period = usePeriod()
  const setSearch = useSetSearch()
  const { documents: filter = '', tipo = '' } = useScreenSearch()
  const { documents, reading } = useDocuments(c)
  const [openId, setOpenId] = useState<string>()
  const { start, end } = period
  const all = useMemo(() => inPeriod(documents, { ...(start ? { start } : {}), ...(end ? { end } : {}) }), [documents, start, end])
  const rows = useMemo(() => (tipo === '' ? all : all.filter(one => one.kind === tipo)), [all, tipo])
  const present = DOCUMENT_KINDS.filter(kind => kind === tipo || all.some(one => one.kind === kind))
  const tabs = [
    { id: '', title: 'Todos', count: all.length },
    ...present.map(kind => ({ id: kind, title: LOOKS[kind].many, count: all.filter(one => one.kind === kind).length })),
  ]
  const open = documents.find(one => one.id === openId)
  return (
    <>
      <ListingScreen
        {...list}
        label={`Documentos, ${period.label}`}
        kind="document"
        rows={rows}
        reading={reading}
        filter={filter}
        onFilter={text => setSearch({ documents: text })}
        toolbar="documents.toolbar"
        openId={openId}
        onOpen={one => setOpenId(one.id)}
        head={<Tabs label="Tipo de documento" tabs={tabs} value={tipo} onChange={id => setSearch({ tipo: id })} />}
        primary={<Place at="documents.page" />}
        empty={{
          title: start ? 'Nenhum documento neste período' : 'Nenhum documento',
          text: 'Anexos de contas, extratos importados, arquivos das notas e o que você enviar aparecem aqui.',
          actions: (
            <>
              <Place at="documents.empty" />
              {start ? <CommandButton id="period.all" size="form" /> : null}
            </>
          ),
        }}
      >
        {open ? <DocumentDrawer key={open.id} document={open} onClose={() => setOpenId(undefined)} /> : null}
      </ListingScreen>
      <Outlet />
    </>
  )
}
