// The six brands of the product and the exact origins that wear them: what the page shows and what messages are signed with.

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
