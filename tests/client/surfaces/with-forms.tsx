// A screen with the forms that are asked for over it, as the house draws them.
import { Outlet } from '@tanstack/react-router'
import { FormHost } from '#client/surfaces/asked/form-host.tsx'

export function WithForms() {
  return (
    <>
      <Outlet />
      <FormHost />
    </>
  )
}
