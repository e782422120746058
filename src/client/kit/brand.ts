// The brand of the page, by its origin, and the theme of the person: both are attributes of <html> that tokens.css answers to.

export const BRANDS = ['razao', 'aurora', 'cerrado', 'mare', 'ipe', 'grafite'] as const
export type Brand = (typeof BRANDS)[number]

export const DEFAULT_BRAND: Brand = 'razao'

export const BRAND_NAMES: Record<Brand, string> = {
  razao: 'Razão',
  aurora: 'Aurora',
  cerrado: 'Cerrado',
  mare: 'Maré',
  ipe: 'Ipê',
  grafite: 'Grafite',
}

/** Port of the product's own server, and of the development server in front of it. */
const LOCAL_PORTS = [3210, 5173]

/** Exact origins only: no suffix and no pattern, so that no foreign host can wear a brand. */
export const BRAND_ORIGINS: ReadonlyMap<string, Brand> = new Map(
  BRANDS.flatMap(brand => [
    [`https://${brand}.razao.app`, brand] as const,
    ...LOCAL_PORTS.map(port => [`http://${brand}.localhost:${port}`, brand] as const),
  ]),
)

export function brandOf(origin: string, origins: ReadonlyMap<string, Brand> = BRAND_ORIGINS): Brand {
  return origins.get(origin) ?? DEFAULT_BRAND
}

/** The image beside the sign-in form; the checkout paths have their own (spec §2). */
export function authArt(brand: Brand, isCheckout: boolean): string {
  return `/brand/${brand}-${isCheckout ? 'assinar' : 'entrar'}.svg`
}

/** Sets brand, icon and the name at the end of the title: 'Contas a pagar · Razão'. */
export function applyBrand(brand: Brand, page: Document = document): void {
  page.documentElement.dataset.brand = brand
  const icon =
    page.querySelector<HTMLLinkElement>('link[rel="icon"]') ??
    page.head.appendChild(Object.assign(page.createElement('link'), { rel: 'icon' }))
  icon.type = 'image/svg+xml'
  icon.href = `/brand/${brand}.svg`
  setPageTitle(null, page)
}

export function setPageTitle(title: string | null, page: Document = document): void {
  const brand = BRANDS.find(name => name === page.documentElement.dataset.brand) ?? DEFAULT_BRAND
  page.title = title ? `${title} · ${BRAND_NAMES[brand]}` : BRAND_NAMES[brand]
}
