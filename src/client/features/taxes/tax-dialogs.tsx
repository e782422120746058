// What is done with one tax over its drawer: its slip asked for, its Pix shown, its deletion confirmed.
import { z } from 'zod'
import { call } from '#client/data/api.ts'
import { ConfirmDialog, Dialog } from '#client/kit/dialog.tsx'
import { DayField } from '#client/kit/form/day-field.tsx'
import { PixCode } from '#client/kit/pay-codes.tsx'
import { Spinner } from '#client/kit/states.tsx'
import { useToday } from '#client/kit/today.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { FormDialog } from '#client/surfaces/form-dialog.tsx'
import { settleWrite, writeFailed } from '#client/surfaces/form-outcome.ts'
import { houseOptions } from '#client/surfaces/house.ts'
import { Detail } from '#client/surfaces/record-drawer.tsx'
import { pathTo } from '#commands/screens.ts'
import { taxName } from '#commands/taxes.ts'
import { taxes } from '#contract/taxes.ts'
import { formatDay, isDay } from '#domain/days.ts'
import { formatCents } from '#domain/money.ts'
import { useTaxRoute } from './tax-drawer.tsx'
import { isPayable } from './tax-words.ts'
import './taxes.css'

/** Back to the tax's drawer, or to the list. */
export function useTaxWays() {
  const { c, id, tax } = useTaxRoute()
  const { go } = houseOptions().ports
  return {
    c,
    id,
    tax,
    back: () => go(pathTo('taxes.detail', { companyId: c, taxId: id })),
    toList: () => go(pathTo('taxes', { companyId: c })),
  }
}

const IssueForm = z.object({ payment_date: z.string({ error: 'Informe o dia' }).refine(isDay, 'Informe o dia') })

export function IssueTax() {
  const { c, id, tax, back } = useTaxWays()
  const today = useToday()
  if (!tax) return <Spinner />
  const isLate = tax.due_date < today
  const save = async (body: z.output<typeof IssueForm>) => {
    await call(taxes.issue, { params: { c, taxId: id }, body })
    settleWrite({ say: `Guia de ${taxName(tax)} pedida à Receita` })
    back()
  }
  return (
    <FormDialog
      title={`Emitir a guia de ${taxName(tax)}`}
      description={
        isLate
          ? 'Depois do vencimento, a guia sai com multa e juros até o dia do pagamento.'
          : 'A guia vale até o vencimento e chega em alguns segundos, com código de barras e Pix.'
      }
      schema={IssueForm}
      defaults={{ payment_date: isLate ? today : tax.due_date }}
      submitLabel="Emitir guia"
      onSubmit={save}
      onClose={back}
    >
      <dl className="kv">
        <Detail name="Vencimento">{formatDay(tax.due_date)}</Detail>
        <Detail name="Imposto">{formatCents(tax.amount_cents)}</Detail>
        <Detail name="Multa hoje">{tax.fine_cents > 0 ? formatCents(tax.fine_cents) : null}</Detail>
        <Detail name="Juros hoje">{tax.interest_cents > 0 ? formatCents(tax.interest_cents) : null}</Detail>
        <Detail name="Total hoje">{formatCents(tax.total_cents)}</Detail>
      </dl>
      <DayField name="payment_date" label="Dia do pagamento" />
    </FormDialog>
  )
}

export function TaxPix() {
  const { tax, back } = useTaxWays()
  const today = useToday()
  if (!tax) return <Spinner />
  const slip = isPayable(tax.slip, today) ? tax.slip : null
  return (
    <Dialog
      open
      onClose={back}
      title={slip?.emv_code ? `Pix de ${formatCents(slip.amount_cents)}` : 'Pix do imposto'}
      description={slip?.emv_code ? `${taxName(tax)}, até ${formatDay(slip.pay_until)}` : undefined}
      width="question"
      footer={<CommandButton id={slip?.emv_code ? 'tax.pay' : 'tax.issue'} size="form" variant="primary" />}
    >
      {slip?.emv_code ? (
        <PixCode
          large
          emv_code={slip.emv_code}
          qr_code={tax.qr_code}
          action={<CommandButton id="tax.copy-pix" variant="ghost" short icon />}
        />
      ) : (
        <p className="m">
          {tax.slip?.status === 'DONE'
            ? `A guia valia até ${formatDay(tax.slip.pay_until)}. Emita outra para receber o código Pix de hoje.`
            : 'Este imposto ainda não tem guia. Emita a guia para receber o código Pix.'}
        </p>
      )}
    </Dialog>
  )
}

export function DeleteTax() {
  const { c, id, tax, back, toList } = useTaxWays()
  if (!tax) return null
  const remove = async () => {
    try {
      const { batch_id } = await call(taxes.delete, { params: { c, taxId: id } })
      settleWrite({ say: `${taxName(tax)} excluído`, batch_id, focus: id })
      toList()
    } catch (error) {
      writeFailed(error)
    }
  }
  return (
    <ConfirmDialog
      open
      title={`Excluir ${taxName(tax)}?`}
      description="A conta a pagar dele fica como está. Dá para desfazer."
      facts={[
        { label: 'Vencimento', value: formatDay(tax.due_date) },
        { label: 'Valor', value: formatCents(tax.total_cents) },
      ]}
      confirmLabel="Excluir imposto"
      danger
      onConfirm={() => void remove()}
      onCancel={back}
    />
  )
}
