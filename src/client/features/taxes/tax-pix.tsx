// The Pix code of a tax's slip, over its drawer.
import { Dialog } from '#client/kit/dialog.tsx'
import text from '#client/kit/look/text.module.css'
import { PixCode } from '#client/kit/pay-codes.tsx'
import { useToday } from '#client/kit/today.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { houseOptions } from '#client/surfaces/house.ts'
import { pathTo } from '#commands/screens.ts'
import { formatDay } from '#domain/days.ts'
import { formatCents } from '#domain/money.ts'
import { taxName } from '#resources/tax.ts'
import { useTaxRoute } from './tax-drawer.tsx'
import { isPayable, staleWords } from './tax-words.ts'

export function TaxPix() {
  const { c, id: taxId, tax } = useTaxRoute()
  const today = useToday()
  // The drawer beneath shows that it is on its way.
  if (!tax) return null
  const slip = isPayable(tax.slip, today) ? tax.slip : null
  return (
    <Dialog
      open
      onClose={() => houseOptions().ports.go(pathTo('taxes.detail', { companyId: c, taxId }))}
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
        <p className={text.m}>
          {tax.slip?.status === 'DONE'
            ? `${staleWords(tax.slip, today)}. Emita outra para receber o código Pix de hoje.`
            : 'Este imposto ainda não tem guia. Emita a guia para receber o código Pix.'}
        </p>
      )}
    </Dialog>
  )
}
