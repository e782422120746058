// What a list of files for the bank says of any of them, of charges or of payments: its name, its amount, and the file itself.
import type { ReactNode } from 'react'
import drawer from '#client/kit/drawer.module.css'
import { DrawerSection, Note } from '#client/kit/drawer.tsx'
import facts from '#client/kit/facts.module.css'
import text from '#client/kit/look/text.module.css'
import type { RegisterColumn } from '#client/surfaces/listing-screen.tsx'
import { Detail } from '#client/surfaces/record-drawer.tsx'
import { formatMoment } from '#domain/days.ts'
import { formatAmount, formatCents } from '#domain/money.ts'

export interface SentFile {
  id: string
  /** Null while it waits to be made. */
  sequence: number | null
  agreement_name: string
  total_cents: number
  file_name: string | null
  generated_at: string | null
  sent_at: string | null
  sent_by_name: string | null
  sha256: string | null
}

export const nameOf = ({ sequence, agreement_name }: SentFile): string =>
  sequence === null ? `A enviar, ${agreement_name}` : `Remessa ${sequence}, ${agreement_name}`

export const nameColumn = (least: number): RegisterColumn<SentFile> => ({
  id: 'name',
  title: 'Remessa',
  least,
  sort: one => one.sequence ?? Number.MAX_SAFE_INTEGER,
  render: one => <span className={text.med}>{one.sequence === null ? 'A enviar' : `Remessa ${one.sequence}`}</span>,
})

export const AMOUNT_COLUMN: RegisterColumn<SentFile> = {
  id: 'amount',
  title: 'Valor (R$)',
  width: 124,
  align: 'right',
  sort: one => one.total_cents,
  render: one => <span className={text.med}>{formatAmount(one.total_cents)}</span>,
}

/** Name, amount and state; what is a test says so, with what follows of it here. */
export function FileHead({ one, badge, test }: { one: SentFile; badge: ReactNode; test: { bank: string; more?: string } | undefined }) {
  return (
    <section>
      <h2>{nameOf(one)}</h2>
      <div className={drawer.amountLine}>
        <span className={text.big}>{formatCents(one.total_cents)}</span>
        <span className={text.grow} />
        {badge}
      </div>
      {test ? (
        <Note kind="info">
          Arquivo de teste: escrito por layout publicado, nunca experimentado com o banco ({test.bank}). Peça a homologação e marque o
          convênio como aprovado.{test.more ? ` ${test.more}` : ''}
        </Note>
      ) : null}
    </section>
  )
}

/** `kind` is the bank and its layout: 'Itaú, CNAB 400'. */
export function FileFacts({ one, kind }: { one: SentFile; kind: string }) {
  return (
    <DrawerSection title="Arquivo">
      <dl className={facts.kv} data-part="facts">
        <Detail name="Banco">{kind}</Detail>
        <Detail name="Nome">{one.file_name}</Detail>
        <Detail name="Gerado em">{one.generated_at ? formatMoment(one.generated_at) : null}</Detail>
        <Detail name="Enviado em">{one.sent_at ? `${formatMoment(one.sent_at)}, por ${one.sent_by_name ?? 'alguém'}` : null}</Detail>
        <Detail name="SHA-256">{one.sha256?.slice(0, 16)}</Detail>
      </dl>
    </DrawerSection>
  )
}
