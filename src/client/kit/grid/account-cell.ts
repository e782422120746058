// The bank account of a ledger's row: the mark of its bank and its short name.
import { bankTile } from '../bank-mark-tile.ts'
import { classNames } from '../class-names.ts'
import text from '../look/text.module.css'
import styles from './account-cell.module.css'
import { element } from './cell-drawing.ts'

interface AccountOfRow {
  routing_number: string
  institution_name: string
  status: 'ACTIVE' | 'ARCHIVED'
}

const drawn = new Map<string, HTMLElement>()

/** A copy of the first that was drawn of this account: a list in motion asks for it thousands of times. */
export function drawAccount(account: AccountOfRow | undefined, name: string): HTMLElement {
  const key = account ? `${account.routing_number} ${account.status} ${name}` : name
  const known = drawn.get(key) ?? draw(account, name)
  drawn.set(key, known)
  return known.cloneNode(true) as HTMLElement
}

function draw(account: AccountOfRow | undefined, name: string): HTMLElement {
  const off = account?.status === 'ARCHIVED'
  const cell = element('span', classNames(styles.account, off && styles.off))
  if (account) {
    const { className, colour, letters } = bankTile({
      routing_number: account.routing_number,
      name: account.institution_name,
      disabled: off,
    })
    const mark = element('span', className)
    mark.dataset.letters = letters
    if (colour) mark.dataset.bank = colour
    mark.setAttribute('aria-hidden', 'true')
    cell.append(mark)
  }
  cell.append(element('span', styles.name, name))
  if (off) {
    cell.title = 'Conta arquivada'
    cell.append(element('span', text.vh, ', conta arquivada'))
  }
  return cell
}
