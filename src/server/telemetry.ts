// Traces and measures sent by OTLP, where the usual OTEL_* variables name a collector; without them nothing is loaded and nothing leaves.
import { createRequire } from 'node:module'
import type { Resource } from '@opentelemetry/resources'
import type { MetricReader } from '@opentelemetry/sdk-metrics'
import type { SpanProcessor } from '@opentelemetry/sdk-trace-node'

type Source = Readonly<Record<string, string | undefined>>

export interface Telemetry {
  /** Where the process's measures go beside /metrics. */
  readers: readonly MetricReader[]
  /** Sends what is left. */
  close(): Promise<void>
}

const NONE: Telemetry = { readers: [], close: async () => {} }

const sendsBy = (source: Source, signal: 'TRACES' | 'METRICS'): boolean =>
  source[`OTEL_${signal}_EXPORTER`] !== 'none' &&
  Boolean(source.OTEL_EXPORTER_OTLP_ENDPOINT || source[`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`])

/** Called before the first connection is opened: pg is wrapped in its place. */
export async function openTelemetry(source: Source, version: string): Promise<Telemetry> {
  if (source.OTEL_SDK_DISABLED === 'true') return NONE
  const closing: (() => Promise<void>)[] = []
  const readers: MetricReader[] = []
  if (sendsBy(source, 'TRACES')) closing.push(await openTraces(source, version))
  if (sendsBy(source, 'METRICS')) {
    const { OTLPMetricExporter } = await import('@opentelemetry/exporter-metrics-otlp-proto')
    const { PeriodicExportingMetricReader } = await import('@opentelemetry/sdk-metrics')
    const everyMs = Number(source.OTEL_METRIC_EXPORT_INTERVAL ?? 60_000)
    readers.push(
      new PeriodicExportingMetricReader({
        exporter: new OTLPMetricExporter(),
        exportIntervalMillis: everyMs,
        exportTimeoutMillis: Math.min(everyMs, 10_000),
      }),
    )
  }
  return { readers, close: async () => void (await Promise.allSettled(closing.map(close => close()))) }
}

async function openTraces(source: Source, version: string): Promise<() => Promise<void>> {
  const { BatchSpanProcessor } = await import('@opentelemetry/sdk-trace-node')
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-proto')
  const { defaultResource, resourceFromAttributes } = await import('@opentelemetry/resources')
  const named = resourceFromAttributes({ 'service.name': source.OTEL_SERVICE_NAME || 'razao', 'service.version': version })
  return traceTo(new BatchSpanProcessor(new OTLPTraceExporter()), defaultResource().merge(named))
}

/** Calls and their statements go to `processor`, until what this resolves to is called. */
export async function traceTo(processor: SpanProcessor, resource?: Resource): Promise<() => Promise<void>> {
  const { NodeTracerProvider } = await import('@opentelemetry/sdk-trace-node')
  const { PgInstrumentation } = await import('@opentelemetry/instrumentation-pg')
  const provider = new NodeTracerProvider({ ...(resource ? { resource } : {}), spanProcessors: [processor] })
  provider.register()
  // Its statements carry their text and never their values.
  const pg = new PgInstrumentation({ requireParentSpan: true, ignoreConnectSpans: true })
  pg.setTracerProvider(provider)
  // Asked for once through `require`, which the instrumentation listens to; imports share the class it wraps.
  createRequire(import.meta.url)('pg')
  return async () => {
    pg.disable()
    await provider.shutdown()
  }
}
