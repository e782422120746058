// How time grows with rows: the figure of a budget, and a small drawing of it on logarithmic axes.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Figure, note, resultsFolder } from './report.ts'
import { sizeText } from './sizes.ts'

export interface GrowthPoint {
  rows: number
  ms: number
}

const width = 420
const height = 260
const margin = 48

/** Draws test-results/bench/<name>.svg and answers the P13 figures: each step's time may grow no faster than its rows. */
export function growthFigures(name: string, title: string, points: readonly GrowthPoint[]): Figure[] {
  mkdirSync(resultsFolder, { recursive: true })
  const file = join(resultsFolder, `${name}.svg`)
  writeFileSync(file, drawing(title, points))
  note(`crescimento de “${title}” desenhado em ${file}`)
  return points.slice(1).flatMap((point, at) => {
    const before = points[at]
    if (!before) return []
    const rows = point.rows / before.rows
    return [
      {
        budget: 'P13',
        what: `${title}: de ${sizeText(before.rows)} a ${sizeText(point.rows)}`,
        ours: point.ms / before.ms,
        beside: { what: 'linhas', value: rows },
        unit: '×' as const,
        // a tenth for the noise of two measurements
        ratio: 1.1,
      },
    ]
  })
}

function drawing(title: string, points: readonly GrowthPoint[]): string {
  const log = (values: readonly number[]) => values.map(value => Math.log10(Math.max(0.01, value)))
  const xs = log(points.map(point => point.rows))
  const ys = log(points.map(point => point.ms))
  const [x0, x1] = [Math.min(...xs), Math.max(...xs) + 1e-9]
  const [y0, y1] = [Math.floor(Math.min(...ys)), Math.ceil(Math.max(...ys) + 1e-9)]
  const x = (value: number) => margin + ((value - x0) / (x1 - x0)) * (width - 2 * margin)
  const y = (value: number) => height - margin - ((value - y0) / (y1 - y0)) * (height - 2 * margin)
  const marks = points.map((point, at) => {
    const [px, py] = [x(xs[at] ?? 0), y(ys[at] ?? 0)]
    return `<circle cx="${px}" cy="${py}" r="4" fill="#2563eb"/><text x="${px}" y="${py - 10}" text-anchor="middle">${Math.round(point.ms).toLocaleString('pt-BR')} ms</text><text x="${px}" y="${height - margin + 18}" text-anchor="middle">${sizeText(point.rows)}</text>`
  })
  const path = points.map((_, at) => `${at === 0 ? 'M' : 'L'}${x(xs[at] ?? 0)} ${y(ys[at] ?? 0)}`).join(' ')
  // the line of a time that grows as the rows do, from the first point
  const even = `M${x(xs[0] ?? 0)} ${y(ys[0] ?? 0)} L${x(xs.at(-1) ?? 0)} ${y((ys[0] ?? 0) + (xs.at(-1) ?? 0) - (xs[0] ?? 0))}`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="11"><rect width="${width}" height="${height}" fill="#fff"/><text x="${margin}" y="20" font-size="13">${title}</text><path d="M${margin} ${margin - 16} V${height - margin} H${width - margin + 16}" fill="none" stroke="#9ca3af"/><path d="${even}" stroke="#9ca3af" stroke-dasharray="4 4" fill="none"/><path d="${path}" stroke="#2563eb" stroke-width="2" fill="none"/>${marks.join('')}</svg>\n`
}
