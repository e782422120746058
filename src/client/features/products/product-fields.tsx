// The fields of a product, with a word on each that only an accountant would know.
import { AmountField } from '#client/kit/form/amount-field.tsx'
import { SelectField } from '#client/kit/form/select-field.tsx'
import { TextField } from '#client/kit/form/text-field.tsx'
import { PRODUCT_ORIGINS } from '#domain/enums.ts'
import { PRODUCT_ORIGIN_LABELS } from '#domain/labels.ts'
import { CfopField, NcmField } from './classification-fields.tsx'

const ORIGINS = PRODUCT_ORIGINS.map(value => ({ value, label: PRODUCT_ORIGIN_LABELS[value] }))

export function ProductFields({ creating = false }: { creating?: boolean }) {
  return (
    <>
      <TextField name="name" label="Nome" autoFocus={creating} maxLength={120} />
      <div className="two">
        <TextField name="code" label="Código" maxLength={60} help="O seu: cada produto tem um" />
        <TextField name="unit" label="Unidade" maxLength={6} help="UN, KG, CX, PC, L, M" />
      </div>
      <AmountField name="price_cents" label="Preço" />
      <TextField name="description" label="Descrição" aside="opcional" maxLength={500} />
      <h3>Para as notas fiscais</h3>
      <NcmField />
      <CfopField />
      <SelectField
        name="origin"
        label="Origem da mercadoria"
        choices={ORIGINS}
        help="Nacional, a menos que seja importada ou leve peças importadas"
      />
      <div className="two">
        <TextField
          name="cest"
          label="CEST"
          aside="opcional"
          inputMode="numeric"
          maxLength={9}
          help="7 dígitos, só se há substituição tributária"
        />
        <TextField name="gtin" label="GTIN" aside="opcional" inputMode="numeric" maxLength={14} help="O número do código de barras" />
      </div>
      <TextField name="icms_rate" label="ICMS (%)" aside="opcional" inputMode="numeric" help="Só para empresa fora do Simples Nacional" />
    </>
  )
}
