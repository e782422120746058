// Things that come one after the other, answered once: when they pause, and at the latest a while after the first, for some never pause.

export interface Gathered {
  add(): void
  stop(): void
}

export function gather(answer: () => void, quietMs: number, mostMs: number): Gathered {
  let timer: ReturnType<typeof setTimeout> | undefined
  let end: number | undefined
  const stop = () => {
    clearTimeout(timer)
    end = undefined
  }
  return {
    add() {
      const now = performance.now()
      end ??= now + mostMs
      clearTimeout(timer)
      timer = setTimeout(
        () => {
          stop()
          answer()
        },
        Math.max(0, Math.min(quietMs, end - now)),
      )
    },
    stop,
  }
}
