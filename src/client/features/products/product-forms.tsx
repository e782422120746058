// A new product, from nothing or as the copy of another, and products from a sheet.
import { useSearch } from '@tanstack/react-router'
import { call } from '#client/data/api.ts'
import { useReading } from '#client/data/queries.ts'
import { FormDialog } from '#client/surfaces/form-dialog.tsx'
import { settleWrite } from '#client/surfaces/form-outcome.ts'
import { houseOptions } from '#client/surfaces/house.ts'
import { SheetImport } from '#client/surfaces/sheet-import.tsx'
import { type Search, useCompanyId } from '#client/surfaces/where.ts'
import { pathTo } from '#commands/screens.ts'
import { products } from '#contract/products.ts'
import { ProductFields } from './product-fields.tsx'
import { copyDefaults, ProductForm, type ProductValues, productDefaults } from './product-model.ts'

export function CreateProduct() {
  const c = useCompanyId()
  const { copia } = useSearch({ strict: false }) as Search
  const list = useReading(products.list, { params: { c } })
  const original = copia === undefined ? undefined : list.data?.find(product => product.id === copia)
  const { go } = houseOptions().ports
  const save = async (values: ProductValues, { another, reset }: { another: boolean; reset(): void }) => {
    const { data, batch_id } = await call(products.create, { params: { c }, body: values })
    settleWrite({ say: `Produto ${data.name} criado`, batch_id, focus: data.id })
    if (another) return reset()
    go(pathTo('products.detail', { companyId: c, productId: data.id }))
  }
  if (copia !== undefined && list.isPending) return null
  return (
    <FormDialog
      title="Novo produto"
      description={original ? `Cópia de ${original.name}: dê um código próprio e mude o que for diferente.` : undefined}
      schema={ProductForm}
      defaults={original ? copyDefaults(original) : productDefaults()}
      submitLabel="Criar produto"
      onSubmit={save}
      onClose={() => go(pathTo('products', { companyId: c }))}
    >
      <ProductFields creating />
    </FormDialog>
  )
}

export function ImportProducts() {
  const c = useCompanyId()
  return (
    <SheetImport
      title="Importar produtos"
      description="Planilha CSV ou XLSX com as colunas Código, Nome, Preço e NCM; Unidade, CFOP, Origem (0 a 8), CEST, GTIN, ICMS e Descrição são opcionais. Com qualquer erro, nada entra."
      send={file => call(products.upload, { params: { c }, form: { file } as never })}
      say={count => (count === 1 ? '1 produto importado' : `${count.toLocaleString('pt-BR')} produtos importados`)}
      onClose={() => houseOptions().ports.go(pathTo('products', { companyId: c }))}
    />
  )
}
