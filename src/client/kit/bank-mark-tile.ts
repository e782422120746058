// How a bank's mark looks, for React and for cells drawn by hand alike: its class, its colour by COMPE code, and its letters.
import { bankLetters, knownBank } from '#domain/banks.ts'
import styles from './bank-mark.module.css'
import { classNames } from './class-names.ts'

export interface BankOf {
  routing_number: string
  name: string
  /** Archived accounts. */
  disabled?: boolean | undefined
  /** 28 px, where the mark begins a row of its own; 18 px otherwise. */
  large?: boolean | undefined
}

/** Banks' logos are not ours to draw: a tile in the bank's colour with two letters, and no colour for a bank that few know. */
export const bankTile = ({ routing_number, name, disabled, large }: BankOf) => ({
  className: classNames(styles.bankMark, large && styles.large, disabled && styles.off),
  colour: !disabled && knownBank(routing_number) !== undefined ? routing_number : undefined,
  letters: bankLetters(routing_number, name),
})
