// Who receives, as the bank names them, with what the books know of them: no payment is confirmed without it.
import { Badge } from '#client/kit/chip.tsx'
import { classNames } from '#client/kit/class-names.ts'
import { Icon } from '#client/kit/icon.tsx'
import text from '#client/kit/look/text.module.css'
import { Skeleton } from '#client/kit/states.tsx'
import { useToday } from '#client/kit/today.tsx'
import type { PayeeWord, PlannedPayment } from '#contract/payments.ts'
import { formatDay } from '#domain/days.ts'
import { documentKind, formatDocument } from '#domain/documents.ts'
import { formatCents } from '#domain/money.ts'
import { type PayeeMatch, payeeMark } from '#domain/payments/payees.ts'
import { bankDataText } from '#resources/kit/bank-data.ts'
import styles from './payee-card.module.css'

interface PayeeCardProps {
  /** Undefined while the bank is being asked. */
  word: PayeeWord | undefined
  amount_cents: number
  /** Of a slip the bank may name nobody: taxes and utilities. */
  isSlip: boolean
  /** The account of a contact without a key, and whether it was paid before. */
  account?: { to: PlannedPayment['bank_account']; known: boolean } | undefined
}

/** A CPF comes masked and is shown as it came. */
const documentText = (document: string): string =>
  document.includes('*') ? `CPF ${document}` : `${documentKind(document)} ${formatDocument(document)}`

export function PayeeCard({ word, amount_cents, isSlip, account }: PayeeCardProps) {
  if (word === undefined) return <Skeleton rows={3} />
  const { payee, match } = word
  if (payee === null && account?.to) return <Account to={account.to} known={account.known} refusal={word.refusal} />
  if (payee === null) return <Unnamed refusal={word.refusal} isSlip={isSlip} />
  return (
    <section
      className={classNames(styles.payee, match === 'OTHER' && styles.other)}
      aria-label="Quem recebe, segundo o banco"
      data-part="payee"
      data-match={match ?? undefined}
    >
      <Icon name={match === 'OTHER' ? 'triangle-alert' : 'shield-check'} />
      <div>
        <p className={text.m}>O banco diz que quem recebe é</p>
        <p className={styles.name}>{payee.name}</p>
        <p className={text.m}>{[documentText(payee.document_number), payee.bank_name].filter(Boolean).join(' · ')}</p>
        <PayeeMarks word={word} amount_cents={amount_cents} />
        {word.refusal ? <p className={text.dang}>{word.refusal}</p> : null}
      </div>
    </section>
  )
}

function Account({ to, known, refusal }: { to: NonNullable<PlannedPayment['bank_account']>; known: boolean; refusal: string | null }) {
  return (
    <section className={classNames(styles.payee, styles.unnamed)} aria-label="Quem recebe, segundo o cadastro" data-part="payee">
      <Icon name={refusal ? 'circle-x' : 'info'} />
      <div>
        <p className={text.m}>O cadastro diz que a conta é de</p>
        <p className={styles.name}>{to.name}</p>
        <p className={text.m}>{[documentText(to.document_number), bankDataText(to)].join(' · ')}</p>
        <p className={text.m}>O banco só confirma o titular ao pagar.</p>
        {known ? null : (
          <div className={styles.marks}>
            <Badge tone="warning" icon="info">
              primeira vez
            </Badge>
          </div>
        )}
        {refusal ? <p className={text.dang}>{refusal}</p> : null}
      </div>
    </section>
  )
}

function Unnamed({ refusal, isSlip }: { refusal: string | null; isSlip: boolean }) {
  const why = isSlip
    ? 'Guias e contas de consumo não dizem quem recebe: confira o que está impresso nela.'
    : 'O banco só diz quem recebe ao pagar: confira com o seu fornecedor.'
  return (
    <section className={classNames(styles.payee, styles.unnamed)} aria-label="Quem recebe, segundo o banco" data-part="payee">
      <Icon name={refusal ? 'circle-x' : 'info'} />
      <div>{refusal ? <p className={text.dang}>{refusal}</p> : <p>{why}</p>}</div>
    </section>
  )
}

export function PayeeMarks({ word: { payee, match, last_paid }, amount_cents }: { word: PayeeWord; amount_cents: number }) {
  const today = useToday()
  if (payee === null) return null
  const mark = payeeMark(last_paid, amount_cents, today)
  return (
    <div className={styles.marks}>
      <MatchBadge match={match} document={payee.document_number} />
      {mark === 'FIRST' ? (
        <Badge tone="warning" icon="info">
          primeira vez
        </Badge>
      ) : null}
      {mark === 'SAME_AS_LAST_MONTH' ? (
        <Badge tone="ok" icon="check">
          igual ao mês passado
        </Badge>
      ) : null}
      {mark === 'KNOWN' && last_paid ? (
        <span className={classNames(text.m, text.small)}>
          última vez em {formatDay(last_paid.date)}, {formatCents(last_paid.amount_cents)}
        </span>
      ) : null}
    </div>
  )
}

function MatchBadge({ match, document }: { match: PayeeMatch | null; document: string }) {
  if (match === null) return null
  if (match === 'OTHER')
    return (
      <Badge tone="danger" icon="triangle-alert">
        não é o fornecedor
      </Badge>
    )
  const kind = document.includes('*') ? 'CPF' : documentKind(document)
  return (
    <Badge tone="ok" icon="check">
      {match === 'SAME' ? `mesmo ${kind} do fornecedor` : 'outra filial do fornecedor'}
    </Badge>
  )
}
