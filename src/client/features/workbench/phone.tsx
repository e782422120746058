// The workbench on a phone: one line per card, what it probably is, and four large buttons.

import { useState } from 'react'
import type { Registers } from '#client/data/registers.ts'
import button from '#client/kit/button.module.css'
import { Button } from '#client/kit/button.tsx'
import { Badge, ReasonChip } from '#client/kit/chip.tsx'
import { classNames } from '#client/kit/class-names.ts'
import { Icon } from '#client/kit/icon.tsx'
import text from '#client/kit/look/text.module.css'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { useWhereabouts } from '#client/surfaces/context.ts'
import { Foot } from '#client/surfaces/foot.tsx'
import { useHouse } from '#client/surfaces/house.ts'
import { runCommand } from '#client/surfaces/runner.ts'
import { useUndo } from '#client/surfaces/undo.ts'
import { formatDay } from '#domain/days.ts'
import { DIFFERENCE_KIND_LABELS } from '#domain/labels.ts'
import { formatAmount, formatCents } from '#domain/money.ts'
import { capitalized, formatCount } from '#domain/text.ts'
import { ChoiceList, ChoiceSearch, ghostEffect } from './choice-list.tsx'
import { type Choice, confidenceOf, explanationOf, ghostTitle, nameOf } from './choices.ts'
import type { Desk } from './desk.ts'
import { type DifferencePart, type Explaining, missingOf } from './difference.ts'
import { AccountMenu, Progress, progressOf } from './header.tsx'
import { type Line, openCents } from './line.ts'
import { ArrangeMenu, FindButton } from './line-finder.tsx'
import { CreateForm, RuleForm, SplitForm } from './line-forms.tsx'
import { DifferenceWays, useProposals } from './match-sheet.tsx'
import styles from './workbench.module.css'

interface PhoneProps {
  desk: Desk
  registers: Registers
}

/** 'linha 3 de 40': how many wait stands on their tab. */
function placeText({ left, total }: { left: number; total: number }, at: number, found: number | undefined): string {
  if (found !== undefined) return found === 0 ? 'nenhuma' : `${formatCount(at + 1)} de ${formatCount(found)} achadas`
  return at < 0 ? `${formatCount(total)} linhas` : `linha ${formatCount(total - left + at + 1)} de ${formatCount(total)}`
}

export function PhoneHead({ desk, registers }: PhoneProps) {
  const progress = progressOf(desk)
  const at = desk.cursor === undefined ? -1 : desk.ids.indexOf(desk.cursor)
  return (
    <header className={styles.pp}>
      <div className={styles.ppLine}>
        <AccountMenu desk={desk} accounts={registers.accounts.filter(account => account.status === 'ACTIVE')} />
        <span className={classNames(text.m, text.small, text.cut, styles.end)}>
          {progress ? placeText(progress, at, desk.lineSearch ? desk.ids.length : undefined) : null}
        </span>
        <FindButton desk={desk} />
        <ArrangeMenu desk={desk} />
      </div>
      <Progress percent={progress?.percent} />
    </header>
  )
}

export function PhoneCard({ desk, registers }: PhoneProps) {
  const line = desk.current
  if (!line) return null
  const pending = desk.statusOf(line) === 'PENDING'
  return (
    <article className={styles.one} aria-label={`Linha do extrato: ${line.description}`} tabIndex={-1} data-current>
      <section className={styles.oneLine}>
        <div>
          <p className={classNames(text.m, text.small)}>No banco, {formatDay(line.date)}</p>
          <p className={text.big}>{formatCents(openCents(line))}</p>
          <p className={classNames(text.memo, styles.memo)}>{line.description}</p>
        </div>
        <span className={styles.oneSteps}>
          <button
            type="button"
            className={classNames(button.btn, button.ghost, button.icon)}
            data-part="button"
            data-shape="icon"
            aria-label="Linha anterior"
            onClick={() => desk.move(-1)}
          >
            <Icon name="chevron-left" />
          </button>
          <button
            type="button"
            className={classNames(button.btn, button.ghost, button.icon)}
            data-part="button"
            data-shape="icon"
            aria-label="Próxima linha"
            onClick={() => desk.move(1)}
          >
            <Icon name="chevron-right" />
          </button>
        </span>
      </section>
      {desk.failed.has(line.id) ? (
        <p className={classNames(styles.oneFailed, text.dang)}>
          <Icon name="circle-alert" size="s" /> {desk.failed.get(line.id)}
        </p>
      ) : null}
      {pending ? (
        <PhoneChoice desk={desk} line={line} registers={registers} />
      ) : (
        <p className={classNames(styles.onePick, text.m)}>{line.linked_to ?? 'Ignorada'}</p>
      )}
    </article>
  )
}

function PhoneChoice({ desk, line, registers }: PhoneProps & { line: Line }) {
  if (desk.sheet === 'create') return <CreateForm key={line.id} desk={desk} line={line} registers={registers} />
  if (desk.sheet === 'split') return <SplitForm key={line.id} desk={desk} line={line} registers={registers} />
  if (desk.sheet === 'rule') return <RuleForm key={line.id} desk={desk} line={line} registers={registers} />
  if (desk.explaining) return <PhoneDifference key={line.id} desk={desk} explaining={desk.explaining} />
  if (desk.searching !== undefined)
    return (
      <>
        <ChoiceSearch desk={desk} />
        <ChoiceList desk={desk} accountName={registers.accountName} categoryName={registers.categoryName} />
      </>
    )
  const { choice } = desk
  const others = desk.suggested(line).filter(one => one !== choice)
  if (!choice) return <p className={classNames(styles.onePick, text.m)}>Nenhuma conta combina com esta linha.</p>
  return (
    <>
      <Versus choice={choice} />
      <Pick choice={choice} registers={registers} />
      {others.length > 0 ? (
        <button type="button" className={styles.more} onClick={() => desk.search('')}>
          <span className={classNames(text.grow, styles.grow)}>
            {others.length === 1 ? 'Outra sugestão' : `Outras ${others.length} sugestões`}
            <span className={classNames(text.m, text.small, text.cut)}>{others.map(other => wordsOf(other)).join(' e ')}</span>
          </span>
          <Icon name="chevron-right" />
        </button>
      ) : null}
    </>
  )
}

const wordsOf = (choice: Choice): string =>
  choice.kind === 'titles'
    ? nameOf(choice.candidate)
    : choice.kind === 'transfer'
      ? 'transferência entre contas'
      : choice.ghost.rule
        ? `regra ${choice.ghost.rule.name}`
        : 'lançamento provável'

function Versus({ choice }: { choice: Choice }) {
  if (choice.kind !== 'titles') return <div className={styles.vs} />
  const { candidate, difference_cents } = choice
  const level = confidenceOf(candidate)
  const words = { high: 'Alta', medium: 'Média', low: 'Baixa', none: '' }[level]
  return (
    <div className={styles.vs}>
      {words ? (
        <Badge tone={level === 'high' ? 'ok' : level === 'medium' ? 'warning' : 'muted'}>{`${words} ${candidate.score}`}</Badge>
      ) : null}
      <span className={classNames(text.m, text.small)}>
        {difference_cents === 0
          ? 'mesmo valor'
          : explanationOf(choice)
            ? 'diferença explicada'
            : `${difference_cents < 0 ? 'faltam' : 'sobram'} ${formatAmount(Math.abs(difference_cents))} para igualar`}
      </span>
    </div>
  )
}

function Pick({ choice, registers }: { choice: Choice; registers: Registers }) {
  if (choice.kind === 'transfer')
    return (
      <section className={styles.onePick}>
        <p className={text.b}>Transferência entre contas próprias</p>
        <p className={text.m}>
          {registers.accountName(choice.other.bank_account_id)}, {formatDay(choice.other.date)}
        </p>
        <p className={text.m}>{choice.other.description}</p>
      </section>
    )
  if (choice.kind === 'ghost')
    return (
      <section className={styles.onePick}>
        <p className={text.b}>{ghostTitle(choice.ghost, registers)}</p>
        <p className={text.m}>{ghostEffect(choice.ghost, registers.categoryName)}</p>
      </section>
    )
  const { candidate } = choice
  const [first] = candidate.titles
  return (
    <section className={styles.onePick}>
      <p className={classNames(text.m, text.small)}>Na empresa{first ? `, vence em ${formatDay(first.due_date)}` : ''}</p>
      <div className={styles.r1}>
        <p className={text.b}>{nameOf(candidate)}</p>
        <p className={classNames(text.num, styles.num, text.med)}>{formatCents(candidate.amount_cents)}</p>
      </div>
      <p className={text.m}>{first?.contact_name}</p>
      <div className={styles.r3}>
        {candidate.reasons.map(reason => (
          <ReasonChip key={reason.text} holds={!reason.against}>
            {reason.text}
          </ReasonChip>
        ))}
      </div>
    </section>
  )
}

const partNames = (parts: readonly DifferencePart[]): string =>
  capitalized(parts.map(part => DIFFERENCE_KIND_LABELS[part.kind].toLowerCase()).join(' e '))
const same = (one: readonly DifferencePart[], other: readonly DifferencePart[]): boolean =>
  one.length === other.length && one.every(part => other.some(each => each.kind === part.kind && each.amount_cents === part.amount_cents))

/** The likely explanations as large choices; the six kinds for any other. */
function PhoneDifference({ desk, explaining }: { desk: Desk; explaining: Explaining }) {
  const [other, setOther] = useState(false)
  useProposals(desk, explaining)
  const { proposals, parts, difference_cents } = explaining
  const missing = missingOf(explaining)
  return (
    <section className={styles.enc} aria-label="Diferença">
      <p className={text.med}>
        O banco moveu {formatCents(Math.abs(difference_cents))} a {difference_cents > 0 ? 'mais' : 'menos'}
      </p>
      {(proposals ?? []).slice(0, 3).map(proposal => {
        const chosen = !other && same(proposal.parts, parts)
        return (
          <button
            key={proposal.label}
            type="button"
            className={styles.opt}
            aria-pressed={chosen}
            onClick={() => {
              setOther(false)
              desk.setExplaining({ ...explaining, parts: proposal.parts, prefilled: false })
            }}
          >
            <span className={chosen ? classNames(styles.rd, styles.on) : styles.rd} />
            <span className={classNames(text.grow, styles.grow)}>
              {partNames(proposal.parts)}
              {proposal.parts.length > 1 ? (
                <span className={classNames(text.m, text.small)}>
                  {proposal.parts
                    .map(part => `${DIFFERENCE_KIND_LABELS[part.kind].toLowerCase()} ${formatAmount(part.amount_cents)}`)
                    .join(' e ')}
                </span>
              ) : null}
            </span>
            <span className={text.num}>{formatAmount(Math.abs(difference_cents))}</span>
          </button>
        )
      })}
      <button type="button" className={styles.opt} aria-pressed={other} onClick={() => setOther(true)}>
        <span className={other ? classNames(styles.rd, styles.on) : styles.rd} />
        <span className={classNames(text.grow, styles.grow)}>
          Outra diferença<span className={classNames(text.m, text.small)}>tarifa, desconto ou pagamento parcial</span>
        </span>
      </button>
      {other ? (
        <div className={styles.oneWays}>
          <DifferenceWays desk={desk} explaining={explaining} />
          <p className={styles.wbMissing}>
            <span className={text.b}>Falta explicar</span>
            <span className={classNames(text.num, text.b)} role="status">
              {Number.isNaN(missing) ? 'valor inválido' : formatAmount(missing)}
            </span>
          </p>
        </div>
      ) : null}
    </section>
  )
}

/** Four buttons and the way back; with a form open, the form has its own. */
export function PhoneFoot({ desk }: { desk: Desk }) {
  const company = useWhereabouts(now => now.company)
  const last = useUndo(state => state.done[company?.id ?? '']?.at(-1))
  const registry = useHouse(state => state.registry)
  const settle = registry.get('difference.settle')
  const busy = desk.sheet !== undefined
  const line = desk.current
  const settled = line !== undefined && desk.statusOf(line) !== 'PENDING'
  return (
    <Foot>
      <div className={styles.pb}>
        {busy || !line ? null : desk.explaining ? (
          <>
            <Button
              variant="primary"
              className={classNames(button.block, styles.lg)}
              onClick={() => settle && void runCommand(settle, { source: 'button' })}
            >
              Conciliar
            </Button>
            <div className={styles.acts}>
              <Button onClick={() => desk.setExplaining(undefined)}>Voltar</Button>
            </div>
          </>
        ) : settled ? (
          <div className={styles.acts}>
            <CommandButton id={desk.statusOf(line) === 'IGNORED' ? 'reconcile.restore' : 'reconcile.undo'} />
          </div>
        ) : (
          <>
            <CommandButton id="reconcile.accept" variant="primary" className={classNames(button.block, styles.lg)} />
            <div className={styles.acts}>
              <button
                type="button"
                className={button.btn}
                data-part="button"
                aria-expanded={desk.searching !== undefined}
                onClick={() => desk.search(desk.searching === undefined ? '' : undefined)}
              >
                Outra
              </button>
              <button type="button" className={button.btn} data-part="button" onClick={() => desk.openSheet('create')}>
                Criar
              </button>
              <CommandButton id="reconcile.ignore" short />
            </div>
          </>
        )}
        {last ? (
          <p className={styles.undo}>
            <Icon name="circle-check" size="s" />
            <span className={classNames(text.m, text.cut)}>Última: {last.label}</span>
            <CommandButton id="global.undo" variant="ghost" />
          </p>
        ) : null}
      </div>
    </Foot>
  )
}
