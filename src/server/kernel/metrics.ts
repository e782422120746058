// What a scraper reads at /metrics: requests by route, waiting jobs, database connections, the event loop, kept by OpenTelemetry; the same
// goes out by OTLP where that is configured (`telemetry.ts`).
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Histogram, ObservableResult } from '@opentelemetry/api'
import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus'
import { AggregationType, MeterProvider, type MetricReader } from '@opentelemetry/sdk-metrics'
import { sql } from 'kysely'
import { poolOf } from '#server/db/kysely.ts'
import { all } from '#server/db/query.ts'
import { JOB_NAMES } from '#server/jobs/queue.ts'
import type { Services } from './services.ts'
import type { Standing } from './standing.ts'

const SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface Request {
  method: string
  /** The template, never the path. */
  route: string
  status: number
  ms: number
}

export interface MetricsOptions {
  services: Services
  /** Where else the measures go. */
  readers?: readonly MetricReader[]
  /** Whether what other processes tell arrives, and how this one stands; undefined where it cannot be told. */
  facts(): Promise<{ realtime?: boolean | undefined; stands?: Standing | undefined }>
}

export class Metrics {
  private readonly delay = monitorEventLoopDelay({ resolution: 20 })
  private readonly startedAt: number
  /** Serves nothing by itself: the product's own door does. */
  private readonly prometheus = new PrometheusExporter({ preventServerStart: true })
  private readonly serializer = new PrometheusSerializer('', false, undefined, true, true)
  private readonly provider: MeterProvider
  private readonly requests: Histogram

  constructor(private readonly options: MetricsOptions) {
    this.startedAt = options.services.clock.now()
    this.delay.enable()
    this.provider = new MeterProvider({
      readers: [this.prometheus, ...(options.readers ?? [])],
      views: [
        {
          instrumentName: 'razao_request_seconds',
          aggregation: { type: AggregationType.EXPLICIT_BUCKET_HISTOGRAM, options: { boundaries: SECONDS, recordMinMax: false } },
        },
      ],
    })
    const meter = this.provider.getMeter('razao')
    this.requests = meter.createHistogram('razao_request_seconds', { description: 'requests by route, in seconds' })
    const gauge = (name: string, description: string, read: (to: ObservableResult) => void | Promise<void>) =>
      meter.createObservableGauge(name, { description }).addCallback(read)
    gauge('razao_uptime_seconds', 'since the start', to => to.observe(Math.round((options.services.clock.now() - this.startedAt) / 1000)))
    gauge('razao_memory_rss_bytes', 'memory of the process', to => to.observe(process.memoryUsage.rss()))
    gauge('razao_memory_heap_bytes', 'memory of its objects', to => to.observe(process.memoryUsage().heapUsed))
    gauge('razao_event_loop_delay_seconds', 'how late the event loop was', to => this.loop(to))
    gauge('razao_database_connections', 'connections by pool and state', to => this.connections(to))
    gauge('razao_jobs', 'jobs waiting and under way by queue', to => this.jobs(to))
    gauge('razao_realtime', 'whether what other processes tell arrives', async to => {
      const { realtime } = await options.facts()
      if (realtime !== undefined) to.observe(Number(realtime))
    })
    gauge('razao_troubles', 'what /ready tells', async to => {
      const { stands } = await options.facts()
      if (stands) to.observe(stands.troubles.length)
    })
    gauge('razao_clock_apart_seconds', 'the clock of the database less ours', async to => {
      const { stands } = await options.facts()
      if (stands?.apartMs !== undefined) to.observe(stands.apartMs / 1000)
    })
    gauge('razao_replica_reads', 'reports asked of the standby, by outcome', to => {
      for (const [outcome, count] of Object.entries(options.services.replica?.counts ?? {})) to.observe(count, { outcome })
    })
  }

  observe({ method, route, status, ms }: Request): void {
    this.requests.record(ms / 1000, { method, route, status })
  }

  /** The Prometheus text format 0.0.4. */
  async text(): Promise<string> {
    const { resourceMetrics, errors } = await this.prometheus.collect()
    for (const error of errors) this.options.services.log.warn({ error: String(error) }, 'a measure could not be taken')
    return this.serializer.serialize(resourceMetrics)
  }

  close(): Promise<void> {
    this.delay.disable()
    return this.provider.shutdown()
  }

  private loop(to: ObservableResult): void {
    to.observe(this.delay.percentile(50) / 1e9, { quantile: '0.5' })
    to.observe(this.delay.percentile(99) / 1e9, { quantile: '0.99' })
    to.observe(this.delay.max / 1e9, { quantile: '1' })
  }

  private connections(to: ObservableResult): void {
    for (const [name, label] of [
      ['db', 'requests'],
      ['jobsDb', 'jobs'],
    ] as const) {
      const pool = poolOf(this.options.services[name])
      if (!pool) continue
      const { totalCount, idleCount, waitingCount } = pool
      to.observe(totalCount - idleCount, { pool: label, state: 'busy' })
      to.observe(idleCount, { pool: label, state: 'idle' })
      to.observe(waitingCount, { pool: label, state: 'waiting' })
    }
  }

  /** Waiting and running jobs by queue; one where nothing waits says so. */
  private async jobs(to: ObservableResult): Promise<void> {
    const rows = await all(
      this.options.services.jobsDb,
      sql<{ name: string; state: string; jobs: number }>`select name, state::text as state, count(*)::int as jobs from pgboss.job
        where state in ('created', 'retry', 'active') group by name, state order by name, state`,
    )
    for (const queue of JOB_NAMES) to.observe(0, { queue, state: 'created' })
    for (const { name, state, jobs } of rows) to.observe(jobs, { queue: name, state })
  }
}
