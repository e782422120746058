// One file: shown where a browser can show it, with what it belongs to and what can be done with it.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { fetchFile } from '#client/data/api.ts'
import { classNames } from '#client/kit/class-names.ts'
import { DrawerSection } from '#client/kit/drawer.tsx'
import facts from '#client/kit/facts.module.css'
import { fileSizeText } from '#client/kit/form/file-field.tsx'
import text from '#client/kit/look/text.module.css'
import { momentWords } from '#client/kit/moment-words.ts'
import { ErrorState, Skeleton } from '#client/kit/states.tsx'
import { ActsOn, useWhereabouts } from '#client/surfaces/context.ts'
import { Place } from '#client/surfaces/place.tsx'
import { Detail, RecordDrawer } from '#client/surfaces/record-drawer.tsx'
import { targetOn } from '#commands/kit/command.ts'
import { type CompanyDocument, KIND_LOOKS } from './document-model.ts'
import styles from './documents.module.css'

export function DocumentDrawer({ document: one, onClose }: { document: CompanyDocument; onClose(): void }) {
  const company = useWhereabouts(now => now.company)
  return (
    <ActsOn value={targetOn('document', [one], { company, from: 'focus' })}>
      <RecordDrawer
        id={one.id}
        list="documents"
        label={one.name}
        where="Documento"
        onClose={onClose}
        footer={<Place at="document.drawer" />}
      >
        <section>
          <h2 className={styles.documentTitle}>{one.name}</h2>
        </section>
        {one.preview ? <Preview document={one} as={one.preview} /> : null}
        <DrawerSection title="Dados">
          <dl className={facts.kv} data-part="facts">
            <Detail name="Pertence a">{KIND_LOOKS[one.kind].label}</Detail>
            <Detail name="O que é">{one.paper}</Detail>
            <Detail name="Formato">{one.format}</Detail>
            <Detail name="Tamanho">{one.size_bytes === undefined ? null : fileSizeText(one.size_bytes)}</Detail>
            <Detail name="Enviado">{momentWords(Date.parse(one.created_at), Date.now())}</Detail>
          </dl>
          {one.preview ? null : <p className={classNames(text.m, text.small)}>O navegador não mostra este formato: baixe para abrir.</p>}
        </DrawerSection>
      </RecordDrawer>
    </ActsOn>
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

function Preview({ document: { id, name, address }, as }: { document: CompanyDocument; as: 'image' | 'pdf' }) {
  const file = useQuery({ queryKey: ['document', id], queryFn: () => fetchFile(address), gcTime: 0, staleTime: Number.POSITIVE_INFINITY })
  const url = useObjectUrl(file.data)
  if (file.isError)
    return <ErrorState title="Não foi possível abrir o arquivo" text={file.error.message} onRetry={() => void file.refetch()} />
  if (url === undefined) return <Skeleton rows={4} />
  return (
    <section className={styles.documentPreview}>
      {as === 'image' ? <img src={url} alt={name} /> : <iframe src={url} title={name} />}
    </section>
  )
}
