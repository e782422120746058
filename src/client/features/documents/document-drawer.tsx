// One file: shown where a browser can show it, with what it belongs to and what can be done with it.

import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { fetchFile } from '#client/data/api.ts'
import { Note } from '#client/kit/drawer.tsx'
import { ErrorState, Skeleton } from '#client/kit/states.tsx'
import { ActsOnRecord } from '#client/surfaces/acts-on-record.tsx'
import { Place } from '#client/surfaces/place.tsx'
import { RecordDrawer } from '#client/surfaces/record-drawer.tsx'
import { Sections } from '#client/surfaces/resource/drawer.tsx'
import { type CompanyDocument, document } from '#resources/document.ts'
import styles from './documents.module.css'

export function DocumentDrawer({ document: one, onClose }: { document: CompanyDocument; onClose(): void }) {
  return (
    <ActsOnRecord kind="document" record={one}>
      <RecordDrawer
        id={one.id}
        list="documents"
        label={one.title}
        where="Documento"
        onClose={onClose}
        footer={<Place at="document.drawer" />}
      >
        <section>
          <h2 className={styles.documentTitle}>{one.title}</h2>
        </section>
        {one.preview ? <Preview document={one} as={one.preview} /> : null}
        <Sections of={document} record={one} />
        {one.preview ? null : <Note kind="info">O navegador não mostra este formato: baixe para abrir.</Note>}
      </RecordDrawer>
    </ActsOnRecord>
  )
}

/** The file's own address in this page, given back when nobody looks at it any more. */
function useObjectUrl(file: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (file === undefined) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}

function Preview({ document: { id, title, address }, as }: { document: CompanyDocument; as: 'image' | 'pdf' }) {
  const file = useQuery({ queryKey: ['document', id], queryFn: () => fetchFile(address), gcTime: 0, staleTime: Number.POSITIVE_INFINITY })
  const url = useObjectUrl(file.data)
  if (file.isError) return <ErrorState title="Não foi possível abrir o arquivo" error={file.error} onRetry={() => void file.refetch()} />
  if (url === undefined) return <Skeleton rows={4} />
  return (
    <section className={styles.documentPreview}>
      {as === 'image' ? <img src={url} alt={title} /> : <iframe src={url} title={title} />}
    </section>
  )
}
