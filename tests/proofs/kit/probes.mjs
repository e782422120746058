// Asks `/health` and `/ready` as a supervisor does, over a connection of its own each time and whatever became of the last; tells how long the slowest took.
import { get } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'
import { arrive } from '../../kit/arrivals.mjs'

const PER_SECOND = 20
const { origin, forMs } = workerData

const ask = n =>
  new Promise((done, failed) => {
    const path = n % 2 === 0 ? '/health' : '/ready'
    get(origin + path, { agent: false }, answer => {
      if (answer.statusCode === 200) answer.resume().on('end', done)
      else failed(new Error(`${path}: ${answer.statusCode}`))
    }).on('error', failed)
  })

const { taken, failed } = await arrive({ perSecond: PER_SECOND, count: Math.ceil((forMs / 1000) * PER_SECOND), send: ask })
if (failed.length > 0) throw failed[0]
parentPort.postMessage(Math.max(...taken))
