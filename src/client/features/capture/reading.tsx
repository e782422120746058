// Notes that come by themselves: whether they do, what the authority said last, and when it is asked again.
import { useReading } from '#client/data/queries.ts'
import { Note } from '#client/kit/drawer.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { useCompanyId } from '#client/surfaces/where.ts'
import { type NoteReading, noteReading } from '#contract/note-reading.ts'
import { formatMoment } from '#domain/days.ts'
import { counted } from '#domain/text.ts'
import styles from './capture.module.css'

export function Reading() {
  const c = useCompanyId()
  const reading = useReading(noteReading.get, { params: { c } }).data
  if (!reading) return null
  return (
    <div className={styles.captureOff}>
      <Note kind="info">
        {reading.enabled ? wordsOf(reading) : 'As NF-e podem chegar sozinhas, buscadas na SEFAZ com o certificado da empresa.'}
      </Note>
      {reading.enabled ? (
        <>
          <CommandButton id="capture.read-now" short variant="secondary" icon />
          <CommandButton id={reading.acknowledges ? 'capture.acknowledge-off' : 'capture.acknowledge-on'} short variant="ghost" />
          <CommandButton id="capture.read-off" short variant="ghost" />
        </>
      ) : (
        <CommandButton id="capture.read-on" short variant="secondary" icon />
      )}
    </div>
  )
}

function wordsOf({ answer, read_at, next_at, refused_count, acknowledges }: NoteReading): string {
  if (read_at === null) return 'Busca na SEFAZ ligada: a primeira consulta está a caminho.'
  return [
    `Busca na SEFAZ em ${formatMoment(read_at)}: ${answer ?? ''}`,
    next_at ? ` A próxima é em ${formatMoment(next_at)}.` : '',
    acknowledges ? ' Ciência automática ligada.' : '',
    refused_count > 0 ? ` ${counted(refused_count, ['documento não pôde ser lido', 'documentos não puderam ser lidos'])}.` : '',
  ].join('')
}
