// Calls at a constant rate: each leaves when it is due, whether or not the earlier ones came back, and its time counts from when it was due. A
// server that stands still for a second is so charged with everybody who came in that second, not only with whoever it was serving.

/** In real time. */
const REAL = {
  now: () => performance.now(),
  until: due => new Promise(done => setTimeout(done, Math.max(0, due - performance.now()))),
}

/**
 * Sends `count` calls, `perSecond` of them each second; `send` gets the number of the call.
 * Returns what they took in milliseconds and the errors of those that failed, once all came back.
 */
export async function arrive({ perSecond, count, send, clock = REAL }) {
  const taken = []
  const failed = []
  const under = []
  const started = clock.now()
  for (let n = 0; n < count; n += 1) {
    const due = started + (n * 1000) / perSecond
    if (clock.now() < due) await clock.until(due)
    under.push(
      send(n).then(
        () => void taken.push(clock.now() - due),
        error => void failed.push(error),
      ),
    )
  }
  await Promise.all(under)
  return { taken, failed }
}
