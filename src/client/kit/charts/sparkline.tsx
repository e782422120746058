// A series as small as a word: columns where each period stands alone, a line where one follows from the other. The last period is the loud one.
import { scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import { classNames } from '../class-names.ts'
import styles from './charts.module.css'

const WIDTH = 200
const HEIGHT = 40
const PAD = 4
const GAP = 5

interface SparklineProps {
  values: readonly number[]
  as: 'columns' | 'line'
}

export function Sparkline({ values, as }: SparklineProps) {
  const y = scaleLinear([Math.min(...values, 0), Math.max(...values, 1)], [HEIGHT - PAD, PAD])
  return (
    <svg className={styles.spark} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <line x1={0} x2={WIDTH} y1={y(0)} y2={y(0)} />
      {as === 'columns' ? <Columns values={values} y={y} /> : <Line values={values} y={y} />}
    </svg>
  )
}

interface Drawn {
  values: readonly number[]
  y: (value: number) => number
}

function Columns({ values, y }: Drawn) {
  const slot = WIDTH / values.length
  return values.map((value, at) => (
    <rect
      // biome-ignore lint/suspicious/noArrayIndexKey: a period is known by its place
      key={at}
      x={slot * at + GAP / 2}
      width={slot - GAP}
      y={Math.min(y(value), y(0))}
      height={Math.abs(y(value) - y(0))}
      className={classNames(value < 0 && styles.lost, at === values.length - 1 && styles.latest)}
    />
  ))
}

function Line({ values, y }: Drawn) {
  const x = scaleLinear([0, Math.max(values.length - 1, 1)], [PAD, WIDTH - PAD])
  const last = values.length - 1
  return (
    <>
      <path d={line<number>((_, at) => x(at), y)([...values]) ?? ''} />
      <circle cx={x(last)} cy={y(values[last] ?? 0)} r={3.5} />
    </>
  )
}
