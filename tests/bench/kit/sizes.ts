// The sizes of a run: ledgers of 10,000 and 100,000 rows, with `--full` of a million as well, with `--smallest` of a few.

/** `npm run bench -- --full` */
export const isFull = process.argv.includes('--full')

/** `-- --smallest`: nothing is measured, it is only seen that every measure still runs. `npm test` does so. */
export const isSmallest = process.argv.includes('--smallest')

/** What is counted, or its smallest number. */
export const shortened = (count: number, smallest: number): number => (isSmallest ? smallest : count)

/** What `-- --lines=300` says of 'lines'. */
export const flag = (name: string): string | undefined => process.argv.find(word => word.startsWith(`--${name}=`))?.slice(name.length + 3)

/** Rows of the company the benches work in. `-- --rows=20000` tries something out. */
export const ROWS = Number(flag('rows') ?? shortened(100_000, 1_000))

const MILLION = 1_000_000

/** The ledgers in which growth is measured, smallest first. */
export const growthSizes: readonly number[] = isFull ? [ROWS / 10, ROWS, MILLION] : [ROWS / 10, ROWS]

/** The largest ledger of the run. */
export const LARGEST = growthSizes[growthSizes.length - 1] ?? ROWS

/** How often a measure is taken: seldom where it takes seconds. */
export const roundsAt = (rows: number): number => (rows >= MILLION ? 2 : shortened(5, 1))

/** '100 mil', '1 milhão': how a size is named in a table. */
export function sizeText(count: number): string {
  if (count < 1000) return String(count)
  if (count % MILLION === 0) return count === MILLION ? '1 milhão' : `${count / MILLION} milhões`
  return `${(count / 1000).toLocaleString('pt-BR')} mil`
}
