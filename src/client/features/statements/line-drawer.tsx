// One line of a statement, read first: what the bank said, and the titles that explain it.

import { useReading } from '#client/data/queries.ts'
import { useRegisters } from '#client/data/registers.ts'
import { StatusChip } from '#client/kit/chip.tsx'
import { classNames } from '#client/kit/class-names.ts'
import drawer from '#client/kit/drawer.module.css'
import { Drawer, DrawerSection } from '#client/kit/drawer.tsx'
import factsStyles from '#client/kit/facts.module.css'
import { Icon } from '#client/kit/icon.tsx'
import text from '#client/kit/look/text.module.css'
import { ErrorState, Skeleton } from '#client/kit/states.tsx'
import { ClientAnswers } from '#client/surfaces/client-answers.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { MoreActions } from '#client/surfaces/command-menu.tsx'
import { useEscape } from '#client/surfaces/focus-stack.ts'
import { useCompanyId } from '#client/surfaces/where.ts'
import { reconciliation } from '#contract/reconciliation.ts'
import type { BankStatementEntry } from '#contract/statement-entries.ts'
import { formatDay } from '#domain/days.ts'
import { DIFFERENCE_KIND_LABELS } from '#domain/labels.ts'
import { formatCents } from '#domain/money.ts'

/** '14h35'; nothing when the bank gave no hour. */
export const hourText = (time: unknown): string => (typeof time === 'string' ? time.slice(0, 5).replace(':', 'h') : '')

export function LineDrawer({ id, onClose }: { id: string; onClose(): void }) {
  const c = useCompanyId()
  const line = useReading(reconciliation.line, { params: { c, id } })
  const record = line.data
  useEscape('dialog', () => {
    onClose()
    return true
  })
  return (
    <Drawer
      label={record?.description ?? 'Linha do extrato'}
      where="Linha do extrato"
      onClose={onClose}
      footer={
        record ? (
          record.status === 'PENDING' ? (
            <>
              <CommandButton id="statement.conciliate" variant="primary" short />
              <CommandButton id="statement.create" short />
              <CommandButton id="statement.ignore" short />
              <span className={drawer.end}>
                <MoreActions at="statement_line.row" />
              </span>
            </>
          ) : (
            <CommandButton id={record.status === 'IGNORED' ? 'statement.restore' : 'statement.unconciliate'} />
          )
        ) : undefined
      }
    >
      {line.isError ? (
        <ErrorState title="Não foi possível abrir a linha" error={line.error} onRetry={() => void line.refetch()} />
      ) : record ? (
        <LineBody record={record} />
      ) : (
        <Skeleton rows={6} />
      )}
    </Drawer>
  )
}

function LineBody({ record }: { record: BankStatementEntry }) {
  const c = useCompanyId()
  const { categoryName, contactName, accountName } = useRegisters(c)
  const hour = hourText(record.time)
  const facts: readonly (readonly [string, string])[] = [
    ['Data', [formatDay(record.date), hour].filter(Boolean).join(' · ')],
    ['Conta bancária', accountName(record.bank_account_id)],
    ['Categoria', record.category_id ? categoryName(record.category_id) : (record.external_category ?? '')],
    ['Contato', record.contact_id ? contactName(record.contact_id) : ''],
    ['Nº no banco', record.transaction_id ?? ''],
  ]
  return (
    <>
      <section>
        <h2>{record.description}</h2>
        <div className={drawer.amountLine}>
          <span className={text.big}>{formatCents(record.amount_cents)}</span>
          <span className={classNames(text.m, drawer.m)}>{record.amount_cents < 0 ? 'Saída' : 'Entrada'}</span>
          <span className={text.grow} />
          <StatusChip of="statement" status={record.status} />
        </div>
      </section>
      <ClientAnswers c={c} of={{ statement_entry_id: record.id }} categoryName={categoryName} use="question.use-statement_line" />
      <DrawerSection title="Dados" action={<CommandButton id="question.ask-statement_line" variant="ghost" />}>
        <dl className={factsStyles.kv} data-part="facts">
          {facts
            .filter(([, value]) => value !== '')
            .map(([name, value]) => (
              <Fact key={name} name={name} value={value} />
            ))}
        </dl>
      </DrawerSection>
      {record.conciliation_id ? <Linked id={record.conciliation_id} /> : null}
    </>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className={text.tabular}>{value}</dd>
    </>
  )
}

function Linked({ id }: { id: string }) {
  const c = useCompanyId()
  const group = useReading(reconciliation.group, { params: { c, id } }).data
  if (!group) return null
  return (
    <DrawerSection title="Vinculado a">
      {group.titles.map(title => (
        <div className={drawer.line} key={title.id}>
          <Icon name="link-2" size="s" />
          <span>
            {title.difference_kind
              ? DIFFERENCE_KIND_LABELS[title.difference_kind]
              : [title.additional_information, title.contact_name].filter(Boolean).join(' · ')}
          </span>
          <span className={classNames(drawer.end, text.tabular)}>{formatCents(title.amount_cents)}</span>
        </div>
      ))}
      {group.remaining_cents === 0 ? null : <p className={classNames(text.m, text.small)}>Falta {formatCents(group.remaining_cents)}</p>}
    </DrawerSection>
  )
}
