// A bank's mark: two letters by its COMPE code, in our own ink, because banks' logos are not ours to draw.

import { bankLetters } from '#domain/banks.ts'
import styles from './bank-mark.module.css'
import { classNames } from './class-names.ts'

interface BankMarkProps {
  routing_number: string
  name: string
  /** Archived accounts. */
  disabled?: boolean | undefined
}

export function BankMark({ routing_number, name, disabled }: BankMarkProps) {
  return (
    <span className={classNames(styles.bankMark, disabled && styles.off)} aria-hidden="true" title={name}>
      {bankLetters(routing_number, name)}
    </span>
  )
}
