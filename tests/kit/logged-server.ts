// A test server whose log is kept, whole, to be searched.
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { type TestServer, testServer } from './server.ts'

export interface KeptLog {
  /** All that was logged since it was last emptied. */
  text: string
}

export async function loggedServer(): Promise<{ server: TestServer; log: KeptLog }> {
  const log: KeptLog = { text: '' }
  const stream = new Writable({
    write(chunk, _, done) {
      log.text += String(chunk)
      done()
    },
  })
  return { server: await testServer({ log: pino({ level: 'debug', base: null }, stream) }), log }
}
