// One bank account, read first: balances of the books and of the bank, its data, and the form in their place.

import { useReading } from '#client/data/queries.ts'
import { Badge } from '#client/kit/chip.tsx'
import drawer from '#client/kit/drawer.module.css'
import { DrawerSection, Note } from '#client/kit/drawer.tsx'
import facts from '#client/kit/facts.module.css'
import text from '#client/kit/look/text.module.css'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { MoreActions } from '#client/surfaces/command-menu.tsx'
import { Place } from '#client/surfaces/place.tsx'
import { Detail } from '#client/surfaces/record-drawer.tsx'
import { RegisterDrawer } from '#client/surfaces/register-drawer.tsx'
import { useCompanyId, useRouteParam } from '#client/surfaces/where.ts'
import { type BankAccount, bankAccounts } from '#contract/bank-accounts.ts'
import { formatDay } from '#domain/days.ts'
import { BANK_ACCOUNT_KIND_LABELS, BANK_ACCOUNT_STATUS_LABELS } from '#domain/labels.ts'
import { formatCents } from '#domain/money.ts'
import styles from './accounts.module.css'

export function AccountDrawer() {
  const c = useCompanyId()
  const id = useRouteParam('bankAccountId') ?? ''
  const reading = useReading(bankAccounts.list, { params: { c } })
  return (
    <RegisterDrawer
      id={id}
      record={reading.data?.find(one => one.id === id)}
      reading={reading}
      list="accounts"
      kind="account"
      noun="Conta bancária"
      nameOf={account => account.institution_name}
      missing="Esta conta não existe mais"
      failed="Não foi possível abrir a conta"
      footer={() => (
        <>
          <CommandButton id="account.statement" variant="primary" />
          <CommandButton id="account.conciliate" short />
          <span className={drawer.end}>
            <CommandButton id="account.archive" variant="ghost" short />
            <MoreActions at="account.row" />
          </span>
        </>
      )}
      detail={account => <AccountDetail account={account} />}
    />
  )
}

function AccountDetail({ account }: { account: BankAccount }) {
  const gap = account.balance === null ? null : account.current_balance - account.balance
  return (
    <>
      <section>
        <h2>{account.institution_name}</h2>
        <p className={text.m}>
          {BANK_ACCOUNT_KIND_LABELS[account.kind]}
          {account.status === 'ARCHIVED' ? (
            <>
              {' '}
              <Badge tone="quiet" icon="archive">
                {BANK_ACCOUNT_STATUS_LABELS.ARCHIVED}
              </Badge>
            </>
          ) : null}
        </p>
        <div className={styles.accountBalance}>
          <span className={text.big}>{formatCents(account.current_balance)}</span>
          <span className={text.m}>saldo hoje</span>
        </div>
        {gap === null ? null : gap === 0 ? (
          <Note kind="ok">Bate com o banco em {account.balance_date ? formatDay(account.balance_date) : 'hoje'}</Note>
        ) : (
          <Note kind="warning">Diferença de {formatCents(gap)} para o saldo do banco</Note>
        )}
      </section>
      <DrawerSection title="Dados" action={<Place at="accounts.facts" />}>
        <dl className={facts.kv} data-part="facts">
          <Detail name="Banco">{account.routing_number}</Detail>
          <Detail name="Agência">{account.branch_number}</Detail>
          <Detail name="Conta">{account.account_number}</Detail>
          <Detail name="Saldo inicial">{formatCents(account.initial_balance_amount_cents)}</Detail>
          <Detail name="Data do saldo inicial">{account.date_initial_balance ? formatDay(account.date_initial_balance) : null}</Detail>
        </dl>
      </DrawerSection>
      <DrawerSection title="Extrato" action={<CommandButton id="account.import" variant="ghost" short />}>
        <dl className={facts.kv} data-part="facts">
          <Detail name="Saldo do banco">{account.balance === null ? 'nenhum extrato importado' : formatCents(account.balance)}</Detail>
          <Detail name="Informado em">{account.balance_date ? formatDay(account.balance_date) : null}</Detail>
          <Detail name="Linhas a conciliar">{account.pending_entries_count.toLocaleString('pt-BR')}</Detail>
        </dl>
      </DrawerSection>
    </>
  )
}
