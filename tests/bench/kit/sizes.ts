// The sizes of a run: 100,000 rows, or with `--full` a million as well and the growth from 10,000 on.

/** `npm run bench -- --full` */
export const isFull = process.argv.includes('--full')

/** Rows of the company the benches work in. `-- --rows=20000` tries something out. */
export const ROWS = Number(process.argv.find(word => word.startsWith('--rows='))?.slice(7) ?? 100_000)

export const growthSizes: readonly number[] = isFull ? [10_000, 100_000, 1_000_000] : []

/** '100 mil', '1 milhão': how a size is named in a table. */
export function sizeText(count: number): string {
  if (count < 1000) return String(count)
  if (count % 1_000_000 === 0) return count === 1_000_000 ? '1 milhão' : `${count / 1_000_000} milhões`
  return `${(count / 1000).toLocaleString('pt-BR')} mil`
}
