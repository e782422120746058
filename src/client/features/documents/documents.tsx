// All files of a company: by month, by what they belong to, shown, downloaded and sent.

import { Outlet } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useReading } from '#client/data/queries.ts'
import { classNames } from '#client/kit/class-names.ts'
import { fileSizeText } from '#client/kit/form/file-field.tsx'
import { Icon } from '#client/kit/icon.tsx'
import textStyles from '#client/kit/look/text.module.css'
import { Tabs } from '#client/kit/tabs.tsx'
import { RunsNew } from '#client/surfaces/asked/runs-new.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { useWhereabouts } from '#client/surfaces/context.ts'
import listingScreen from '#client/surfaces/listing-screen.module.css'
import { ListingScreen, type RegisterColumn } from '#client/surfaces/listing-screen.tsx'
import { Place } from '#client/surfaces/place.tsx'
import { useCompanyId, usePeriod, useScreenSearch, useSetSearch } from '#client/surfaces/where.ts'
import { attachments } from '#contract/attachments.ts'
import { imports } from '#contract/bank-statements.ts'
import { formatDay } from '#domain/days.ts'
import { DocumentDrawer } from './document-drawer.tsx'
import { type CompanyDocument, DOCUMENT_KINDS, documentsOf, inPeriod, KIND_LOOKS } from './document-model.ts'
import styles from './documents.module.css'

const NONE: readonly never[] = []

const belongsTo = ({ kind, paper }: CompanyDocument): string => [KIND_LOOKS[kind].label, paper].filter(Boolean).join(', ')

const columns: readonly RegisterColumn<CompanyDocument>[] = [
  {
    id: 'name',
    title: 'Arquivo',
    least: 240,
    sort: one => one.name,
    render: one => (
      <span className={styles.documentName}>
        <Icon name={KIND_LOOKS[one.kind].icon} size="s" />
        <span className={classNames(textStyles.med, textStyles.cut)}>{one.name}</span>
      </span>
    ),
  },
  { id: 'kind', title: 'Pertence a', width: 240, leaves: 2, sort: belongsTo, groupable: true, render: belongsTo },
  {
    id: 'format',
    title: 'Formato',
    width: 88,
    leaves: 1,
    sort: one => one.format,
    groupable: true,
    render: one => one.format || <span className={textStyles.m}>—</span>,
  },
  {
    id: 'size',
    title: 'Tamanho',
    width: 96,
    align: 'right',
    leaves: 3,
    sort: one => one.size_bytes ?? 0,
    render: one => (one.size_bytes === undefined ? <span className={textStyles.m}>—</span> : fileSizeText(one.size_bytes)),
  },
  {
    id: 'day',
    title: 'Enviado em',
    width: 108,
    sort: one => one.created_at,
    render: one => <span className={textStyles.tabular}>{formatDay(one.day)}</span>,
  },
]

const DocumentCard = ({ one }: { one: CompanyDocument }) => (
  <div className={listingScreen.registerCard}>
    <span className={listingScreen.name}>{one.name}</span>
    <span className={classNames(textStyles.m, textStyles.small)}>{one.format}</span>
    <span className={classNames(textStyles.m, textStyles.small)}>{belongsTo(one)}</span>
    <span className={classNames(textStyles.m, textStyles.small, textStyles.tabular)}>{formatDay(one.day)}</span>
  </div>
)

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
    ...present.map(kind => ({ id: kind, title: KIND_LOOKS[kind].many, count: all.filter(one => one.kind === kind).length })),
  ]
  const open = documents.find(one => one.id === openId)
  return (
    <>
      <ListingScreen
        label={`Documentos, ${period.label}`}
        kind="document"
        noun={['documento', 'documentos']}
        rows={rows}
        reading={reading}
        columns={columns}
        rowName={one => one.name}
        textOf={one => `${one.name} ${belongsTo(one)} ${one.format}`}
        card={one => <DocumentCard one={one} />}
        filter={filter}
        onFilter={text => setSearch({ documents: text })}
        placeholder="Filtrar por nome ou tipo"
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
