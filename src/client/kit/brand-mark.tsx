// Each brand's mark, drawn with accent tokens so that it follows brand and theme without a second image.
import type { ReactNode } from 'react'
import { BRAND_NAMES, type Brand } from '#domain/brands.ts'
import styles from './brand-mark.module.css'

const DRAWINGS: Record<Brand, ReactNode> = {
  razao: (
    <>
      <path className={styles.line} d="M4.5 6.2h11M10 6.2v9" strokeWidth="1.8" />
      <path className={styles.line} d="M5.2 9.4h2.6M5.2 12h2.6M12.2 9.4h2.6" strokeWidth="1.3" />
    </>
  ),
  aurora: (
    <>
      <path className={styles.line} d="M4 14h12" strokeWidth="1.6" />
      <path className={styles.solid} d="M6.2 12.2a3.8 3.8 0 0 1 7.6 0z" />
      <path className={styles.line} d="M10 4.4v1.8M4.9 6.6l1.2 1.3M15.1 6.6l-1.2 1.3" strokeWidth="1.5" />
    </>
  ),
  cerrado: (
    <>
      <path className={styles.line} d="M9.6 16c.9-2.6-.9-4 .4-6.2M9.7 11.5L6.6 9.2M10.2 9.6l3-2.2" strokeWidth="1.5" />
      <circle className={styles.solid} cx="6.2" cy="7.6" r="2.3" />
      <circle className={styles.solid} cx="13.7" cy="6.2" r="2.6" />
      <circle className={styles.solid} cx="10" cy="5.4" r="1.8" />
    </>
  ),
  mare: <path className={styles.line} d="M3.8 8.2c2-2 4-2 6.2 0s4.2 2 6.2 0M3.8 12.6c2-2 4-2 6.2 0s4.2 2 6.2 0" strokeWidth="1.7" />,
  ipe: (
    <>
      <circle className={styles.solid} cx="10" cy="6.3" r="2.5" />
      <circle className={styles.solid} cx="13.6" cy="8.9" r="2.5" />
      <circle className={styles.solid} cx="12.2" cy="13.1" r="2.5" />
      <circle className={styles.solid} cx="7.8" cy="13.1" r="2.5" />
      <circle className={styles.solid} cx="6.4" cy="8.9" r="2.5" />
    </>
  ),
  grafite: <path className={styles.line} d="M5.2 14.8V11M8.4 14.8V8M11.6 14.8V5.2M14.8 14.8V9.6" strokeWidth="1.8" />,
}

/** The mark alone; 20 px in the top bar, 24 beside the sign-in form. */
export function BrandMark({ brand, size = 20 }: { brand: Brand; size?: number | undefined }) {
  return (
    <svg className={styles.mark} viewBox="0 0 20 20" width={size} height={size} aria-hidden="true">
      <rect className={styles.ground} x=".5" y=".5" width="19" height="19" rx="4.5" />
      {DRAWINGS[brand]}
    </svg>
  )
}

export function BrandName({ brand, size }: { brand: Brand; size?: number | undefined }) {
  return (
    <span className={styles.brandName} data-part="brand">
      <BrandMark brand={brand} size={size} />
      {BRAND_NAMES[brand]}
    </span>
  )
}
