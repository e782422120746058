// What a customer sees behind a link: one note to download, or one charge to pay. No sign-in, and nothing else of the company.
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useLayoutEffect, useState } from 'react'
import { ApiError } from '#client/data/api.ts'
import { useReading } from '#client/data/queries.ts'
import { pageBrand, setPageTitle } from '#client/kit/brand.ts'
import { Button } from '#client/kit/button.tsx'
import { Badge } from '#client/kit/chip.tsx'
import { Note } from '#client/kit/drawer.tsx'
import facts from '#client/kit/facts.module.css'
import { AuthLayout } from '#client/kit/layout/auth-layout.tsx'
import text from '#client/kit/look/text.module.css'
import { PixCode, SlipLine } from '#client/kit/pay-codes.tsx'
import { ErrorState, Skeleton } from '#client/kit/states.tsx'
import { Detail } from '#client/surfaces/record-drawer.tsx'
import { useRouteParam } from '#client/surfaces/where.ts'
import { chargeLinks, type LinkedCharge, type LinkedNote, noteLinks } from '#contract/document-links.ts'
import { pathOf } from '#contract/kit/endpoint.ts'
import { formatDay } from '#domain/days.ts'
import { documentKind, formatDocument } from '#domain/documents.ts'
import { INVOICE_KIND_LABELS } from '#domain/fiscal/codes.ts'
import { CHARGE_STATUS_LABELS, INVOICE_STATUS_LABELS } from '#domain/labels.ts'
import { formatCents } from '#domain/money.ts'
import styles from './linked-pages.module.css'

export function LinkedNotePage() {
  const token = useRouteParam('token') ?? ''
  const note = useReading(noteLinks.open, { params: { token } })
  const title = note.data ? [INVOICE_KIND_LABELS[note.data.kind], note.data.number].filter(Boolean).join(' ') : 'Nota fiscal'
  return (
    <Page title={title} lead={note.data?.issuer_name} reading={note}>
      {read => <LinkedNoteBody token={token} note={read} />}
    </Page>
  )
}

export function LinkedChargePage() {
  const token = useRouteParam('token') ?? ''
  const charge = useReading(chargeLinks.open, { params: { token } })
  return (
    <Page title="Cobrança" lead={charge.data?.recipient_name} reading={charge}>
      {read => <LinkedChargeBody token={token} charge={read} />}
    </Page>
  )
}

interface PageProps<T> {
  title: string
  lead: string | undefined
  reading: UseQueryResult<T>
  children(read: T): ReactNode
}

function Page<T>({ title, lead, reading, children }: PageProps<T>) {
  useLayoutEffect(() => setPageTitle(title), [title])
  const missing = reading.error instanceof ApiError && reading.error.status === 404
  return (
    <AuthLayout brand={pageBrand()} title={title} lead={lead}>
      {reading.isPending ? (
        <Skeleton rows={4} />
      ) : reading.isError ? (
        <ErrorState
          title={missing ? 'Este link não está mais disponível' : 'Não foi possível abrir o documento'}
          error={reading.error}
          {...(missing ? { text: 'Ele pode ter vencido ou estar incompleto. Peça outro a quem o enviou.' } : {})}
          onRetry={() => void reading.refetch()}
        />
      ) : (
        children(reading.data)
      )}
    </AuthLayout>
  )
}

const personText = (name: string, document: string | null): string =>
  document === null ? name : `${name}, ${documentKind(document)} ${formatDocument(document)}`

function LinkedNoteBody({ token, note }: { token: string; note: LinkedNote }) {
  return (
    <div className={styles.linked}>
      <div className={styles.amount}>
        <span className={text.big}>{formatCents(note.amount_cents)}</span>
        <Badge tone={note.status === 'ISSUED' ? 'ok' : 'warning'} icon={note.status === 'ISSUED' ? 'circle-check' : 'ban'}>
          {INVOICE_STATUS_LABELS[note.status]}
        </Badge>
      </div>
      {note.status === 'CANCELLED' ? <Note kind="warning">Esta nota foi cancelada por quem a emitiu.</Note> : null}
      <dl className={facts.kv} data-part="facts">
        <Detail name="Emitida por">{personText(note.issuer_name, note.issuer_document)}</Detail>
        <Detail name="Para">{note.customer_name}</Detail>
        <Detail name="Emissão">{formatDay(note.day)}</Detail>
      </dl>
      <div className={styles.files}>
        {note.files.map(type => (
          <Button key={type} asChild size="form" variant={type === 'pdf' ? 'primary' : 'secondary'}>
            <a href={pathOf(noteLinks.file, { token, document: type })} download>
              Baixar {type.toUpperCase()}
            </a>
          </Button>
        ))}
      </div>
    </div>
  )
}

function LinkedChargeBody({ token, charge }: { token: string; charge: LinkedCharge }) {
  const payable = charge.emv_code !== null || charge.digitable_line !== null
  return (
    <div className={styles.linked}>
      <div className={styles.amount}>
        <span className={text.big}>{formatCents(charge.amount_cents)}</span>
        <Badge tone={payable ? 'muted' : 'quiet'} icon={payable ? 'circle-dashed' : 'check-check'}>
          {CHARGE_STATUS_LABELS[charge.status]}
        </Badge>
      </div>
      <dl className={facts.kv} data-part="facts">
        <Detail name="Quem recebe">{personText(charge.recipient_name, charge.recipient_document)}</Detail>
        <Detail name="Quem paga">{charge.payer_name}</Detail>
        <Detail name="Vencimento">{formatDay(charge.due_date)}</Detail>
        <Detail name="Descrição">{charge.additional_information}</Detail>
      </dl>
      {payable ? null : <Note kind="info">Esta cobrança não está mais em aberto.</Note>}
      {charge.emv_code ? (
        <PixCode emv_code={charge.emv_code} qr_code={charge.qr_code} action={<Copies what={charge.emv_code} />} large />
      ) : null}
      {charge.digitable_line ? (
        <SlipLine digitable_line={charge.digitable_line} barcode={charge.barcode} action={<Copies what={charge.digitable_line} />} />
      ) : null}
      {payable ? (
        <div className={styles.files}>
          <Button asChild size="form">
            <a href={pathOf(chargeLinks.file, { token })} download>
              Baixar PDF
            </a>
          </Button>
        </div>
      ) : null}
    </div>
  )
}

function Copies({ what }: { what: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(what)
    setCopied(true)
  }
  return (
    <Button variant="ghost" icon={copied ? 'check' : 'copy'} onClick={() => void copy()}>
      {copied ? 'Copiado' : 'Copiar'}
    </Button>
  )
}
