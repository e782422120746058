// The six brands and the host names that show them: what a page looks like and how messages are signed.

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

export const isBrand = (text: string): text is Brand => (BRANDS as readonly string[]).includes(text)

/** Exact names only, no suffixes or patterns, so that no foreign host can show a brand. Ports do not matter. */
export type BrandHosts = ReadonlyMap<string, Brand>

/** Known without being told; `RAZAO_BRANDS` adds others and wins over these. */
export const BRAND_HOSTS: BrandHosts = new Map(
  BRANDS.flatMap(brand => [[`${brand}.razao.app`, brand] as const, [`${brand}.localhost`, brand] as const]),
)

export const brandOf = (host: string, hosts: BrandHosts = BRAND_HOSTS): Brand => hosts.get(host.toLowerCase()) ?? DEFAULT_BRAND
