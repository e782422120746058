// Products as a list: what the company sells, with what its invoices need to know of each.
import { Outlet, useParams, useSearch } from '@tanstack/react-router'
import { useReading } from '#client/data/queries.ts'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { ListingScreen, type RegisterColumn } from '#client/surfaces/listing-screen.tsx'
import { type Search, useCompanyId, useSetSearch } from '#client/surfaces/where.ts'
import { pathTo } from '#commands/screens.ts'
import { type Product, products } from '#contract/products.ts'
import { maskNcm } from '#domain/fiscal/masks.ts'
import { PRODUCT_ORIGIN_LABELS } from '#domain/labels.ts'
import { formatCents } from '#domain/money.ts'

export { DeleteProduct, ProductDrawer } from './product-drawer.tsx'

const NONE: readonly never[] = []

const columns: readonly RegisterColumn<Product>[] = [
  {
    id: 'code',
    title: 'Código',
    width: 104,
    sort: product => product.code,
    render: product => <span className="tabular">{product.code}</span>,
  },
  {
    id: 'name',
    title: 'Nome',
    least: 220,
    sort: product => product.name,
    render: product => <span className="med">{product.name}</span>,
  },
  {
    id: 'ncm',
    title: 'NCM',
    width: 112,
    leaves: 4,
    sort: product => product.ncm,
    render: product => <span className="tabular">{maskNcm(product.ncm)}</span>,
  },
  {
    id: 'cfop',
    title: 'CFOP',
    width: 72,
    leaves: 3,
    sort: product => product.cfop,
    render: product => <span className="tabular">{product.cfop}</span>,
  },
  {
    id: 'origin',
    title: 'Origem',
    width: 200,
    leaves: 1,
    sort: product => PRODUCT_ORIGIN_LABELS[product.origin],
    render: product => PRODUCT_ORIGIN_LABELS[product.origin],
  },
  { id: 'unit', title: 'Unidade', width: 80, leaves: 2, sort: product => product.unit, render: product => product.unit },
  {
    id: 'price',
    title: 'Preço',
    width: 116,
    align: 'right',
    sort: product => product.price_cents,
    render: product => formatCents(product.price_cents),
  },
]

/** Codes are sought with and without their dots. */
const textOf = ({ name, code, description, ncm, gtin, cest }: Product): string =>
  [name, code, description, ncm, maskNcm(ncm), gtin, cest].join(' ')

const ProductCard = ({ product }: { product: Product }) => (
  <div className="register-card">
    <span className="name">{product.name}</span>
    <span className="num med">{formatCents(product.price_cents)}</span>
    <span className="m small tabular">
      {product.code} · NCM {maskNcm(product.ncm)}
    </span>
    <span className="m small">{product.unit}</span>
  </div>
)

export function ProductsScreen() {
  const c = useCompanyId()
  const setSearch = useSetSearch()
  const { products: filter = '' } = useSearch({ strict: false }) as Search
  const { productId: openId } = useParams({ strict: false }) as { productId?: string }
  const reading = useReading(products.list, { params: { c } })
  return (
    <ListingScreen
      label="Produtos"
      kind="product"
      noun={['produto', 'produtos']}
      rows={reading.data ?? NONE}
      reading={reading}
      columns={columns}
      rowName={product => product.name}
      textOf={textOf}
      card={product => <ProductCard product={product} />}
      filter={filter}
      onFilter={text => setSearch({ products: text })}
      placeholder="Filtrar por nome, código ou NCM"
      toolbar="products.toolbar"
      openId={openId}
      addressOf={product => pathTo('products.detail', { companyId: c, productId: product.id })}
      primary={<CommandButton id="product.create" variant="primary" icon />}
      bar={<CommandButton id="product.import" variant="ghost" icon short />}
      empty={{
        title: 'Nenhum produto',
        text: 'O que a empresa vende, com preço e classificação fiscal, para as notas saírem sem digitar tudo de novo.',
        actions: (
          <>
            <CommandButton id="product.create" variant="primary" size="form" />
            <CommandButton id="product.import" size="form" />
          </>
        ),
      }}
    >
      <Outlet />
    </ListingScreen>
  )
}
