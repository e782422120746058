// The footer of the frame: a screen draws its toolbar and hints there, whatever region it lives in.
import { type ReactNode, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'

export const FOOT_ID = 'foot'

export function Foot({ children }: { children: ReactNode }) {
  const [host, setHost] = useState<HTMLElement | null>(null)
  useLayoutEffect(() => setHost(document.getElementById(FOOT_ID)), [])
  return host ? createPortal(children, host) : null
}
