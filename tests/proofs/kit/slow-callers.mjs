// Callers who say a byte a fifth of a second, or nothing more, in a thread of their own; tells how long the most patient of each way was let.
import { connect } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

/** `ways`: what each begins by, and whether it drips afterwards; so `many` go each way. */
const { port, ways, many } = workerData

const slow = ({ begin, drips }) =>
  new Promise(done => {
    let started = performance.now()
    const socket = connect(port, '127.0.0.1', () => {
      started = performance.now()
      if (begin) socket.write(begin)
    })
    const drip = drips ? setInterval(() => socket.write('x'), 200) : undefined
    socket.on('error', () => {}).on('data', () => {})
    socket.once('close', () => {
      clearInterval(drip)
      done(performance.now() - started)
    })
  })

const longestOf = async way => Math.max(...(await Promise.all(Array.from({ length: many }, () => slow(way)))))

parentPort.postMessage(await Promise.all(ways.map(longestOf)))
