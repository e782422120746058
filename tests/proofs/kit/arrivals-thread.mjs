// Calls at a constant rate from a thread of their own, so that a busy server does not hold back those who call it.
import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'
import { arrive } from '../../kit/arrivals.mjs'

/** `asks`: what is sent, in turn: address, method, headers and body. */
const { origin, asks, perSecond, count } = workerData
const agent = new Agent({ keepAlive: true })

const send = n =>
  new Promise((done, failed) => {
    const { path, method = 'GET', headers, body } = asks[n % asks.length]
    const end = answer => {
      if (answer.statusCode < 300) done()
      else failed(new Error(`${method} ${path}: ${answer.statusCode}`))
    }
    const sent = request(`${origin}${path}`, { agent, method, headers, timeout: 30_000 }, answer =>
      answer.resume().on('end', () => end(answer)),
    )
    sent
      .on('timeout', () => sent.destroy(new Error(`${method} ${path}: nothing came`)))
      .on('error', failed)
      .end(body)
  })

const { taken, failed } = await arrive({ perSecond, count, send })
agent.destroy()
parentPort.postMessage({ taken, failed: failed.map(error => error.message) })
