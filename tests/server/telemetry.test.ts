// What is sent by OTLP where a collector is named, in a process of its own: calls by their route, their statements under them, no value of either.
import { createServer } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTelemetry } from '#server/telemetry.ts'
import { listening } from '#tests/kit/listening.ts'
import { ask, type ServedHome, servedHome } from '#tests/kit/served.ts'

let home: ServedHome
beforeAll(async () => {
  home = await servedHome()
})
afterAll(() => home?.remove())

test('nothing is sent, and nothing loaded, unless a collector is named', async () => {
  expect((await openTelemetry({}, 'v')).readers).toEqual([])
  expect((await openTelemetry({ OTEL_SDK_DISABLED: 'true', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' }, 'v')).readers).toEqual([])
})

test('a collector receives calls, statements and measures, and neither a document nor an address', async () => {
  const arrived = new Map<string, string>()
  const collector = createServer((request, answer) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      const bytes = Buffer.concat(chunks)
      const text = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString('latin1')
      arrived.set(request.url ?? '', (arrived.get(request.url ?? '') ?? '') + text)
      answer.end()
    })
  })
  const endpoint = `http://127.0.0.1:${await listening(collector)}`
  const served = await home.start(undefined, {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_BSP_SCHEDULE_DELAY: '200',
    OTEL_METRIC_EXPORT_INTERVAL: '500',
  })
  expect(await ask(`${served.url}/v1/ibge/01310100/address`)).toBe(401)
  expect(await ask(`${served.url}/v1/emails/pessoa@exemplo.com.br/valid`)).toBe(200)
  await expect.poll(() => arrived.get('/v1/traces') ?? '', { timeout: 60_000 }).toContain('/v1/emails/:email/valid')
  await expect.poll(() => arrived.get('/v1/metrics') ?? '', { timeout: 60_000 }).toContain('razao_request_seconds')
  served.child.kill('SIGTERM')
  await new Promise(done => served.child.once('exit', done))
  const traces = arrived.get('/v1/traces') ?? ''
  expect(traces).toContain('look_up_buckets')
  expect(traces).not.toContain('pessoa@exemplo')
  collector.close()
}, 240_000)
