// The mark of a bank: two letters by its COMPE code, in our own ink; no bank's logo is ours to draw.
import './bank-mark.css'
import { classNames } from './class-names.ts'

/** By COMPE code; the rest take the initials of the name. */
const LETTERS: Readonly<Record<string, string>> = {
  '001': 'BB',
  '003': 'Am',
  '004': 'BN',
  '033': 'Sa',
  '041': 'Bs',
  '070': 'BR',
  '077': 'In',
  '085': 'Ai',
  '104': 'CX',
  '121': 'Ag',
  '133': 'Cr',
  '197': 'St',
  '208': 'BT',
  '212': 'Or',
  '218': 'BS',
  '237': 'Bd',
  '260': 'Nu',
  '290': 'PB',
  '318': 'BM',
  '323': 'MP',
  '336': 'C6',
  '341': 'It',
  '348': 'XP',
  '380': 'PP',
  '403': 'Co',
  '422': 'Sf',
  '461': 'As',
  '748': 'Si',
  '756': 'Sc',
}

export function bankLetters(routing_number: string, name: string): string {
  const known = LETTERS[routing_number]
  if (known !== undefined) return known
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(word => word.length > 2 && !/^banco$/i.test(word))
  const letters = words.length > 1 ? `${words[0]?.charAt(0)}${words[1]?.charAt(0)}` : (words[0] ?? name).slice(0, 2)
  return letters.charAt(0).toUpperCase() + letters.slice(1)
}

interface BankMarkProps {
  routing_number: string
  name: string
  /** Archived accounts. */
  disabled?: boolean | undefined
}

export function BankMark({ routing_number, name, disabled }: BankMarkProps) {
  return (
    <span className={classNames('bank-mark', disabled && 'off')} aria-hidden="true" title={name}>
      {bankLetters(routing_number, name)}
    </span>
  )
}
