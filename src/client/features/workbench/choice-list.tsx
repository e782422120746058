// The suggestions of the line in hand and, below them, what else the search brought: each with its digit and its reasons.
// biome-ignore-all lint/a11y/useSemanticElements: rows that take the focus cannot be rows of a table
// biome-ignore-all lint/a11y/useFocusableInteractive: rows take the focus, their cells do not
import { useLayoutEffect, useRef } from 'react'
import chip from '#client/kit/chip.module.css'
import { ConfidenceWord, ReasonChip } from '#client/kit/chip.tsx'
import { classNames } from '#client/kit/class-names.ts'
import { Checkbox } from '#client/kit/form/checkbox.tsx'
import { Kbd } from '#client/kit/kbd.tsx'
import text from '#client/kit/look/text.module.css'
import type { Ghost } from '#contract/reconciliation.ts'
import { formatDay } from '#domain/days.ts'
import { formatAmount, formatCents } from '#domain/money.ts'
import { BenchSearch } from './bench-search.tsx'
import { type Choice, confidenceOf, ghostSource, ghostTitle, keyOf, nameOf, partsText } from './choices.ts'
import type { Desk } from './desk.ts'
import styles from './workbench.module.css'

const DIGITS = 9

interface ChoiceListProps {
  desk: Desk
  accountName(id: string): string
  categoryName(id: string): string
}

export function ChoiceList({ desk, accountName, categoryName }: ChoiceListProps) {
  const host = useRef<HTMLDivElement>(null)
  const { suggested, others } = desk.choices
  const inHand = desk.pane === 'choices' && desk.sheet === undefined && desk.explaining === undefined && !desk.onPhone
  const at = Math.min(desk.choiceAt, suggested.length + others.length - 1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the choice in hand takes the focus
  useLayoutEffect(() => {
    const row = host.current?.querySelector<HTMLElement>('[data-current]')
    row?.scrollIntoView({ block: 'nearest' })
    if (inHand) row?.focus({ preventScroll: true })
  }, [inHand, at, desk.cursor, suggested.length, others.length])
  const draw = (choice: Choice, index: number) => (
    <ChoiceRow
      key={choice.key}
      choice={choice}
      digit={index < DIGITS ? String(index + 1) : undefined}
      isCurrent={index === at}
      marked={choice.kind === 'titles' && desk.docs.has(keyOf(choice.candidate))}
      onPress={() => (desk.onPhone ? desk.pick(choice) : desk.chooseAt(index))}
      onMark={choice.kind === 'titles' ? () => desk.toggleDocument(choice) : undefined}
      accountName={accountName}
      categoryName={categoryName}
    />
  )
  const count = suggested.length + others.length
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a grid has rows, or it is a group; both have a name
    <div
      className={classNames(styles.wbChoices, (desk.explaining !== undefined || desk.pane === 'lines') && styles.idle)}
      ref={host}
      role={count > 0 ? 'grid' : 'group'}
      aria-label="Sugestões"
      aria-multiselectable={count > 0 || undefined}
      aria-rowcount={count || undefined}
    >
      {suggested.map(draw)}
      {others.length > 0 && !desk.searching ? <p className={styles.wbOthers}>Outras, da mais próxima à mais distante</p> : null}
      {others.map((choice, index) => draw(choice, suggested.length + index))}
      {count === 0 ? (
        <p className={classNames(styles.wbNone, text.m)}>
          {desk.jointProblem
            ? desk.jointProblem
            : desk.searching
              ? 'Nada com esta busca. Digite um nome, ou um valor como 1200..1300'
              : 'Nenhuma conta combina com esta linha. Crie uma, busque outra ou diga que é transferência.'}
        </p>
      ) : null}
    </div>
  )
}

interface ChoiceRowProps {
  choice: Choice
  digit: string | undefined
  isCurrent: boolean
  marked: boolean
  onPress(): void
  onMark: (() => void) | undefined
  accountName(id: string): string
  categoryName(id: string): string
}

function ChoiceRow({ choice, digit, isCurrent, marked, onPress, onMark, accountName, categoryName }: ChoiceRowProps) {
  const title =
    choice.kind === 'titles'
      ? nameOf(choice.candidate)
      : choice.kind === 'transfer'
        ? 'Transferência entre contas próprias'
        : ghostTitle(choice.ghost, { accountName, categoryName })
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the commands hear the keys of its rows
    <div
      role="row"
      className={classNames(styles.cd, isCurrent && styles.on, marked && styles.marked)}
      tabIndex={isCurrent ? 0 : -1}
      aria-selected={marked}
      data-current={isCurrent || undefined}
      onClick={event => {
        if (event.target instanceof Element && event.target.closest('button')) return
        if (event.ctrlKey || event.metaKey) onMark?.()
        else onPress()
      }}
    >
      <span role="gridcell" className={styles.cdKey}>
        {digit ? <Kbd chord={digit} /> : null}
        {onMark ? <Checkbox checked={marked} label={`Marcar ${title}`} tabIndex={-1} onChange={onMark} /> : null}
      </span>
      <div role="gridcell" className={text.grow}>
        <div className={styles.r1}>
          <span className={classNames(text.med, text.cut)}>{title}</span>
          {choice.kind === 'titles' ? (
            <span className={classNames(text.num, styles.num, text.med)}>{formatCents(choice.candidate.amount_cents)}</span>
          ) : null}
        </div>
        {choice.kind === 'titles' ? <TitleWords choice={choice} /> : null}
        {choice.kind === 'transfer' ? (
          <div className={classNames(styles.r2, text.m)}>
            <span className={text.cut}>
              {accountName(choice.other.bank_account_id)}, {formatDay(choice.other.date)}, {choice.other.description}
            </span>
            <span className={chip.cf} data-part="confidence">
              Par exato
            </span>
          </div>
        ) : null}
        {choice.kind === 'ghost' ? (
          <div className={classNames(styles.r2, text.m)}>
            <span className={text.cut}>{ghostEffect(choice.ghost, categoryName)}</span>
            <span className={chip.cf} data-part="confidence">
              {GHOST_WORDS[choice.ghost.by]}
            </span>
          </div>
        ) : null}
      </div>
    </div>
  )
}

export const GHOST_WORDS = { rule: 'Regra', memory: 'Memória', words: 'Pelo texto', amount: 'Sem valor' } as const

/** What accepting a ghost does, and where it comes from. */
export function ghostEffect(ghost: Ghost, categoryName: (id: string) => string): string {
  if (ghost.rule) return `Cria a conta em ${ghost.category_id ? categoryName(ghost.category_id) : 'nenhuma categoria'}`
  if (ghost.parts) return `${partsText(ghost.parts, categoryName)}, ${ghostSource(ghost)}`
  const effect =
    ghost.answer === 'entry' ? 'Cria a conta já paga' : ghost.answer === 'ignore' ? 'Deixa a linha de fora' : 'Cria a transferência'
  return `${effect}, ${ghostSource(ghost)}`
}

function TitleWords({ choice: { candidate, difference_cents } }: { choice: Extract<Choice, { kind: 'titles' }> }) {
  const [first] = candidate.titles
  const level = confidenceOf(candidate)
  const days = candidate.titles.length > 1 ? candidate.titles.map(title => formatAmount(title.amount_cents)).join(' + ') : undefined
  return (
    <>
      <div className={classNames(styles.r2, text.m)}>
        <span className={text.cut}>
          {days ?? [first?.contact_name, first && `venc. ${formatDay(first.due_date)}`].filter(Boolean).join(', ')}
        </span>
        {level === 'none' ? null : <ConfidenceWord level={level} score={candidate.score} />}
      </div>
      <div className={styles.r3}>
        {candidate.reasons.map(reason => (
          <ReasonChip key={reason.text} holds={!reason.against}>
            {reason.text}
          </ReasonChip>
        ))}
        {candidate.reasons.length === 0 && difference_cents !== 0 ? (
          <ReasonChip holds={false}>
            {difference_cents < 0 ? 'faltam' : 'sobram'} {formatAmount(Math.abs(difference_cents))}
          </ReasonChip>
        ) : null}
      </div>
    </>
  )
}

/** The field above the list: arrows and Enter lead from it into the list. */
export function ChoiceSearch({ desk }: { desk: Desk }) {
  return (
    <BenchSearch
      part="choice-search"
      label="Buscar outra conta"
      placeholder="Nome, documento ou valor: 100..200"
      value={desk.searching ?? ''}
      onChange={text => desk.search(text)}
      onEnter={() => desk.enterChoices()}
    />
  )
}
