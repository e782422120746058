// What stands over every screen and knows its address: the forms that are asked for.
import { Outlet } from '@tanstack/react-router'
import { FormHost } from '#client/surfaces/asked/form-host.tsx'
import { SecretHost } from '#client/surfaces/secret-host.tsx'

export function RootFrame() {
  return (
    <>
      <Outlet />
      <FormHost />
      <SecretHost />
    </>
  )
}
