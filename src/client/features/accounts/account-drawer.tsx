// One bank account, read first: balances of the books and of the bank, its data, and the form in their place.
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '#client/data/api.ts'
import { useReading } from '#client/data/queries.ts'
import { Badge } from '#client/kit/chip.tsx'
import { DrawerSection, Note } from '#client/kit/drawer.tsx'
import { Form, FormFooter } from '#client/kit/form/form.tsx'
import { ErrorState, Skeleton } from '#client/kit/states.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { EditButton } from '#client/surfaces/edit-button.tsx'
import { formFailed, settleWrite } from '#client/surfaces/form-outcome.ts'
import { Detail, mayDiscard, RecordDrawer, useEditing } from '#client/surfaces/record-drawer.tsx'
import { useCompanyId } from '#client/surfaces/where.ts'
import { type BankAccount, bankAccounts } from '#contract/bank-accounts.ts'
import { formatDay } from '#domain/days.ts'
import { BANK_ACCOUNT_KIND_LABELS, BANK_ACCOUNT_STATUS_LABELS } from '#domain/labels.ts'
import { formatCents } from '#domain/money.ts'
import { AccountFields, AccountForm, type AccountValues, accountBody, accountDefaults } from './account-form.tsx'
import './accounts.css'

export function AccountDrawer() {
  const c = useCompanyId()
  const { bankAccountId: id = '' } = useParams({ strict: false }) as { bankAccountId?: string }
  const { may, editing, setEditing } = useEditing(id, 'bank_accounts:u')
  const [dirty, setDirty] = useState(false)
  const reading = useReading(bankAccounts.list, { params: { c } })
  const account = reading.data?.find(one => one.id === id)
  const leaveForm = () => {
    setEditing(false)
    setDirty(false)
  }
  const missing = reading.data !== undefined && account === undefined
  return (
    <RecordDrawer
      id={id}
      list="accounts"
      label={account?.institution_name ?? 'Conta bancária'}
      where="Conta bancária"
      dirty={dirty}
      onLeaveForm={editing ? leaveForm : undefined}
      footer={
        account && !editing ? (
          <>
            <CommandButton id="account.statement" variant="primary" />
            <CommandButton id="account.conciliate" short />
            <span className="end">
              <CommandButton id="account.archive" variant="ghost" short />
            </span>
          </>
        ) : undefined
      }
    >
      {reading.isError || missing ? (
        <ErrorState
          title={missing ? 'Esta conta não existe mais' : 'Não foi possível abrir a conta'}
          text={reading.error?.message}
          onRetry={() => void reading.refetch()}
        />
      ) : account === undefined ? (
        <Skeleton rows={6} />
      ) : editing ? (
        <EditAccount key={account.id} account={account} onDirty={setDirty} onDone={leaveForm} />
      ) : (
        <AccountDetail account={account} onEdit={may ? () => setEditing(true) : undefined} />
      )}
    </RecordDrawer>
  )
}

function AccountDetail({ account, onEdit }: { account: BankAccount; onEdit: (() => void) | undefined }) {
  const gap = account.balance === null ? null : account.current_balance - account.balance
  return (
    <>
      <section>
        <h2>{account.institution_name}</h2>
        <p className="m">
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
        <div className="account-balance">
          <span className="big">{formatCents(account.current_balance)}</span>
          <span className="m">saldo hoje</span>
        </div>
        {gap === null ? null : gap === 0 ? (
          <Note kind="ok">Bate com o banco em {account.balance_date ? formatDay(account.balance_date) : 'hoje'}</Note>
        ) : (
          <Note kind="warning">Diferença de {formatCents(gap)} para o saldo do banco</Note>
        )}
      </section>
      <DrawerSection title="Dados" action={onEdit ? <EditButton onEdit={onEdit} /> : undefined}>
        <dl className="kv">
          <Detail name="Banco">{account.routing_number}</Detail>
          <Detail name="Agência">{account.branch_number}</Detail>
          <Detail name="Conta">{account.account_number}</Detail>
          <Detail name="Saldo inicial">{formatCents(account.initial_balance_amount_cents)}</Detail>
          <Detail name="Data do saldo inicial">{account.date_initial_balance ? formatDay(account.date_initial_balance) : null}</Detail>
        </dl>
      </DrawerSection>
      <DrawerSection title="Extrato" action={<CommandButton id="account.import" variant="ghost" short />}>
        <dl className="kv">
          <Detail name="Saldo do banco">{account.balance === null ? 'nenhum extrato importado' : formatCents(account.balance)}</Detail>
          <Detail name="Informado em">{account.balance_date ? formatDay(account.balance_date) : null}</Detail>
          <Detail name="Linhas a conciliar">{account.pending_entries_count.toLocaleString('pt-BR')}</Detail>
        </dl>
      </DrawerSection>
    </>
  )
}

interface EditAccountProps {
  account: BankAccount
  onDirty(dirty: boolean): void
  onDone(): void
}

function EditAccount({ account, onDirty, onDone }: EditAccountProps) {
  const [dirty, setDirty] = useState(false)
  const save = async (values: AccountValues) => {
    try {
      const { institution_name, ...fields } = accountBody(values)
      const moved = values.routing_number !== account.routing_number && institution_name !== undefined
      const body = { ...fields, ...(moved ? { institution_name } : {}), version: account.version }
      const reply = await call(bankAccounts.update, { params: { c: account.company_id, id: account.id }, body })
      settleWrite({ say: `Conta ${account.institution_name} alterada`, batch_id: reply.batch_id, focus: account.id })
      onDone()
    } catch (error) {
      formFailed(error)
    }
  }
  const leave = async () => {
    if (await mayDiscard(dirty)) onDone()
  }
  return (
    <section>
      <Form
        schema={AccountForm}
        defaults={accountDefaults(account)}
        onSubmit={save}
        label="Alterar conta bancária"
        onDirty={now => {
          setDirty(now)
          onDirty(now)
        }}
      >
        <AccountFields starting />
        <FormFooter submitLabel="Salvar" onCancel={() => void leave()} />
      </Form>
    </section>
  )
}
