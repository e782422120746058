// Notes asked for by their key: those that wait, and what came of the last.
import { useReading } from '#client/data/queries.ts'
import { Note } from '#client/kit/drawer.tsx'
import { useCompanyId } from '#client/surfaces/where.ts'
import { type NoteLookup, noteLookups } from '#contract/note-lookups.ts'
import { groupKey } from '#domain/fiscal/access-key.ts'
import { counted } from '#domain/text.ts'

const KINDS = { WAITING: 'info', REFUSED: 'warning', FOUND: 'info' } as const

export function Lookups() {
  const c = useCompanyId()
  const lookups = useReading(noteLookups.list, { params: { c } }).data ?? []
  const waiting = lookups.filter(({ status }) => status === 'WAITING').length
  const [last] = lookups
  if (!last) return null
  return (
    <Note kind={KINDS[last.status]}>
      {wordsOf(last)}
      {waiting > 1 ? ` ${counted(waiting, ['consulta espera', 'consultas esperam'])} a resposta da SEFAZ.` : ''}
    </Note>
  )
}

const wordsOf = ({ access_key, status, answer }: NoteLookup): string =>
  `Nota de chave ${groupKey(access_key)}: ${answer ?? (status === 'WAITING' ? 'a resposta da SEFAZ está a caminho.' : '')}`
