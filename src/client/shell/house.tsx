// The house, a chunk of its own: opened once as it arrives, with the frames and with what stands over every screen.
import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { StepUpHost } from '#client/features/auth/step-up.tsx'
import { ConfirmHost, dismiss } from '#client/kit/confirm.tsx'
import { FormHost } from '#client/surfaces/asked/form-host.tsx'
import { CheatSheet } from '#client/surfaces/cheat-sheet.tsx'
import { ChoicePopover } from '#client/surfaces/choice-popover.tsx'
import { KeyListener } from '#client/surfaces/key-listener.tsx'
import { Palette } from '#client/surfaces/palette.tsx'
import { SecretHost } from '#client/surfaces/secret-host.tsx'
import { WhichKey } from '#client/surfaces/which-key.tsx'
import { holdKeysForScreens } from './coming-screen.ts'
import { openTheHouse } from './house-wiring.ts'

export { defaultPage } from '#client/surfaces/landing.ts'
export { CompanyFrame } from './company-frame.tsx'
export { OfficeFrame } from './office-frame.tsx'

openTheHouse()

/** What needs no address. */
export function OverAll() {
  return (
    <>
      <KeyListener />
      <Palette />
      <ChoicePopover />
      <CheatSheet />
      <WhichKey />
      <ConfirmHost />
      <StepUpHost />
    </>
  )
}

/** What knows its address: the forms that are asked for. */
export function OverScreens() {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  // A question belongs to the page it was asked on: whoever goes back has answered no.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is what ends it
  useEffect(() => dismiss, [path])
  useEffect(holdKeysForScreens, [])
  return (
    <>
      <FormHost />
      <SecretHost />
    </>
  )
}
