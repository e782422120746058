// Keeps the socket open while a frame is on the page. Its code comes once the page has time: nothing told meanwhile is missed, for a connection asks
// for all since the page began.
import { useEffect } from 'react'
import { pause } from '#client/kit/idle.ts'

const RETRY_MS = 5000

export function useRealtime(): void {
  useEffect(() => {
    let isLeft = false
    let close = () => {}
    const open = async () => {
      await pause()
      const { openRealtime } = await import('#client/data/realtime.ts')
      if (!isLeft) close = openRealtime()
    }
    const tryOpen = () => {
      open().catch(() => {
        if (isLeft) return
        const retry = setTimeout(tryOpen, RETRY_MS)
        close = () => clearTimeout(retry)
      })
    }
    tryOpen()
    return () => {
      isLeft = true
      close()
    }
  }, [])
}
