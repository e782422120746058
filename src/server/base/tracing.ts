// The span of a call, named by its route: the usual instrumentations send the whole address, which may hold a CPF or the key of a link.
import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Costs a look at a map where no telemetry is open. */
export const tracer = trace.getTracer('razao')

const spans = new WeakMap<FastifyRequest, ReturnType<typeof tracer.startSpan>>()

/** Each call continues the trace that its caller names, and what it asks of the database stands under it. */
export function traceCalls(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _, done) => {
    const { method, routeOptions, headers } = request
    const route = routeOptions.url ?? 'none'
    const parent = propagation.extract(context.active(), headers)
    const attributes = { 'http.request.method': method, 'http.route': route, 'razao.request_id': request.id }
    const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent)
    if (!span.isRecording()) return done()
    spans.set(request, span)
    context.with(trace.setSpan(parent, span), done)
  })
  app.addHook('onResponse', async (request, reply) => {
    const span = spans.get(request)
    if (!span) return
    span.setAttribute('http.response.status_code', reply.statusCode)
    if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  })
}

/** A job as a trace of its own. */
export function traced<T>(queue: string, work: () => Promise<T>): Promise<T> {
  return tracer.startActiveSpan(`job ${queue}`, { kind: SpanKind.CONSUMER, root: true }, async span => {
    try {
      return await work()
    } catch (error) {
      // The kind of an error, never its message, which may quote what a person sent.
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'unknown' })
      throw error
    } finally {
      span.end()
    }
  })
}
