// Codes to pay by, for people and phones: a boleto's bars with their digits, and a Pix code.
import { type ReactNode, useMemo } from 'react'
import { formatDigitableLine } from '#domain/payments/boleto.ts'
import { interleaved2of5 } from '#domain/payments/itf.ts'
import './pay-codes.css'

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
    <svg className="bars" viewBox={`0 0 ${width} 1`} preserveAspectRatio="none" aria-hidden="true">
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
    <div className="slip-line">
      <p className="code-head">
        <span className="m">Linha digitável</span>
        {action}
      </p>
      <p className="digits">{formatDigitableLine(digitable_line)}</p>
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
    <div className={large ? 'pix-code large' : 'pix-code'}>
      {qr_code ? <img src={qr_code} alt="QR Code do Pix" /> : null}
      <div>
        <p className="code-head">
          <span className="m">Pix copia e cola</span>
          {action}
        </p>
        <p className="digits">{emv_code}</p>
      </div>
    </div>
  )
}
