// What hinders issuing, as a checklist each line of which leads to where it is put right; and the month's limit.
import { Badge } from '#client/kit/chip.tsx'
import { classNames } from '#client/kit/class-names.ts'
import { Note } from '#client/kit/drawer.tsx'
import type { IconName } from '#client/kit/icon.tsx'
import text from '#client/kit/look/text.module.css'
import { ErrorState, Skeleton } from '#client/kit/states.tsx'
import { useToday } from '#client/kit/today.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { FormPage } from '#client/surfaces/form-page.tsx'
import { addMonths, formatDay, formatMonth, monthOf, startOfMonth } from '#domain/days.ts'
import { formatCount } from '#domain/text.ts'
import { kindsOf, useNoteRoute } from './invoice-kind.ts'
import styles from './invoices.module.css'
import { type Check, type CheckState, checksOf, useIssuingFacts } from './readiness.ts'

export function PendingScreen() {
  const { note } = useNoteRoute()
  const { facts, settings, failed, retry } = useIssuingFacts()
  const checks = facts ? checksOf(facts, kindsOf(note)) : []
  const missing = checks.filter(check => check.state === 'missing').length
  return (
    <FormPage
      title="Pendências para emitir"
      lead={`O que a empresa precisa para emitir ${note.kind === 'SERVICE' ? 'NFS-e' : 'NF-e e NFC-e'}.`}
    >
      {failed ? <ErrorState title="Não foi possível ler as pendências" error={failed} onRetry={retry} /> : null}
      {!facts && !failed ? <Skeleton rows={6} /> : null}
      {facts ? (
        <>
          {settings?.environment === 'LOCAL' ? <Note kind="info">Ambiente local: as notas não têm valor fiscal.</Note> : null}
          <p className={classNames(styles.pendingCount, text.med)}>{missingWords(missing)}</p>
          <ul className={styles.checks}>
            {checks.map(check => (
              <CheckLine key={check.id} check={check} />
            ))}
          </ul>
          {missing === 0 ? <CommandButton id={`${note.name}-invoice.create`} variant="primary" size="form" icon /> : null}
        </>
      ) : null}
    </FormPage>
  )
}

const missingWords = (missing: number): string =>
  missing === 0 ? 'Tudo pronto para emitir.' : missing === 1 ? 'Falta 1 item.' : `Faltam ${missing} itens.`

const LOOKS: Record<CheckState, { icon: IconName; tone: 'ok' | 'danger' | 'warning'; word: string }> = {
  done: { icon: 'circle-check', tone: 'ok', word: 'Pronto' },
  missing: { icon: 'circle-alert', tone: 'danger', word: 'Falta' },
  advice: { icon: 'info', tone: 'warning', word: 'Atenção' },
}

function CheckLine({ check }: { check: Check }) {
  const { icon, tone, word } = LOOKS[check.state]
  return (
    <li>
      <Badge tone={tone} icon={icon}>
        {word}
      </Badge>
      <span className={styles.what}>
        <span className={text.med}>{check.title}</span>
        <span className={classNames(text.m, text.small)}>{check.text}</span>
      </span>
      {check.command ? <CommandButton id={check.command} short variant={check.state === 'missing' ? 'primary' : 'ghost'} /> : null}
    </li>
  )
}

export function LimitScreen() {
  const { note } = useNoteRoute()
  const today = useToday()
  const { settings, failed, retry } = useIssuingFacts()
  if (failed && !settings)
    return (
      <FormPage title="Limite de notas do mês">
        <ErrorState title="Não foi possível ler o limite" error={failed} onRetry={retry} />
      </FormPage>
    )
  if (!settings)
    return (
      <FormPage title="Limite de notas do mês">
        <Skeleton rows={4} />
      </FormPage>
    )
  const { issued, limit, reached } = settings.usage
  const left = Math.max(0, limit - issued)
  const renews = formatDay(startOfMonth(addMonths(today, 1)))
  return (
    <FormPage title="Limite de notas do mês" lead={`Notas emitidas em ${formatMonth(monthOf(today))}, de todos os tipos.`}>
      <div className={styles.usage}>
        <p>
          <span className={classNames(text.big, text.tabular)}>{formatCount(issued)}</span>{' '}
          <span className={text.m}>de {formatCount(limit)} notas</span>
        </p>
        <progress max={Math.max(limit, 1)} value={Math.min(issued, limit)} aria-label="Notas emitidas no mês">
          {issued} de {limit}
        </progress>
        {reached ? (
          <Note>O limite foi atingido: novas notas são recusadas até {renews}.</Note>
        ) : (
          <p className={text.m}>
            {left === 1 ? 'Resta 1 nota' : `Restam ${formatCount(left)} notas`} até {renews}.
          </p>
        )}
      </div>
      <h3>O que fazer</h3>
      <ul className={styles.whatToDo}>
        <li>A contagem recomeça em {renews}: o que não couber agora se emite a partir daí.</li>
        <li>Notas rejeitadas não contam; canceladas contam.</li>
        <li>Para emitir mais no mês, mude o plano da assinatura.</li>
      </ul>
      <p className={styles.usageActs}>
        <CommandButton id={`go.${note.area}`} size="form" />
        <CommandButton id="go.subscription" variant="primary" size="form" />
      </p>
    </FormPage>
  )
}
