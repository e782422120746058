// Above the lines: the rule that the last answers by hand would make, taken by one key or turned down.
import type { Registers } from '#client/data/registers.ts'
import { IconButton } from '#client/kit/button.tsx'
import { Icon } from '#client/kit/icon.tsx'
import text from '#client/kit/look/text.module.css'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import type { Desk } from './desk.ts'
import styles from './workbench.module.css'

export function OfferStrip({ desk, registers }: { desk: Desk; registers: Registers }) {
  const rule = desk.offeredRule
  if (!rule) return null
  const answer = [registers.categoryName(rule.category_id), registers.contactName(rule.contact_id)].filter(Boolean).join(', ')
  return (
    <p className={styles.wbOffer} role="status">
      <Icon name="zap" size="s" />
      <span className={text.cut}>
        Sempre assim? <span className={text.memo}>{rule.contains}</span> vira {answer}
      </span>
      <CommandButton id="reconcile.offered-rule" variant="ghost" short />
      <IconButton icon="x" label="Não oferecer" onClick={() => desk.closeOffer()} />
    </p>
  )
}
