// A note of goods written, corrected or replicated: to whom, which items, how they go and how they are paid.
import { useQuery } from '@tanstack/react-query'
import { useFormContext } from 'react-hook-form'
import { reading, unreadOf, useReading } from '#client/data/queries.ts'
import { useRegisters } from '#client/data/registers.ts'
import { classNames } from '#client/kit/class-names.ts'
import facts from '#client/kit/facts.module.css'
import { AmountField } from '#client/kit/form/amount-field.tsx'
import formStyles from '#client/kit/form/form.module.css'
import { SelectField } from '#client/kit/form/select-field.tsx'
import { TextAreaField } from '#client/kit/form/text-area-field.tsx'
import { TextField } from '#client/kit/form/text-field.tsx'
import { ComboboxField } from '#client/kit/picker/combobox.tsx'
import { ContactPicker } from '#client/kit/picker/pickers.tsx'
import { useToday } from '#client/kit/today.tsx'
import { LookedUpDocument } from '#client/surfaces/looked-up-document.tsx'
import type { AnyTarget } from '#commands/kit/command.ts'
import { companies } from '#contract/companies.ts'
import { invoiceSettings } from '#contract/fiscal-documents.ts'
import { productInvoices } from '#contract/invoices.ts'
import { products } from '#contract/products.ts'
import { formatDay } from '#domain/days.ts'
import { INVOICE_FINALITIES, OPERATION_TYPES, SHIPPING_MODES } from '#domain/enums.ts'
import { isSimples } from '#domain/fiscal/codes.ts'
import { cfopOf, isFinalConsumer, isSameState } from '#domain/fiscal/sale.ts'
import { INVOICE_FINALITY_LABELS, OPERATION_TYPE_LABELS, SHIPPING_MODE_LABELS } from '#domain/labels.ts'
import { formatCents } from '#domain/money.ts'
import { useNestedForms } from '../nested-forms.tsx'
import { isService, useNoteRoute } from './invoice-kind.ts'
import { dayOfNote, numberText, partyName } from './invoice-words.ts'
import styles from './invoices.module.css'
import { ItemsTable } from './items-table.tsx'
import { type AskingNote, NoteForm, type NoteLook, noteIn, SumRow } from './note-form.tsx'
import { PaymentsFields } from './payments-fields.tsx'
import {
  blankGoods,
  fieldHere,
  goodsBody,
  goodsFormOf,
  goodsTotals,
  ProductNoteForm,
  type ProductNoteInput,
  type SaleFacts,
} from './product-model.ts'

const NONE: readonly never[] = []
const FINALITIES = INVOICE_FINALITIES.map(value => ({ value, label: INVOICE_FINALITY_LABELS[value] }))
const PRESENCES = OPERATION_TYPES.map(value => ({ value, label: OPERATION_TYPE_LABELS[value] }))
const SHIPPINGS = SHIPPING_MODES.map(value => ({ value, label: SHIPPING_MODE_LABELS[value] }))

/** What the totals of a form depend on besides it. */
function useSale(): (form: Pick<ProductNoteInput, 'kind' | 'contact_id'>) => SaleFacts {
  const { c } = useNoteRoute()
  const today = useToday()
  const { contacts } = useRegisters(c)
  const company = useReading(companies.profile, { params: { c } }).data
  const from = useReading(invoiceSettings.get, { params: { c } }).data?.address?.state ?? ''
  const register = useReading(products.list, { params: { c }, query: {} }).data ?? NONE
  return form => {
    const buyer = contacts.find(contact => contact.id === form.contact_id)
    const to = buyer?.address?.state ?? null
    return {
      kind: form.kind,
      regime: company?.tax_regime ?? 'SIMPLES_NACIONAL',
      from,
      otherState: isSameState(form.kind, from, to) ? null : to,
      toConsumer: isFinalConsumer(form.kind, { state_tax_number: buyer?.state_tax_number ?? null }),
      year: Number(today.slice(0, 4)),
      productOf: id => register.find(product => product.id === id),
    }
  }
}

const LOOK: NoteLook = {
  form: styles.noteForm,
  fields: styles.noteFields,
  summary: styles.noteSummary,
  summaryName: 'Resumo da nota',
}

export function AskedGoodsNote({ asking }: { asking: AskingNote }) {
  const { c } = useNoteRoute()
  const { contacts } = useRegisters(c)
  const saleOf = useSale()
  const start = (target: AnyTarget) => {
    const note = noteIn(target)
    if (note !== undefined && !isService(note)) return goodsFormOf(note)
    return blankGoods(asking.command.id === 'consumer-invoice.create' ? 'CONSUMER' : 'PRODUCT')
  }
  return (
    <NoteForm
      asking={asking}
      copied="Preenchida com outra nota."
      schema={ProductNoteForm}
      start={start}
      rename={fieldHere}
      noteOf={values => ({ kind: values.kind, note: goodsBody(values) })}
      amountOf={values => goodsTotals(values, saleOf(values)).total_cents}
      partyOf={values =>
        contacts.find(contact => contact.id === values.contact_id)?.name ?? (values.consumer_name || 'Consumidor não identificado')
      }
      look={LOOK}
      summary={<GoodsSummary />}
    >
      <GoodsFields />
    </NoteForm>
  )
}

function BuyerFields() {
  const { c } = useNoteRoute()
  const { contacts, unread } = useRegisters(c)
  const { watch, setValue } = useFormContext<ProductNoteInput>()
  const nested = useNestedForms({ contactKind: 'CUSTOMER' })
  const take = (id: string) => setValue('contact_id', id, { shouldDirty: true })
  const [kind, contact] = watch(['kind', 'contact_id'])
  return (
    <>
      <ContactPicker
        name="contact_id"
        label={kind === 'CONSUMER' ? 'Consumidor' : 'Destinatário'}
        aside={kind === 'CONSUMER' ? 'opcional' : undefined}
        contacts={contacts}
        unread={unread}
        kind="CUSTOMER"
        onAdd={nested.ask('contact', take)}
        autoFocus
      />
      {kind === 'CONSUMER' && contact === null ? (
        <div className={formStyles.two}>
          <LookedUpDocument name="consumer_document" label="CPF na nota" aside="opcional" fills={{ name: 'consumer_name' }} />
          <TextField name="consumer_name" label="Nome" aside="opcional" maxLength={200} />
        </div>
      ) : null}
    </>
  )
}

function PurposeFields() {
  const { c } = useNoteRoute()
  const { watch } = useFormContext<ProductNoteInput>()
  const [kind, finality] = watch(['kind', 'finality'])
  const isReturn = finality !== 'DEFAULT'
  const issued = useQuery({ ...reading(productInvoices.list, { query: { companyId: c, status: 'ISSUED' } }), enabled: isReturn })
  return (
    <>
      <div className={formStyles.two}>
        {kind === 'PRODUCT' ? <SelectField name="finality" label="Finalidade" choices={FINALITIES} /> : null}
        <TextField name="nature" label="Natureza da operação" maxLength={60} />
      </div>
      {isReturn ? (
        <ComboboxField
          name="reference_id"
          label="Nota de referência"
          items={(issued.data ?? NONE).map(note => ({
            id: note.id,
            label: `${numberText(note)}, ${partyName(note)}`,
            detail: `${formatDay(dayOfNote(note))}, ${formatCents(note.amount_cents)}`,
            search: note.access_key ?? '',
          }))}
          empty="Nota não encontrada"
          unread={unreadOf(issued)}
          wide
        />
      ) : null}
    </>
  )
}

function GoodsFields() {
  const { c } = useNoteRoute()
  const { watch } = useFormContext<ProductNoteInput>()
  const form = watch()
  const sale = useSale()(form)
  const register = useReading(products.list, { params: { c }, query: {} })
  const totals = goodsTotals(form, sale)
  const to = { finality: form.finality, direction: 'OUT' as const, isSameState: sale.otherState === null }
  return (
    <>
      <BuyerFields />
      <PurposeFields />
      <h3>Itens</h3>
      <ItemsTable
        products={register.data ?? NONE}
        unread={unreadOf(register)}
        cfopOf={product => cfopOf(product.cfop, to)}
        hasIpi={!isSimples(sale.regime)}
      />
      <h3>Frete e outros valores</h3>
      <div className={formStyles.two}>
        <SelectField name="invoice_order.operation_type" label="Presença do comprador" choices={PRESENCES} />
        <SelectField name="invoice_order.shipping_mode" label="Modalidade do frete" choices={SHIPPINGS} />
      </div>
      <div className={styles.four}>
        <AmountField name="invoice_order.shipping_amount_cents" label="Frete" />
        <AmountField name="invoice_order.insurance_amount_cents" label="Seguro" />
        <AmountField name="invoice_order.other_amount_cents" label="Outras despesas" />
        <AmountField name="invoice_order.discount_amount_cents" label="Desconto da nota" />
      </div>
      {form.finality === 'DEFAULT' ? (
        <>
          <h3>Pagamento</h3>
          <PaymentsFields total={totals.total_cents} />
        </>
      ) : null}
      <TextAreaField name="additional_information" label="Informações complementares" aside="opcional" rows={3} maxLength={2000} />
    </>
  )
}

function GoodsSummary() {
  const { watch } = useFormContext<ProductNoteInput>()
  const form = watch()
  const totals = goodsTotals(form, useSale()(form))
  const some = (cents: number): number | undefined => (cents > 0 ? cents : undefined)
  return (
    <dl className={classNames(facts.kv, styles.sums)} data-part="facts">
      <SumRow name="Total da nota" cents={some(totals.total_cents)} strong />
      <SumRow name="Produtos" cents={some(totals.products_cents)} />
      <SumRow name="Desconto" cents={some(totals.discount_cents)} />
      <SumRow name="Frete e outros" cents={some(totals.freight_cents + totals.insurance_cents + totals.other_cents)} />
      {totals.ipi_cents > 0 ? <SumRow name="IPI" cents={totals.ipi_cents} /> : null}
      {totals.st_cents > 0 ? <SumRow name="ICMS ST" cents={totals.st_cents} /> : null}
      {totals.icms_cents > 0 ? <SumRow name="ICMS" cents={totals.icms_cents} /> : null}
      {totals.ibs_cbs ? (
        <>
          <SumRow name="IBS (teste de 2026)" cents={totals.ibs_cbs.ibs_cents} />
          <SumRow name="CBS (teste de 2026)" cents={totals.ibs_cbs.cbs_cents} />
        </>
      ) : null}
    </dl>
  )
}
