// A list that grows draws its new rows once the first of them are on the screen.
import { useEffect, useState } from 'react'

/** How many of `count` rows to draw now: as many as stood there, or as a window shows; the others follow after the paint. */
export function useGradual(count: number, atOnce: number): number {
  const [stood, setStood] = useState(atOnce)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setStood(Math.max(count, atOnce)))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [count, atOnce])
  return Math.min(count, stood)
}
