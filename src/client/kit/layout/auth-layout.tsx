// The frame of sign-in, sign-up and checkout: a form column, and on large screens an image of the brand (SPEC.md, Sign-in).
import type { ReactNode } from 'react'
import type { Brand } from '#domain/brands.ts'
import { authArt } from '../brand.ts'
import { BrandName } from '../brand-mark.tsx'
import { IconButton } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { resolvedTheme } from '../stored-theme.ts'
import { setTheme, useTheme } from '../theme.ts'
import { usePhone } from '../use-screen.ts'
import styles from './auth-layout.module.css'

interface AuthLayoutProps {
  brand: Brand
  /** checkout paths show their own image */
  checkout?: boolean | undefined
  title: string
  lead?: ReactNode
  /** at the left of the footer: 'Ambiente local', links */
  footer?: ReactNode
  /** a form of two columns */
  wide?: boolean | undefined
  children: ReactNode
}

export function AuthLayout({ brand, checkout = false, title, lead, footer, wide, children }: AuthLayoutProps) {
  const { theme } = useTheme()
  const isPhone = usePhone()
  const isDark = resolvedTheme(theme) === 'dark'
  return (
    <div className={styles.auth} data-part="auth">
      <div className={styles.column}>
        <header>
          <BrandName brand={brand} size={24} />
        </header>
        <main className={classNames(wide && styles.wide)}>
          <h1>{title}</h1>
          {lead ? <p className={styles.lead}>{lead}</p> : null}
          {children}
        </main>
        <footer>
          {footer}
          <IconButton
            icon={isDark ? 'sun' : 'moon'}
            label={isDark ? 'Tema claro' : 'Tema escuro'}
            onClick={() => setTheme(isDark ? 'light' : 'dark')}
          />
        </footer>
      </div>
      {isPhone ? null : (
        <div className={styles.side} data-part="art">
          <img src={authArt(brand, checkout)} alt="" decoding="async" fetchPriority="high" />
        </div>
      )}
    </div>
  )
}
