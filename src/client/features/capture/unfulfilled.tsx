// Why a deal was not done, told once for all the notes that were chosen.
import { TextAreaField } from '#client/kit/form/text-area-field.tsx'
import type { Asking } from '#client/surfaces/asked/asking.ts'
import { CommandForm } from '#client/surfaces/asked/command-form.tsx'
import type { Forms } from '#commands/kit/form.ts'
import { UnfulfilledInput } from '#commands/manifestations.ts'
import { JUSTIFICATION } from '#domain/fiscal/invoice-rules.ts'

export function AskedUnfulfilled({ asking }: { asking: Asking<Forms['unfulfilled-notes']> }) {
  return (
    <CommandForm asking={asking} schema={UnfulfilledInput} start={() => ({ justification: '' })}>
      <TextAreaField
        name="justification"
        label="Justificativa"
        rows={3}
        maxLength={JUSTIFICATION.max}
        autoFocus
        help={`De ${JUSTIFICATION.min} a ${JUSTIFICATION.max} caracteres. A SEFAZ e o fornecedor a leem.`}
      />
    </CommandForm>
  )
}
