// Writes that run behind the person: a few at a time, and their answers come in the order in which they were asked for.

export interface Lanes {
  /** Starts the work as soon as a lane is free. Settles after everything asked for before it has settled. */
  run<T>(work: () => Promise<T>): Promise<T>
  /** Settles when all that was asked for has, whatever came of it. */
  idle(): Promise<void>
}

export function createLanes(most: number): Lanes {
  let running = 0
  let before: Promise<unknown> = Promise.resolve()
  const waiting: (() => void)[] = []

  const begin = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= most) await new Promise<void>(resolve => waiting.push(resolve))
    running++
    try {
      return await work()
    } finally {
      running--
      waiting.shift()?.()
    }
  }
  return {
    run(work) {
      const mine = begin(work)
      const previous = before
      const inOrder = previous.then(() => mine)
      before = inOrder.catch(() => {})
      return inOrder
    },
    idle: async () => void (await before),
  }
}
