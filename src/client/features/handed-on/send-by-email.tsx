// Where a note or a charge is mailed to: the address its customer has, to be confirmed or changed.
import { EmailField } from '#client/kit/form/text-field.tsx'
import type { Asking } from '#client/surfaces/asked/asking.ts'
import { CommandForm } from '#client/surfaces/asked/command-form.tsx'
import { SendInput } from '#commands/handing-on.ts'
import type { AnyTarget } from '#commands/kit/command.ts'
import type { Forms } from '#commands/kit/form.ts'
import type { Billing } from '#contract/billings.ts'
import type { InvoiceParty } from '#contract/invoices.ts'

interface Addressed {
  borrower?: InvoiceParty | null
  payer?: Billing['payer']
}

const addressIn = ({ records }: AnyTarget): string => {
  const [{ borrower, payer } = {}] = records as readonly Addressed[]
  return borrower?.email ?? payer?.email ?? ''
}

export function AskedAddress({ asking }: { asking: Asking<Forms['send-by-email']> }) {
  return (
    <CommandForm asking={asking} schema={SendInput} start={target => ({ email: addressIn(target) })}>
      <EmailField name="email" label="E-mail de quem recebe" autoComplete="off" autoFocus help="Vai um link que abre só este documento." />
    </CommandForm>
  )
}
