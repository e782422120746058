// How time grows with rows: the figures of P13, and the curve beside that of its floor as a small drawing on logarithmic axes.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Figure, note, resultsFolder } from './report.ts'
import { sizeText } from './sizes.ts'

export interface GrowthPoint {
  rows: number
  ms: number
  /** What it is compared with, at the same size and in the same run. */
  floor?: number
}

/** A tenth for the noise of two measurements. */
const NOISE = 1.1

/** Draws test-results/bench/<name>.svg and answers the P13 figures: each step's time may grow no faster than its rows. */
export function growthFigures(name: string, title: string, points: readonly GrowthPoint[]): Figure[] {
  mkdirSync(resultsFolder, { recursive: true })
  const file = join(resultsFolder, `${name}.svg`)
  writeFileSync(
    file,
    drawing(
      title,
      points.filter(point => Number.isFinite(point.ms)),
    ),
  )
  note(`crescimento de “${title}” desenhado em ${file}`)
  return points.slice(1).flatMap((point, at) => {
    const before = points[at]
    if (!before) return []
    return [
      {
        budget: 'P13',
        what: `${title}: de ${sizeText(before.rows)} a ${sizeText(point.rows)}`,
        ours: point.ms / before.ms,
        beside: { what: 'linhas', value: point.rows / before.rows },
        unit: '×' as const,
        ratio: NOISE,
      },
    ]
  })
}

const width = 460
const height = 280
const margin = 48
const colours = { ours: '#2563eb', floor: '#16a34a', quiet: '#9ca3af' }

type Place = (value: number) => number

/** A logarithmic axis over the given values, from `from` to `to` on the paper. */
function axis(values: readonly number[], from: number, to: number, whole: boolean): Place {
  const logs = values.filter(value => value > 0 && Number.isFinite(value)).map(Math.log10)
  const ends = [Math.min(...logs), Math.max(...logs)].map((end, at) => (whole ? (at === 0 ? Math.floor(end) : Math.ceil(end)) : end))
  const [low = 0, high = 1] = ends
  return value => from + ((Math.log10(value) - low) / (high - low || 1)) * (to - from)
}

function drawing(title: string, points: readonly GrowthPoint[]): string {
  const floors = points.flatMap(({ rows, floor }) => (floor === undefined ? [] : [{ rows, ms: floor }]))
  const first = points[0] ?? { rows: 1, ms: 1 }
  const even = points.map(({ rows }) => ({ rows, ms: (first.ms * rows) / first.rows }))
  const x = axis(
    points.map(point => point.rows),
    margin,
    width - margin,
    false,
  )
  const y = axis(
    [...points, ...floors, ...even].map(point => point.ms),
    height - margin,
    margin,
    true,
  )
  const sizes = points.map(({ rows }) => text(x(rows), height - margin + 18, sizeText(rows), 'middle'))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="11">
<rect width="${width}" height="${height}" fill="#fff"/>
<text x="${margin}" y="18" font-size="13">${title}</text>
${text(margin, 34, 'nosso', 'start', colours.ours)}${floors.length > 0 ? text(margin + 44, 34, 'piso', 'start', colours.floor) : ''}${text(margin + 80, 34, 'como as linhas', 'start', colours.quiet)}
<path d="M${margin} ${margin - 8} V${height - margin} H${width - margin + 16}" fill="none" stroke="${colours.quiet}"/>
${line(even, x, y, `stroke="${colours.quiet}" stroke-dasharray="4 4"`)}
${line(floors, x, y, `stroke="${colours.floor}" stroke-width="2"`)}${marks(floors, x, y, colours.floor, 16)}
${line(points, x, y, `stroke="${colours.ours}" stroke-width="2"`)}${marks(points, x, y, colours.ours, -9)}
${sizes.join('')}
</svg>
`
}

function line(points: readonly GrowthPoint[], x: Place, y: Place, style: string): string {
  const path = points.map(({ rows, ms }, at) => `${at === 0 ? 'M' : 'L'}${x(rows).toFixed(1)} ${y(ms).toFixed(1)}`).join(' ')
  return path && `<path d="${path}" fill="none" ${style}/>`
}

function marks(points: readonly GrowthPoint[], x: Place, y: Place, colour: string, above: number): string {
  const labels = points.map(({ rows, ms }) => {
    const dot = `<circle cx="${x(rows).toFixed(1)}" cy="${y(ms).toFixed(1)}" r="3.5" fill="${colour}"/>`
    return (
      dot + text(x(rows), y(ms) + above, `${ms.toLocaleString('pt-BR', { maximumFractionDigits: ms < 10 ? 1 : 0 })} ms`, 'middle', colour)
    )
  })
  return labels.join('')
}

const text = (x: number, y: number, words: string, anchor: 'start' | 'middle', colour = '#111827') =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" fill="${colour}">${words}</text>`
