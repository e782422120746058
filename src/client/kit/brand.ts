// The page's brand, which the server chose by its host name, and the person's theme: both are attributes of <html> that tokens.css reads.
import { BRAND_NAMES, type Brand, DEFAULT_BRAND, isBrand } from '#domain/brands.ts'

export function pageBrand(page: Document = document): Brand {
  const { brand = DEFAULT_BRAND } = page.documentElement.dataset
  return isBrand(brand) ? brand : DEFAULT_BRAND
}

/** The image beside the sign-in form; the checkout paths have their own (SPEC.md, Sign-in). */
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
  const brand = pageBrand(page)
  page.title = title ? `${title} · ${BRAND_NAMES[brand]}` : BRAND_NAMES[brand]
}
