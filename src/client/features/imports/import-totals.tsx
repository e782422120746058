// What a file adds up to, account by account, and whether its balances agree: read before anything is taken in.
import { useRegisters } from '#client/data/registers.ts'
import { Badge } from '#client/kit/chip.tsx'
import { classNames } from '#client/kit/class-names.ts'
import textStyles from '#client/kit/look/text.module.css'
import summary from '#client/surfaces/summary.module.css'
import { useCompanyId } from '#client/surfaces/where.ts'
import type { Import } from '#contract/bank-statements.ts'
import { formatDay } from '#domain/days.ts'
import { formatCents } from '#domain/money.ts'
import { counted } from '#domain/text.ts'

type Share = Import['accounts'][number]

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <span className={classNames(summary.fact, textStyles.tabular)}>
      <span className={classNames(textStyles.m, summary.m)}>{name}</span>
      {children}
    </span>
  )
}

function Verdict({ share: { totals, ledger_balance_cents: stated } }: { share: Share }) {
  const closing = totals?.closing_cents ?? null
  if (stated === null) return <Badge tone="quiet">O arquivo não traz saldo</Badge>
  if (closing === null) return <Badge tone="quiet">Sem saldo anterior para conferir</Badge>
  if (closing === stated)
    return (
      <Badge tone="ok" icon="circle-check">
        O saldo confere
      </Badge>
    )
  return (
    <Badge tone="danger" icon="triangle-alert">
      Diferença de {formatCents(stated - closing)}
    </Badge>
  )
}

export function ImportTotals({ record }: { record: Import }) {
  const { accountName } = useRegisters(useCompanyId())
  return record.accounts.map((share, index) => {
    const { totals, ledger_balance_cents: stated, ledger_date } = share
    if (!totals) return null
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: an account of the file that is not ours has no other name
      <section key={index} className={summary.summary} aria-label="Conferência do arquivo">
        {record.accounts.length > 1 ? (
          <b>{share.bank_account_id === null ? 'Conta não cadastrada' : accountName(share.bank_account_id)}</b>
        ) : null}
        <Fact name="No arquivo">{counted(totals.count, ['lançamento', 'lançamentos'])}</Fact>
        <Fact name="Entradas">{formatCents(totals.in_cents)}</Fact>
        <Fact name="Saídas">{formatCents(totals.out_cents)}</Fact>
        {totals.opening_cents === null ? null : <Fact name="Saldo anterior">{formatCents(totals.opening_cents)}</Fact>}
        {totals.closing_cents === null ? null : <Fact name="Saldo calculado">{formatCents(totals.closing_cents)}</Fact>}
        {stated === null ? null : (
          <Fact name={`Saldo no banco${ledger_date ? ` em ${formatDay(ledger_date)}` : ''}`}>{formatCents(stated)}</Fact>
        )}
        <Verdict share={share} />
      </section>
    )
  })
}
