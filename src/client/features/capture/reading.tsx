// Notes that come by themselves: whether they do, what the authority said last, and when it is asked again.
import { useReading } from '#client/data/queries.ts'
import { Note } from '#client/kit/drawer.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { useCompanyId } from '#client/surfaces/where.ts'
import { type NoteReading, noteReading } from '#contract/note-reading.ts'
import { formatMoment } from '#domain/days.ts'
import { NOTE_SOURCES, type NoteSource } from '#domain/fiscal/note-sources.ts'
import { counted } from '#domain/text.ts'
import styles from './capture.module.css'

const WORDS = {
  NFE: {
    name: 'Busca de NF-e',
    off: 'As NF-e podem chegar sozinhas, buscadas na SEFAZ com o certificado da empresa.',
    commands: { on: 'capture.read-on', off: 'capture.read-off', now: 'capture.read-now' },
  },
  NFSE: {
    name: 'Busca de NFS-e',
    off: 'As NFS-e também podem chegar sozinhas, buscadas no ambiente nacional.',
    commands: { on: 'capture.services-on', off: 'capture.services-off', now: 'capture.services-now' },
  },
} as const

const LACKS_STATE = 'Antes, informe o endereço dela: a SEFAZ é consultada pelo estado.'

/** `lacksState` is a company whose address nobody gave. */
export const Readings = ({ lacksState }: { lacksState: boolean }) =>
  NOTE_SOURCES.map(source => <Reading key={source} source={source} lacksState={lacksState && source === 'NFE'} />)

function Reading({ source, lacksState }: { source: NoteSource; lacksState: boolean }) {
  const c = useCompanyId()
  const reading = useReading(noteReading.get, { params: { c }, query: { source } }).data
  if (!reading) return null
  const { commands, off } = WORDS[source]
  return (
    <div className={styles.captureOff}>
      <Note kind="info">{reading.enabled ? wordsOf(reading) : lacksState ? `${off} ${LACKS_STATE}` : off}</Note>
      {reading.enabled ? (
        <>
          <CommandButton id={commands.now} short variant="secondary" icon />
          {source === 'NFE' ? (
            <CommandButton id={reading.acknowledges ? 'capture.acknowledge-off' : 'capture.acknowledge-on'} short variant="ghost" />
          ) : null}
          <CommandButton id={commands.off} short variant="ghost" />
        </>
      ) : (
        <CommandButton id={lacksState ? 'invoice.address' : commands.on} short variant="secondary" icon />
      )}
    </div>
  )
}

function wordsOf({ source, answer, read_at, next_at, refused_count, acknowledges }: NoteReading): string {
  const { name } = WORDS[source]
  if (read_at === null)
    return answer === null ? `${name} ligada: a primeira consulta está a caminho.` : `${name} ligada, sem consulta: ${answer}`
  return [
    `${name} em ${formatMoment(read_at)}: ${answer ?? ''}`,
    next_at ? ` A próxima é em ${formatMoment(next_at)}.` : '',
    acknowledges ? ' Ciência automática ligada.' : '',
    refused_count > 0 ? ` ${counted(refused_count, ['documento não pôde ser lido', 'documentos não puderam ser lidos'])}.` : '',
  ].join('')
}
