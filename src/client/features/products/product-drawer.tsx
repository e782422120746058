// One product, read first, its form in the same place, and its deletion.
import { useParams } from '@tanstack/react-router'
import { call } from '#client/data/api.ts'
import { useReading } from '#client/data/queries.ts'
import { DrawerSection } from '#client/kit/drawer.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { DeleteRecord } from '#client/surfaces/delete-record.tsx'
import { EditButton } from '#client/surfaces/edit-button.tsx'
import { Detail } from '#client/surfaces/record-drawer.tsx'
import { type FormWork, RecordForm, RegisterDrawer } from '#client/surfaces/register-drawer.tsx'
import { useCompanyId } from '#client/surfaces/where.ts'
import { type Product, products } from '#contract/products.ts'
import { formatRate, maskCest, maskNcm } from '#domain/fiscal/masks.ts'
import { PRODUCT_ORIGIN_LABELS } from '#domain/labels.ts'
import { formatCents } from '#domain/money.ts'
import { ProductFields } from './product-fields.tsx'
import { ProductForm, type ProductValues, productDefaults } from './product-model.ts'

function useProductRoute() {
  const c = useCompanyId()
  const { productId: id = '' } = useParams({ strict: false }) as { productId?: string }
  const reading = useReading(products.list, { params: { c } })
  return { c, id, reading, product: reading.data?.find(one => one.id === id) }
}

export function ProductDrawer() {
  const { id, reading, product } = useProductRoute()
  return (
    <RegisterDrawer
      id={id}
      record={product}
      reading={reading}
      list="products"
      needs="products:u"
      noun="Produto"
      nameOf={one => one.name}
      missing="Este produto não existe mais"
      failed="Não foi possível abrir o produto"
      footer={() => (
        <>
          <CommandButton id="product.copy" short variant="secondary" />
          <span className="end">
            <CommandButton id="product.delete" variant="ghost" short />
          </span>
        </>
      )}
      detail={(one, onEdit) => <ProductDetail product={one} onEdit={onEdit} />}
      form={(one, work) => <EditProduct key={one.id} product={one} {...work} />}
    />
  )
}

function ProductDetail({ product, onEdit }: { product: Product; onEdit: (() => void) | undefined }) {
  return (
    <>
      <section>
        <h2>{product.name}</h2>
        <div className="amount-line">
          <span className="big">{formatCents(product.price_cents)}</span>
          <span className="m">por {product.unit}</span>
        </div>
        {product.description ? <p className="m">{product.description}</p> : null}
      </section>
      <DrawerSection title="Dados" action={onEdit ? <EditButton onEdit={onEdit} /> : undefined}>
        <dl className="kv">
          <Detail name="Código">{product.code}</Detail>
          <Detail name="Unidade">{product.unit}</Detail>
          <Detail name="GTIN">{product.gtin}</Detail>
        </dl>
      </DrawerSection>
      <DrawerSection title="Para as notas fiscais">
        <dl className="kv">
          <Detail name="NCM">{maskNcm(product.ncm)}</Detail>
          <Detail name="CFOP">{product.cfop}</Detail>
          <Detail name="CEST">{product.cest ? maskCest(product.cest) : null}</Detail>
          <Detail name="Origem">{PRODUCT_ORIGIN_LABELS[product.origin]}</Detail>
          <Detail name="ICMS">{product.icms_rate === null ? null : formatRate(product.icms_rate)}</Detail>
        </dl>
      </DrawerSection>
    </>
  )
}

function EditProduct({ product, ...work }: { product: Product } & FormWork) {
  const save = async (values: ProductValues) => {
    const params = { c: product.company_id, id: product.id }
    const { data, batch_id } = await call(products.update, { params, body: { ...values, version: product.version } })
    return { say: `Produto ${data.name} alterado`, batch_id, focus: product.id }
  }
  return (
    <RecordForm schema={ProductForm} defaults={productDefaults(product)} save={save} label="Alterar produto" {...work}>
      <ProductFields />
    </RecordForm>
  )
}

export function DeleteProduct() {
  const { c, id, product } = useProductRoute()
  return (
    <DeleteRecord
      name={product?.name}
      list="products"
      description="As notas já emitidas guardam o que ele era. Dá para desfazer."
      confirmLabel="Excluir produto"
      remove={() => call(products.delete, { params: { c, id } })}
      say={name => `Produto ${name} excluído`}
      focus={id}
    />
  )
}
