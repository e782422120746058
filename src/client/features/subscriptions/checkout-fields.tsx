// The fields of the checkout: by which means, and the card, which becomes a token in the browser.
import type { ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import { classNames } from '#client/kit/class-names.ts'
import { Note } from '#client/kit/drawer.tsx'
import { RadioGroup } from '#client/kit/form/checkbox.tsx'
import { FieldFrame, type FieldProps, useField } from '#client/kit/form/field.tsx'
import form from '#client/kit/form/form.module.css'
import { TextField } from '#client/kit/form/text-field.tsx'
import { useMasked } from '#client/kit/form/use-masked.ts'
import { maskCardNumber, maskExpiry } from '#domain/payments/cards.ts'
import type { CheckoutInput } from './checkout-model.ts'
import type { CardWay } from './use-card.ts'

const cardMethod = (recurring: boolean) => ({
  value: 'CREDIT_CARD',
  label: 'Cartão de crédito',
  help: recurring ? 'Cobrado sozinho a cada mês' : 'Só esta mensalidade',
})
const pixMethod = (recurring: boolean) => ({
  value: 'PIX',
  label: 'Pix',
  help: recurring ? 'Um código por mês, para pagar até o vencimento' : 'Um código com QR Code',
})

/** Digits in the groups people read them in. */
function DigitsField({ mask, autoComplete, placeholder, ...field }: FieldProps & Masked) {
  const { value, set, blur, ref, error } = useField(field.name)
  const onChange = useMasked(mask, set)
  return (
    <FieldFrame {...field} error={error}>
      {control => (
        <label className={classNames(form.inp, error && form.bad)} data-part="input" htmlFor={control.id}>
          <input
            {...control}
            ref={ref}
            name={field.name}
            inputMode="numeric"
            autoComplete={autoComplete}
            placeholder={placeholder}
            value={typeof value === 'string' ? value : ''}
            onChange={onChange}
            onBlur={blur}
          />
        </label>
      )}
    </FieldFrame>
  )
}

interface Masked {
  mask(text: string): string
  autoComplete: 'cc-number' | 'cc-exp' | 'cc-csc'
  placeholder: string
}

const maskCvv = (text: string): string => text.replace(/\D/g, '').slice(0, 4)

export function CheckoutFields({ recurring = false, card }: { recurring?: boolean; card: CardWay }) {
  const { watch } = useFormContext<CheckoutInput>()
  const choices = card === 'none' ? [pixMethod(recurring)] : [cardMethod(recurring), pixMethod(recurring)]
  return (
    <>
      <RadioGroup name="method" label="Forma de pagamento" choices={choices} />
      {card === 'none' || watch('method') === 'CREDIT_CARD' ? <CardPart card={card} /> : null}
    </>
  )
}

const typedCard = (
  <>
    <DigitsField
      name="number"
      label="Número do cartão"
      mask={maskCardNumber}
      autoComplete="cc-number"
      placeholder="0000 0000 0000 0000"
      help="O número não sai deste navegador: só um código dele vai ao servidor"
    />
    <TextField name="name" label="Nome como está no cartão" autoComplete="cc-name" />
    <div className={form.two}>
      <DigitsField name="expiry" label="Validade" mask={maskExpiry} autoComplete="cc-exp" placeholder="MM/AA" />
      <DigitsField name="cvv" label="Código de segurança" mask={maskCvv} autoComplete="cc-csc" placeholder="000" />
    </div>
  </>
)

const CARD_PARTS: Readonly<Record<CardWay, ReactNode>> = {
  typed: typedCard,
  hosted: <Note kind="info">O cartão é informado na página da operadora, e você volta para cá. O número dele nunca passa pelo Razão.</Note>,
  given: <Note kind="ok">Cartão informado na operadora.</Note>,
  none: <Note>Só por Pix: nenhuma operadora de cartões está conectada.</Note>,
}

/** How the card is given. */
export const CardPart = ({ card }: { card: CardWay }) => CARD_PARTS[card]
