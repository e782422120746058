// The six brands and the exact origins that show them: what a page looks like and how messages are signed.

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

/** Ports of the product's own server and of the development server. */
const LOCAL_PORTS = [3210, 5173]

/** Exact origins only, no suffixes or patterns, so that no foreign host can show a brand. */
export const BRAND_ORIGINS: ReadonlyMap<string, Brand> = new Map(
  BRANDS.flatMap(brand => [
    [`https://${brand}.razao.app`, brand] as const,
    ...LOCAL_PORTS.map(port => [`http://${brand}.localhost:${port}`, brand] as const),
  ]),
)

export function brandOf(origin: string, origins: ReadonlyMap<string, Brand> = BRAND_ORIGINS): Brand {
  return origins.get(origin) ?? DEFAULT_BRAND
}
