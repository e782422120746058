// What the pages of the way in share: the frame in the brand of the origin, the line that says where one is, and the submit button.
import { type ReactNode, useLayoutEffect } from 'react'
import { useFormState } from 'react-hook-form'
import { useLocalEnvironment } from '#client/data/runtime-config.ts'
import { pageBrand, setPageTitle } from '#client/kit/brand.ts'
import { Button } from '#client/kit/button.tsx'
import form from '#client/kit/form/form.module.css'
import { Icon } from '#client/kit/icon.tsx'
import { AuthLayout } from '#client/kit/layout/auth-layout.tsx'

interface AuthPageProps {
  title: string
  lead?: ReactNode
  wide?: boolean | undefined
  /** before 'Ambiente local' */
  footer?: ReactNode
  children: ReactNode
}

export function AuthPage({ title, lead, wide, footer, children }: AuthPageProps) {
  const { local } = useLocalEnvironment()
  useLayoutEffect(() => setPageTitle(title), [title])
  return (
    <AuthLayout
      brand={pageBrand()}
      title={title}
      lead={lead}
      wide={wide}
      footer={
        <>
          {footer}
          {local ? <span>Ambiente local</span> : null}
        </>
      }
    >
      {children}
    </AuthLayout>
  )
}

/** The one wide button of a form of this kind, below what is wrong with the form as a whole. */
export function SubmitButton({ children }: { children: ReactNode }) {
  const { errors, isSubmitting } = useFormState()
  return (
    <>
      {errors.root?.message ? (
        <p className={form.err} role="alert">
          <Icon name="circle-alert" />
          {errors.root.message}
        </p>
      ) : null}
      <Button type="submit" variant="primary" size="form" block keys="Enter" busy={isSubmitting}>
        {children}
      </Button>
    </>
  )
}
