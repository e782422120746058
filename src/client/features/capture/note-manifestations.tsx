// What the company said of a note to its authority, what the authority answered, and what may be said now.
import drawer from '#client/kit/drawer.module.css'
import { DrawerSection, Note } from '#client/kit/drawer.tsx'
import text from '#client/kit/look/text.module.css'
import { Place } from '#client/surfaces/place.tsx'
import type { NoteManifestation, ReceivedNote } from '#contract/received-notes.ts'
import { formatMoment } from '#domain/days.ts'
import { isDisowned, MANIFESTATION_LABELS } from '#domain/fiscal/manifestations.ts'
import { isSummary } from './note-words.ts'

export function Manifestations({ note }: { note: ReceivedNote }) {
  const { manifestations, entries } = note
  return (
    <DrawerSection title="Manifestação do destinatário">
      {manifestations.length === 0 ? (
        <p className={text.m}>
          {isSummary(note)
            ? 'Dê ciência da operação: a SEFAZ então entrega o XML completo.'
            : 'A empresa nada disse à SEFAZ sobre esta nota.'}
        </p>
      ) : null}
      {manifestations.map(said => (
        <Said key={said.id} said={said} />
      ))}
      {isSummary(note) && manifestations.at(-1)?.status === 'REGISTERED' ? (
        <p className={text.m}>O XML completo vem em instantes, ou com a próxima busca de notas.</p>
      ) : null}
      {isDisowned(manifestations) && entries.length > 0 ? <Note kind="danger">A conta a pagar feita dela continua lançada.</Note> : null}
      <Place at="captured_note.facts" />
    </DrawerSection>
  )
}

function Said({ said }: { said: NoteManifestation }) {
  const { kind, status, registered_at, protocol, justification, reason, silence, elsewhere, created_at } = said
  return (
    <>
      <div className={drawer.line}>
        <span>{MANIFESTATION_LABELS[kind]}</span>
        <span className={drawer.end}>
          {status === 'PROCESSING' ? 'Sendo enviada' : status === 'REJECTED' ? 'Recusada' : formatMoment(registered_at ?? created_at)}
        </span>
      </div>
      {elsewhere ? <p className={text.m}>Enviada por outro sistema da empresa.</p> : null}
      {justification ? <p className={text.m}>{justification}</p> : null}
      {protocol ? <p className={text.m}>{`Protocolo ${protocol}`}</p> : null}
      {status === 'REJECTED' ? <Note kind="danger">{reason}</Note> : null}
      {silence ? <Note kind="warning">{`Sem resposta da SEFAZ, tentando de novo: ${silence}`}</Note> : null}
    </>
  )
}
