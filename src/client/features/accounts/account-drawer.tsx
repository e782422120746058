// One bank account, read first: balances of the books and of the bank, its data, and the form in their place.

import { useReading } from '#client/data/queries.ts'
import drawer from '#client/kit/drawer.module.css'
import { Note } from '#client/kit/drawer.tsx'
import text from '#client/kit/look/text.module.css'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { MoreActions } from '#client/surfaces/command-menu.tsx'
import { Place } from '#client/surfaces/place.tsx'
import { RegisterDrawer, useListed } from '#client/surfaces/register-drawer.tsx'
import { Sections } from '#client/surfaces/resource/drawer.tsx'
import { cell } from '#client/surfaces/resource/records.tsx'
import { useCompanyId } from '#client/surfaces/where.ts'
import { type BankAccount, bankAccounts } from '#contract/bank-accounts.ts'
import { formatDay } from '#domain/days.ts'
import { formatCents } from '#domain/money.ts'
import { account, gapOf } from '#resources/account.ts'
import styles from './accounts.module.css'

export function AccountDrawer() {
  const listed = useListed('bankAccountId', useReading(bankAccounts.list, { params: { c: useCompanyId() } }))
  return (
    <RegisterDrawer
      {...listed}
      list="accounts"
      kind="account"
      noun="Conta bancária"
      nameOf={account.nameOf}
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
      detail={one => (
        <>
          <Balances record={one} />
          <Sections
            of={account}
            record={one}
            actions={{ Dados: <Place at="accounts.facts" />, Extrato: <CommandButton id="account.import" variant="ghost" short /> }}
          />
        </>
      )}
    />
  )
}

function Balances({ record }: { record: BankAccount }) {
  const gap = gapOf(record)
  return (
    <section>
      <h2>{account.nameOf(record)}</h2>
      <p className={text.m}>
        {account.showOf(record, 'kind')} {account.muted?.(record) ? cell(account, 'status', record) : null}
      </p>
      <div className={styles.accountBalance}>
        <span className={text.big}>{formatCents(record.current_balance)}</span>
        <span className={text.m}>saldo hoje</span>
      </div>
      {gap === null ? null : gap === 0 ? (
        <Note kind="ok">Bate com o banco em {record.balance_date ? formatDay(record.balance_date) : 'hoje'}</Note>
      ) : (
        <Note kind="warning">Diferença de {formatCents(gap)} para o saldo do banco</Note>
      )}
    </section>
  )
}
