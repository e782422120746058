// The page of the checkout: form at the left, the brand's own image at the right, and where it leads back to.
import type { ReactNode } from 'react'
import { useLocalEnvironment } from '#client/data/runtime-config.ts'
import { authArt, pageBrand } from '#client/kit/brand.ts'
import { classNames } from '#client/kit/class-names.ts'
import text from '#client/kit/look/text.module.css'
import { usePhone } from '#client/kit/use-screen.ts'
import { FormPage } from '#client/surfaces/form-page.tsx'
import { houseOptions } from '#client/surfaces/house.ts'
import { pathTo } from '#commands/screens.ts'
import { CHECKOUT_DRAFT } from '#commands/subscriptions.ts'
import styles from './subscriptions.module.css'

export const toSubscription = (c: string) =>
  houseOptions().ports.go({ to: pathTo('subscription', { companyId: c }), search: { ...CHECKOUT_DRAFT } })

export function CheckoutPage({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  const phone = usePhone()
  const { local } = useLocalEnvironment()
  return (
    <div className={styles.checkout}>
      <FormPage title={title} lead={lead}>
        {children}
        {local ? (
          <p className={classNames(text.m, text.small)}>Ambiente local: nenhum cartão é cobrado e nenhum Pix sai de um banco de verdade.</p>
        ) : null}
      </FormPage>
      {phone ? null : <img src={authArt(pageBrand(), true)} alt="" decoding="async" />}
    </div>
  )
}
