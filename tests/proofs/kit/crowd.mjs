// Many callers in a thread of their own, each asking again as soon as it is answered; tells every answer's status and time.
import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

/** `asks`: what the callers send, in turn: method, headers and body. */
const { url, asks, callers, forMs, pauseMs = 20 } = workerData
const agent = new Agent({ keepAlive: true, maxSockets: callers, maxFreeSockets: callers })
const until = performance.now() + forMs
/** Status, milliseconds, whether it said when to come again, and when it was answered. */
const answers = []

const ask = ({ method = 'GET', headers, body }) =>
  new Promise(done => {
    const started = performance.now()
    const end = (status, later) => {
      answers.push([status, performance.now() - started, later, Date.now()])
      done()
    }
    const sent = request(url, { agent, method, headers, timeout: 20_000 }, answer => {
      answer.resume().on('end', () => end(answer.statusCode, Number(answer.headers['retry-after'] ?? 0) > 0))
    })
    sent
      .on('timeout', () => sent.destroy())
      .on('error', () => end(0, false))
      .end(body)
  })

await Promise.all(
  Array.from({ length: callers }, async (_, n) => {
    for (let turn = n; performance.now() < until; turn += callers) {
      await ask(asks[turn % asks.length])
      // Refused, a caller of ours waits a little; a hostile one would not wait as long as it is told.
      if (answers.at(-1)?.[0] !== 200) await new Promise(next => setTimeout(next, pauseMs))
    }
  }),
)
agent.destroy()
parentPort.postMessage(answers)
