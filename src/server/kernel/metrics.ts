// What a scraper reads at /metrics: requests by route, waiting jobs, database connections, the event loop (Prometheus text format 0.0.4).
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'kysely'
import { poolOf } from '#server/db/kysely.ts'
import { all } from '#server/db/query.ts'
import type { Services } from './services.ts'

const SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const

interface Series {
  counts: number[]
  count: number
  seconds: number
}

interface Request {
  method: string
  /** The template, never the path. */
  route: string
  status: number
  ms: number
}

export class Metrics {
  private readonly requests = new Map<string, Series>()
  private readonly delay = monitorEventLoopDelay({ resolution: 20 })

  constructor(private readonly services: Services) {
    this.delay.enable()
  }

  observe({ method, route, status, ms }: Request): void {
    const labels = `method="${method}",route="${route}",status="${status}"`
    const series = this.requests.get(labels) ?? { counts: SECONDS.map(() => 0), count: 0, seconds: 0 }
    const seconds = ms / 1000
    for (const [at, bound] of SECONDS.entries()) if (seconds <= bound) series.counts[at] = (series.counts[at] ?? 0) + 1
    series.count += 1
    series.seconds += seconds
    this.requests.set(labels, series)
  }

  /** `realtime`: whether what other processes tell arrives; undefined where there are none. */
  async text(startedAt: number, realtime?: boolean): Promise<string> {
    const memory = process.memoryUsage()
    const lines = [
      ...gauge('razao_uptime_seconds', [['', Math.round((this.services.clock.now() - startedAt) / 1000)]]),
      ...gauge('razao_memory_rss_bytes', [['', memory.rss]]),
      ...gauge('razao_memory_heap_bytes', [['', memory.heapUsed]]),
      ...gauge('razao_event_loop_delay_seconds', [
        ['quantile="0.5"', this.delay.percentile(50) / 1e9],
        ['quantile="0.99"', this.delay.percentile(99) / 1e9],
        ['quantile="1"', this.delay.max / 1e9],
      ]),
      ...gauge('razao_database_connections', this.connections()),
      ...gauge('razao_jobs', await this.jobs()),
      ...(realtime === undefined ? [] : gauge('razao_realtime', [['', Number(realtime)]])),
      '# TYPE razao_request_seconds histogram',
      ...[...this.requests].flatMap(([labels, series]) => histogram(labels, series)),
    ]
    return `${lines.join('\n')}\n`
  }

  private connections(): [string, number][] {
    return (['db', 'jobsDb'] as const).flatMap(name => {
      const pool = poolOf(this.services[name])
      const label = `pool="${name === 'db' ? 'requests' : 'jobs'}"`
      if (!pool) return []
      const { totalCount, idleCount, waitingCount } = pool
      return [
        [`${label},state="busy"`, totalCount - idleCount],
        [`${label},state="idle"`, idleCount],
        [`${label},state="waiting"`, waitingCount],
      ] as [string, number][]
    })
  }

  /** Waiting and running jobs by queue. */
  private async jobs(): Promise<[string, number][]> {
    const rows = await all(
      this.services.jobsDb,
      sql<{ name: string; state: string; jobs: number }>`select name, state::text as state, count(*)::int as jobs from pgboss.job
        where state in ('created', 'retry', 'active') group by name, state order by name, state`,
    )
    return rows.map(row => [`queue="${row.name}",state="${row.state}"`, row.jobs])
  }
}

const line = (name: string, labels: string, value: number): string => `${name}${labels === '' ? '' : `{${labels}}`} ${value}`

const gauge = (name: string, values: readonly (readonly [labels: string, value: number])[]): string[] => [
  `# TYPE ${name} gauge`,
  ...values.map(([labels, value]) => line(name, labels, value)),
]

const histogram = (labels: string, { counts, count, seconds }: Series): string[] => [
  ...SECONDS.map((bound, at) => line('razao_request_seconds_bucket', `${labels},le="${bound}"`, counts[at] ?? 0)),
  line('razao_request_seconds_bucket', `${labels},le="+Inf"`, count),
  line('razao_request_seconds_sum', labels, Number(seconds.toFixed(6))),
  line('razao_request_seconds_count', labels, count),
]
