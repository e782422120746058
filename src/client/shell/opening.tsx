// What the page itself shows until its first screen is there, drawn on by React from where the page leaves off.
import { useRouter, useRouterState } from '@tanstack/react-router'
import type { JSX, ReactNode } from 'react'
import { Spinner } from '#client/kit/states.tsx'

const starting = document.querySelector('#root > .starting')?.className

function Outline() {
  return (
    <p className={starting} role="status" aria-busy="true">
      Abrindo…
    </p>
  )
}

/** Around all screens: the router draws nothing before it knows the first of them. */
export function Opening({ children }: { children: ReactNode }): JSX.Element {
  const unknown = useRouterState({ select: ({ matches }) => matches.length === 0 })
  return (
    <>
      {unknown && starting !== undefined ? <Outline /> : null}
      {children}
    </>
  )
}

/** While a screen is on its way. */
export function Pending(): JSX.Element {
  const { resolvedLocation } = useRouter().state
  return starting !== undefined && resolvedLocation === undefined ? <Outline /> : <Spinner />
}
