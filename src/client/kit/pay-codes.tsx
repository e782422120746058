// Codes to pay by, for people and phones: a boleto's bars with their digits, and a Pix code.
import { type ReactNode, useMemo } from 'react'
import { formatDigitableLine } from '#domain/payments/boleto.ts'
import { interleaved2of5 } from '#domain/payments/itf.ts'
import { classNames } from './class-names.ts'
import text from './look/text.module.css'
import styles from './pay-codes.module.css'

/** Only the bars; the digits beside them say the same. */
function Bars({ barcode }: { barcode: string }) {
  const { path, width } = useMemo(() => {
    let x = 0
    let drawn = ''
    for (const [index, modules] of interleaved2of5(barcode).entries()) {
      if (index % 2 === 0) drawn += `M${x} 0h${modules}v1h-${modules}z`
      x += modules
    }
    return { path: drawn, width: x }
  }, [barcode])
  return (
    <svg className={styles.bars} viewBox={`0 0 ${width} 1`} preserveAspectRatio="none" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}

interface SlipLineProps {
  digitable_line: string
  barcode: string | null
  /** copies it */
  action?: ReactNode
}

export function SlipLine({ digitable_line, barcode, action }: SlipLineProps) {
  return (
    <div className={styles.slipLine}>
      <p className={styles.codeHead}>
        <span className={text.m}>Linha digitável</span>
        {action}
      </p>
      <p className={styles.digits} data-part="code">
        {formatDigitableLine(digitable_line)}
      </p>
      {barcode ? <Bars barcode={barcode} /> : null}
    </div>
  )
}

interface PixCodeProps {
  emv_code: string
  /** a data URL */
  qr_code: string | null
  action?: ReactNode
  /** a large picture, for a phone held before the screen */
  large?: boolean | undefined
}

export function PixCode({ emv_code, qr_code, action, large = false }: PixCodeProps) {
  return (
    <div className={large ? classNames(styles.pixCode, styles.large) : styles.pixCode}>
      {qr_code ? <img src={qr_code} alt="QR Code do Pix" /> : null}
      <div>
        <p className={styles.codeHead}>
          <span className={text.m}>Pix copia e cola</span>
          {action}
        </p>
        <p className={styles.digits} data-part="code">
          {emv_code}
        </p>
      </div>
    </div>
  )
}
