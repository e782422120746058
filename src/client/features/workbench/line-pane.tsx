// The right side: what is known of the line in hand, and what may be done with it.

import { useEffect } from 'react'
import { useReading } from '#client/data/queries.ts'
import type { Registers } from '#client/data/registers.ts'
import { Button } from '#client/kit/button.tsx'
import { classNames } from '#client/kit/class-names.ts'
import text from '#client/kit/look/text.module.css'
import { Empty, mayRetry } from '#client/kit/states.tsx'
import { ClientAnswers } from '#client/surfaces/client-answers.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { MoreActions } from '#client/surfaces/command-menu.tsx'
import { reconciliation } from '#contract/reconciliation.ts'
import { formatDay, formatInstant } from '#domain/days.ts'
import { DIFFERENCE_KIND_LABELS } from '#domain/labels.ts'
import { formatAmount, formatCents } from '#domain/money.ts'
import { counted } from '#domain/text.ts'
import { ChoiceList, ChoiceSearch } from './choice-list.tsx'
import type { Desk } from './desk.ts'
import { type Line, openCents, sideOf } from './line.ts'
import { CreateForm, RuleForm, SplitForm } from './line-forms.tsx'
import { MatchSheet } from './match-sheet.tsx'
import styles from './workbench.module.css'

interface LinePaneProps {
  desk: Desk
  registers: Registers
}

export function LinePane({ desk, registers }: LinePaneProps) {
  const [line] = desk.joint
  if (!line)
    return (
      <section className={styles.wbRight} aria-label="Sugestões">
        {desk.loaded ? <Empty icon="link-2" title="Nenhuma linha em mãos" text="Escolha uma linha para ver as sugestões." /> : null}
      </section>
    )
  const pending = desk.statusOf(line) === 'PENDING'
  return (
    <section className={styles.wbRight} aria-label="Linha em mãos">
      <LineHead desk={desk} line={line} registers={registers} />
      <ClientAnswers
        c={desk.companyId}
        of={{ statement_entry_id: line.id }}
        categoryName={registers.categoryName}
        use="question.use-statement_line"
      />
      {pending ? <Pending desk={desk} line={line} registers={registers} /> : <Settled desk={desk} line={line} />}
    </section>
  )
}

function LineHead({ desk, line, registers }: LinePaneProps & { line: Line }) {
  const lines = desk.joint
  const total = lines.reduce((sum, each) => sum + openCents(each), 0)
  const several = lines.length > 1
  return (
    <div className={styles.bl}>
      <p className={classNames(text.small, text.m)}>
        {several
          ? `${lines.length} linhas ${desk.marks.size > 0 ? 'marcadas' : 'que somam um título'}, ${total < 0 ? 'saída' : 'entrada'}`
          : [
              'Linha do extrato',
              formatDay(line.date) + (line.time ? ` às ${line.time}` : ''),
              sideOf(line).toLowerCase(),
              registers.accountName(line.bank_account_id),
            ]
              .filter(Boolean)
              .join(', ')}
      </p>
      <div className={styles.r1}>
        <h2 className={classNames(text.memo, styles.big2, text.cut)}>{line.description}</h2>
        <span className={classNames(styles.big2, text.num, styles.num)}>{formatCents(total)}</span>
      </div>
      {line.category_id && !several ? (
        <p className={classNames(text.small, text.m)}>Categoria: {registers.categoryName(line.category_id)}</p>
      ) : null}
    </div>
  )
}

function Pending({ desk, line, registers }: LinePaneProps & { line: Line }) {
  // A form belongs to its line: another line is another form.
  if (desk.sheet === 'create') return <CreateForm key={line.id} desk={desk} line={line} registers={registers} />
  if (desk.sheet === 'split') return <SplitForm key={line.id} desk={desk} line={line} registers={registers} />
  if (desk.sheet === 'rule') return <RuleForm key={line.id} desk={desk} line={line} registers={registers} />
  const { suggested } = desk.choices
  return (
    <>
      <div className={styles.sub}>
        <h3>
          Sugestões <span className={text.m}>{suggested.length}</span>
        </h3>
        {desk.docs.size > 0 ? <span className={text.m}>{counted(desk.docs.size, ['conta marcada', 'contas marcadas'])}</span> : null}
        <span className={styles.end}>
          <CommandButton id="question.ask-statement_line" variant="ghost" short />
          <CommandButton id="reconcile.combine" variant="ghost" />
          <CommandButton id="reconcile.search" variant="ghost" />
          <MoreActions at="statement_line.row" />
        </span>
      </div>
      {desk.searching === undefined ? null : <ChoiceSearch desk={desk} />}
      <ChoiceList desk={desk} accountName={registers.accountName} categoryName={registers.categoryName} />
      <MatchSheet desk={desk} />
    </>
  )
}

/** What a settled line is settled with, or why it is out of the way. */
function Settled({ desk, line }: { desk: Desk; line: Line }) {
  const ignored = desk.statusOf(line) === 'IGNORED'
  return (
    <>
      {line.conciliation_id ? <Group desk={desk} line={line} id={line.conciliation_id} /> : null}
      {ignored ? (
        <p className={classNames(styles.wbNone, text.m)}>Esta linha está ignorada: não muda o saldo dos lançamentos nem espera par.</p>
      ) : null}
      <div className={styles.wbSheet} data-part="proof">
        <div className={styles.go}>
          <CommandButton id={ignored ? 'reconcile.restore' : 'reconcile.undo'} size="form" />
          {ignored ? null : <CommandButton id="reconcile.open" size="form" />}
        </div>
      </div>
    </>
  )
}

function Group({ desk, line, id }: { desk: Desk; line: Line; id: string }) {
  const group = useReading(reconciliation.group, { params: { c: desk.companyId, id } })
  const main = group.data?.titles.find(title => title.difference_kind === null)
  useEffect(() => {
    if (main) desk.setSettledBy(line.id, { kind: main.kind, id: main.id })
  }, [desk, line.id, main])
  if (group.isError)
    return (
      <div className={styles.wbNone}>
        <p className={text.m}>Não foi possível ler esta conciliação: {group.error.message}</p>
        {mayRetry(group.error) ? <Button onClick={() => void group.refetch()}>Tentar de novo</Button> : null}
      </div>
    )
  if (!group.data) return <p className={classNames(styles.wbNone, text.m)}>Lendo a conciliação…</p>
  const { titles, bank_statement_entries, created_by_name, created_at } = group.data
  return (
    <section className={styles.wbGroup} aria-label="Conciliada com">
      <table className={styles.wbProof}>
        <tbody>
          {bank_statement_entries.map(entry => (
            <tr key={entry.id}>
              <td className={text.cut}>{entry.description}</td>
              <td>{formatDay(entry.date)}</td>
              <td className={text.num}>{formatAmount(entry.amount_cents)}</td>
            </tr>
          ))}
          {titles.map((title, at) => (
            <tr key={title.id} className={at === 0 ? styles.first : undefined}>
              <td className={text.cut}>{title.additional_information ?? title.contact_name ?? 'Sem descrição'}</td>
              <td>{title.difference_kind ? DIFFERENCE_KIND_LABELS[title.difference_kind] : `venc. ${formatDay(title.due_date)}`}</td>
              <td className={text.num}>{formatAmount(title.kind === 'BILL' ? -title.amount_cents : title.amount_cents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={classNames(text.m, text.small)}>
        {created_by_name ? `Conciliada por ${created_by_name}` : 'Conciliada'} em {formatInstant(created_at)}
      </p>
    </section>
  )
}
