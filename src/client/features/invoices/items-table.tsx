// The items of a note as a table one fills by keyboard: Enter goes down and adds a line, arrows move between lines, a table is pasted.
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { announce } from '#client/kit/announcer.tsx'
import { Button, IconButton } from '#client/kit/button.tsx'
import { classNames } from '#client/kit/class-names.ts'
import { Note } from '#client/kit/drawer.tsx'
import { AmountInput } from '#client/kit/form/amount-field.tsx'
import { useField } from '#client/kit/form/field.tsx'
import form from '#client/kit/form/form.module.css'
import { SelectField } from '#client/kit/form/select-field.tsx'
import { TextField } from '#client/kit/form/text-field.tsx'
import { parseTsv } from '#client/kit/grid/clipboard.ts'
import { Icon } from '#client/kit/icon.tsx'
import textStyles from '#client/kit/look/text.module.css'
import { Combobox } from '#client/kit/picker/combobox.tsx'
import type { Unread } from '#client/kit/picker/use-combobox.ts'
import type { Product } from '#contract/products.ts'
import { PRODUCT_ORIGINS } from '#domain/enums.ts'
import { PRODUCT_ORIGIN_LABELS } from '#domain/labels.ts'
import { formatAmount, parseAmount } from '#domain/money.ts'
import { counted, fold } from '#domain/text.ts'
import styles from './invoices.module.css'
import { blankItem, isBlank, itemOf, itemsFromTable, type ProductNoteInput, subtotalOfItem } from './product-model.ts'

const ORIGINS = PRODUCT_ORIGINS.map(value => ({ value, label: PRODUCT_ORIGIN_LABELS[value] }))

interface ItemsTableProps {
  products: readonly Product[]
  unread: Unread | undefined
  /** The operation code the note will carry for a product. */
  cfopOf(product: Product): string
  /** Whether the note tells IPI apart: not in the Simples. */
  hasIpi: boolean
}

export function ItemsTable({ products, unread, cfopOf, hasIpi }: ItemsTableProps) {
  const { control, getValues } = useFormContext<ProductNoteInput>()
  const { fields, append, remove, update, replace } = useFieldArray({ control, name: 'invoice_products' })
  const table = useRef<HTMLTableElement>(null)
  const [unknown, setUnknown] = useState<readonly string[]>([])
  const focusAt = (line: number, column: string) =>
    setTimeout(() => table.current?.querySelector<HTMLInputElement>(`[data-line="${line}"] [data-column="${column}"] input`)?.focus())
  const add = () => {
    append(blankItem(), { shouldFocus: false })
    focusAt(fields.length, 'product_id')
  }
  const drop = (at: number) => {
    if (fields.length === 1) update(0, blankItem())
    else remove(at)
    focusAt(Math.max(0, at - 1), 'product_id')
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLInputElement)) return
    const line = Number(event.target.closest<HTMLElement>('[data-line]')?.dataset.line)
    const column = event.target.closest<HTMLElement>('[data-column]')?.dataset.column
    if (Number.isNaN(line) || column === undefined) return
    const isCombo = event.target.getAttribute('role') === 'combobox'
    const goes = { Enter: 1, ArrowDown: isCombo ? 0 : 1, ArrowUp: isCombo ? 0 : -1 }[event.key] ?? 0
    if (goes === 0) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter' && line === fields.length - 1) add()
    else focusAt(line + goes, event.key === 'Enter' ? 'product_id' : column)
  }
  const onPaste = (event: ClipboardEvent<HTMLTableElement>) => {
    const text = event.clipboardData.getData('text/plain')
    if (!/[\t\n]/.test(text.trim())) return
    event.preventDefault()
    const find = (name: string) => {
      const wanted = fold(name.trim())
      return products.find(product => fold(product.code) === wanted || fold(product.name) === wanted)
    }
    const pasted = itemsFromTable(parseTsv(text), find, cell => (cell.trim() === '' ? undefined : parseAmount(cell)))
    setUnknown(pasted.unknown)
    if (pasted.items.length === 0) return
    const kept = getValues('invoice_products').filter(item => !isBlank(item))
    replace([...kept, ...pasted.items])
    announce(counted(pasted.items.length, ['item colado', 'itens colados']))
    focusAt(kept.length, 'amount')
  }
  return (
    <div className={styles.noteItemsEdit}>
      <table ref={table} onKeyDown={onKeyDown} onPaste={onPaste} aria-label="Itens da nota">
        <thead>
          <tr>
            <th scope="col">Produto</th>
            <th scope="col" className={classNames(textStyles.num, styles.num)}>
              Quantidade
            </th>
            <th scope="col" className={classNames(textStyles.num, styles.num)}>
              Preço unitário
            </th>
            <th scope="col" className={classNames(textStyles.num, styles.num)}>
              Desconto
            </th>
            <th scope="col" className={classNames(textStyles.num, styles.num)}>
              Total
            </th>
            <th scope="col">
              <span className={textStyles.vh}>Ações</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field, at) => (
            <ItemRow
              key={field.id}
              at={at}
              products={products}
              unread={unread}
              cfopOf={cfopOf}
              hasIpi={hasIpi}
              onDrop={() => drop(at)}
              onFocus={focusAt}
            />
          ))}
        </tbody>
      </table>
      {unknown.length > 0 ? (
        <Note kind="warning">
          {unread ? 'Os produtos ainda não vieram: cole de novo depois' : 'Sem produto no cadastro'}: {unknown.slice(0, 5).join(', ')}
          {unknown.length > 5 ? ` e mais ${unknown.length - 5}` : ''}
        </Note>
      ) : null}
      <p className={styles.addItem}>
        <Button icon="plus" onClick={add}>
          Adicionar item
        </Button>
        <span className={classNames(textStyles.m, textStyles.small)}>
          Enter no último item abre outro. Aceita colar uma tabela com código, quantidade, preço e desconto.
        </span>
      </p>
    </div>
  )
}

interface ItemRowProps extends ItemsTableProps {
  at: number
  onDrop(): void
  onFocus(line: number, column: string): void
}

function ItemRow({ at, products, unread, cfopOf, hasIpi, onDrop, onFocus }: ItemRowProps) {
  const { watch, setValue } = useFormContext<ProductNoteInput>()
  const [open, setOpen] = useState(false)
  const name = `invoice_products.${at}` as const
  const item = watch(name)
  const product = products.find(one => one.id === item?.product_id)
  if (!item) return null
  const line = at + 1
  const choose = (id: string | null) => {
    const chosen = products.find(one => one.id === id)
    if (!chosen) return
    const { unit_price_cents, origin } = itemOf(chosen)
    setValue(`${name}.unit_price_cents`, unit_price_cents, { shouldDirty: true })
    setValue(`${name}.origin`, origin, { shouldDirty: true })
    onFocus(at, 'amount')
  }
  const total = subtotalOfItem(item) - (item.discount_amount_cents || 0)
  return (
    <>
      <tr data-line={at}>
        <Cell column="product_id" title="Produto" name={`${name}.product_id`}>
          <ProductCell name={`${name}.product_id`} line={line} products={products} unread={unread} onChosen={choose} />
          {product ? (
            <span className={classNames(textStyles.m, textStyles.small, textStyles.tabular)}>
              CFOP {cfopOf(product)}, NCM {product.ncm}
            </span>
          ) : null}
        </Cell>
        <Cell column="amount" title="Quantidade" name={`${name}.amount`}>
          <QuantityCell name={`${name}.amount`} line={line} unit={product?.unit} />
        </Cell>
        <Cell column="unit_price_cents" title="Preço unitário" name={`${name}.unit_price_cents`}>
          <MoneyCell name={`${name}.unit_price_cents`} label={`Preço unitário do item ${line}`} />
        </Cell>
        <Cell column="discount_amount_cents" title="Desconto" name={`${name}.discount_amount_cents`}>
          <MoneyCell name={`${name}.discount_amount_cents`} label={`Desconto do item ${line}`} />
        </Cell>
        <td className={classNames(textStyles.num, styles.num, textStyles.tabular, styles.itemTotal)} data-title="Total">
          {formatAmount(total)}
        </td>
        <td className={styles.itemActs}>
          <IconButton
            icon={open ? 'chevron-up' : 'chevron-down'}
            label={`Origem e impostos do item ${line}`}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          />
          <IconButton icon="x" label={`Tirar o item ${line}`} onClick={onDrop} />
        </td>
      </tr>
      {open ? (
        <tr className={styles.itemMore}>
          <td colSpan={6}>
            <div>
              <SelectField name={`${name}.origin`} label="Origem" choices={ORIGINS} />
              {hasIpi ? <TextField name={`${name}.ipi_rate`} label="IPI (%)" inputMode="numeric" /> : null}
              <TextField name={`${name}.st_margin`} label="MVA do ICMS ST (%)" inputMode="numeric" />
              <TextField name={`${name}.st_rate`} label="Alíquota do ICMS ST (%)" inputMode="numeric" />
            </div>
          </td>
        </tr>
      ) : null}
    </>
  )
}

interface CellProps {
  column: string
  title: string
  name: string
  children: React.ReactNode
}

function Cell({ column, title, name, children }: CellProps) {
  const { error } = useField(name)
  return (
    <td data-column={column} data-title={title} data-field={name}>
      {children}
      {error ? (
        <p className={form.err} id={`${name}-error`}>
          <Icon name="circle-alert" />
          {error}
        </p>
      ) : null}
    </td>
  )
}

/** What ties a bare control of a cell to the error below it. */
const controlOf = (name: string, error: string | undefined) => ({
  id: name,
  'aria-invalid': error ? (true as const) : undefined,
  'aria-describedby': error ? `${name}-error` : undefined,
})

function ProductCell({
  name,
  line,
  products,
  unread,
  onChosen,
}: {
  name: string
  line: number
  products: readonly Product[]
  unread: Unread | undefined
  onChosen(id: string | null): void
}) {
  const { value, set, blur, ref, error } = useField(name)
  return (
    <div>
      <label className={textStyles.vh} htmlFor={name}>
        Produto do item {line}
      </label>
      <Combobox
        items={products.map(product => ({
          id: product.id,
          label: product.name,
          detail: product.code,
          search: `${product.code} ${product.ncm}`,
        }))}
        value={typeof value === 'string' ? value : null}
        onChange={id => {
          set(id)
          onChosen(id)
        }}
        label={`Produto do item ${line}`}
        empty="Produto não encontrado"
        unread={unread}
        placeholder="Produto ou código"
        control={controlOf(name, error)}
        name={name}
        onBlur={blur}
        inputRef={ref}
        wide
      />
    </div>
  )
}

function QuantityCell({ name, line, unit }: { name: string; line: number; unit: string | undefined }) {
  const { value, set, blur, ref, error } = useField(name)
  return (
    <label className={error ? classNames(form.inp, form.bad) : form.inp} data-part="input">
      <input
        {...controlOf(name, error)}
        ref={ref}
        className={classNames(textStyles.num, form.num)}
        name={name}
        inputMode="decimal"
        autoComplete="off"
        aria-label={`Quantidade do item ${line}`}
        value={typeof value === 'string' ? value : ''}
        onFocus={event => event.target.select()}
        onChange={event => set(event.target.value)}
        onBlur={blur}
      />
      {unit ? <span className={form.hint}>{unit}</span> : null}
    </label>
  )
}

function MoneyCell({ name, label }: { name: string; label: string }) {
  const { value, set, blur, ref, error } = useField(name)
  return (
    <AmountInput
      control={controlOf(name, error)}
      label={label}
      name={name}
      value={typeof value === 'number' ? value : null}
      onChange={set}
      onBlur={blur}
      ref={ref}
    />
  )
}
