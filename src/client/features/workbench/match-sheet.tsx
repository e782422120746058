// The proof below the suggestions: line, titles and what is left between them; and the explanation of that difference, part by part.
import { useEffect, useRef } from 'react'
import { call } from '#client/data/api.ts'
import button from '#client/kit/button.module.css'
import { Button } from '#client/kit/button.tsx'
import { classNames } from '#client/kit/class-names.ts'
import { AmountInput } from '#client/kit/form/amount-field.tsx'
import { Icon } from '#client/kit/icon.tsx'
import { Kbd } from '#client/kit/kbd.tsx'
import text from '#client/kit/look/text.module.css'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { useHouse } from '#client/surfaces/house.ts'
import { runCommand } from '#client/surfaces/runner.ts'
import type { CommandId } from '#commands/index.ts'
import { DIFFERENCE_ORDER, DIGITS } from '#commands/reconcile.ts'
import { type Candidate, reconciliation } from '#contract/reconciliation.ts'
import { formatDay } from '#domain/days.ts'
import { DIFFERENCE_KIND_LABELS } from '#domain/labels.ts'
import { formatAmount, formatCents } from '#domain/money.ts'
import { explanationOf, nameOf } from './choices.ts'
import type { Desk } from './desk.ts'
import { matchNow } from './desk-target.ts'
import { type DifferencePart, type Explaining, missingOf, signOf, withProposals } from './difference.ts'
import { type Line, openCents } from './line.ts'
import styles from './workbench.module.css'

const MOST_TITLES = 4

const MEANING: Readonly<Record<(typeof DIFFERENCE_ORDER)[number], string>> = {
  interest: 'pelo atraso',
  fine: 'pelo atraso',
  discount: 'obtido ou concedido',
  fee: 'do banco ou da maquininha',
  withholding: 'imposto retido na fonte',
  open: 'o resto fica aberto',
}

interface ProofProps {
  lines: readonly Line[]
  candidate: Candidate
  /** Signed cents between lines and titles. */
  difference: number
  /** What explains some of it. */
  parts?: readonly DifferencePart[]
}

/** Lines, titles, what explains the difference, and what is left of it under a rule. */
function Proof({ lines, candidate, difference, parts = [] }: ProofProps) {
  const [line] = lines
  const rest = missingOf({ difference_cents: difference, parts, candidate })
  const total = Math.abs(lines.reduce((sum, each) => sum + openCents(each), 0))
  const titles = candidate.titles.slice(0, MOST_TITLES)
  const more = candidate.titles.length - titles.length
  return (
    <table className={styles.wbProof}>
      <tbody>
        <tr>
          <td className={text.cut}>{lines.length > 1 ? `${lines.length} linhas do extrato` : 'Linha do extrato'}</td>
          <td>{lines.length === 1 && line ? formatDay(line.date) : ''}</td>
          <td className={text.num}>{formatAmount(total)}</td>
        </tr>
        {titles.map(title => (
          <tr key={title.id}>
            <td className={text.cut}>{title.additional_information ?? title.contact_name ?? 'Sem descrição'}</td>
            <td>venc. {formatDay(title.due_date)}</td>
            <td className={text.num}>{formatAmount(-title.amount_cents)}</td>
          </tr>
        ))}
        {more > 0 ? (
          <tr>
            <td>e mais {more}</td>
            <td />
            <td />
          </tr>
        ) : null}
        {parts.map(({ kind, amount_cents }) => (
          <tr key={kind}>
            <td className={text.cut}>{DIFFERENCE_KIND_LABELS[kind]}</td>
            <td>{MEANING[kind]}</td>
            <td className={text.num}>{formatAmount(-signOf(kind, candidate.kind, difference) * amount_cents)}</td>
          </tr>
        ))}
        <tr className={styles.t}>
          <td>{parts.length > 0 ? 'Falta explicar' : rest === 0 ? 'Diferença' : rest < 0 ? 'Falta' : 'Sobra'}</td>
          <td>{rest === 0 ? '' : rest > 0 ? 'o banco moveu a mais' : 'o banco moveu a menos'}</td>
          <td className={text.num}>
            {rest === 0 ? (
              <span className={classNames(text.ok, styles.zero)}>
                <Icon name="check" size="s" />
                {formatAmount(0)}
              </span>
            ) : (
              formatCents(Math.abs(rest))
            )}
          </td>
        </tr>
      </tbody>
    </table>
  )
}

export function MatchSheet({ desk }: { desk: Desk }) {
  const { chosen, explaining, joint } = desk
  if (explaining) return <DifferenceSheet desk={desk} explaining={explaining} />
  if (!chosen || joint.length === 0) return null
  const { candidate, difference_cents } = chosen
  return (
    <section className={styles.wbSheet} data-part="proof" aria-label="Conferência">
      <Proof lines={joint} candidate={candidate} difference={difference_cents} parts={explanationOf(chosen)?.parts ?? []} />
      <div className={styles.go}>
        <CommandButton {...settlingButton(desk)} variant="primary" size="form" />
        {difference_cents === 0 ? null : <CommandButton id="reconcile.difference" size="form" short />}
      </div>
    </section>
  )
}

/** Where Enter would only lead into the choices, the digit of the one in hand takes it; so does the button. */
function settlingButton(desk: Desk): { id: CommandId; label?: string } {
  const [line] = desk.joint
  const digit = DIGITS[desk.choiceAt]
  if (!line || digit === undefined || matchNow(desk, line)) return { id: 'reconcile.accept' }
  return { id: `reconcile.accept-${digit}`, label: 'Conciliar' }
}

/** The six kinds of difference with their digits; each that was chosen has its amount. */
export function DifferenceWays({ desk, explaining }: { desk: Desk; explaining: Explaining }) {
  const { candidate, difference_cents, parts } = explaining
  return (
    <ul className={styles.ways} aria-label="Como explicar a diferença">
      {DIFFERENCE_ORDER.map((kind, at) => {
        const part = parts.find(one => one.kind === kind)
        const label = kind === 'open' && difference_cents > 0 ? 'Deixar o resto da linha pendente' : DIFFERENCE_KIND_LABELS[kind]
        return (
          <li key={kind} className={classNames(part && styles.on)}>
            <button
              type="button"
              className={styles.way}
              tabIndex={-1}
              aria-pressed={part !== undefined}
              aria-keyshortcuts={String(at + 1)}
              onClick={() => desk.togglePart(kind)}
            >
              <Kbd chord={String(at + 1)} />
              <span>{label}</span>
              <span className={classNames(text.m, text.cut)}>{kind === 'open' && difference_cents > 0 ? '' : MEANING[kind]}</span>
            </button>
            {part ? (
              <>
                <span className={text.m} aria-hidden="true">
                  {signOf(kind, candidate.kind, difference_cents) > 0 ? '+' : '−'}
                </span>
                <AmountInput
                  label={`Valor de ${label.toLowerCase()}`}
                  value={part.amount_cents}
                  autoFocus={part.amount_cents === 0}
                  onChange={cents => desk.setPart(kind, cents)}
                />
              </>
            ) : null}
          </li>
        )
      })}
    </ul>
  )
}

function DifferenceSheet({ desk, explaining }: { desk: Desk; explaining: Explaining }) {
  const { candidate, difference_cents, parts, prefilled } = explaining
  const registry = useHouse(state => state.registry)
  const missing = missingOf(explaining)
  const done = missing === 0 && parts.length > 0
  const settleButton = useRef<HTMLButtonElement>(null)
  useProposals(desk, explaining)
  useEffect(() => settleButton.current?.focus({ preventScroll: true }), [])
  const settle = () => {
    const command = registry.get('difference.settle')
    if (command) void runCommand(command, { source: 'button' })
  }
  return (
    <section className={styles.wbSheet} data-part="proof" aria-label="Diferença">
      <Proof lines={desk.joint} candidate={candidate} difference={difference_cents} />
      {/* Not a form element: the digits are commands of this layer, and a form's keys are its own. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter in an amount is Enter on the button below */}
      <div
        onKeyDown={event => {
          if (event.key !== 'Enter' || event.defaultPrevented || !(event.target instanceof HTMLInputElement)) return
          event.preventDefault()
          settle()
        }}
      >
        <DifferenceWays desk={desk} explaining={explaining} />
        {prefilled ? (
          <p className={classNames(styles.wbLikely, text.m)}>
            Provável:{' '}
            {parts.map(part => `${DIFFERENCE_KIND_LABELS[part.kind].toLowerCase()} ${formatAmount(part.amount_cents)}`).join(' e ')}.{' '}
            <Kbd chord="Enter" /> concilia, outro dígito troca
          </p>
        ) : null}
        <p className={styles.wbMissing}>
          <span className={text.b}>Falta explicar</span>
          <span className={classNames(text.num, text.b, done && classNames(text.ok, styles.zero))} role="status">
            {done ? <Icon name="check" size="s" /> : null}
            {Number.isNaN(missing) ? 'valor inválido' : formatAmount(missing)}
          </span>
        </p>
        <div className={styles.go}>
          <Button ref={settleButton} onClick={settle} className={button.ringed} variant="primary" size="form" keys="mod+Enter">
            {parts.some(part => part.kind === 'open') ? 'Conciliar em parte' : 'Conciliar com a diferença'}
          </Button>
          <Button variant="ghost" size="form" keys="Escape" onClick={() => desk.setExplaining(undefined)}>
            Cancelar
          </Button>
        </div>
      </div>
      <p className={text.vh}>{nameOf(candidate)}</p>
    </section>
  )
}

/** What the server thinks the difference is, asked once for each difference. */
export function useProposals(desk: Desk, { line_ids, candidate }: Explaining): void {
  const key = `${line_ids.join()} ${candidate.title_ids.join()}`
  const company = desk.companyId
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for lines and titles
  useEffect(() => {
    const abort = new AbortController()
    const body = { bank_statement_entry_ids: [...line_ids], title_ids: [...candidate.title_ids] }
    call(reconciliation.differences, { params: { c: company }, body }, { signal: abort.signal }).then(
      ({ data }) => {
        if (desk.explaining) desk.setExplaining(withProposals(desk.explaining, data))
      },
      () => {},
    )
    return () => abort.abort()
  }, [key])
}
