// A built client small enough for a test: its page, and the sign-in's form of each brand.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BRANDS } from '#domain/brands.ts'

/** A folder of its own, to be removed by the caller; `formOf` is what stands in a brand's form. */
export function clientFolder(page: string, formOf: (brand: string) => string = brand => `<main>${brand}</main>`): string {
  const dir = mkdtempSync(join(tmpdir(), 'razao-cliente-'))
  writeFileSync(join(dir, 'index.html'), page)
  for (const made of ['assets', 'brand']) mkdirSync(join(dir, made))
  for (const brand of BRANDS) writeFileSync(join(dir, 'brand', `${brand}-entrar.html`), formOf(brand))
  return dir
}
