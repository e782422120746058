// What may follow a prefix, shown 400 ms after it was pressed.

import { classNames } from '#client/kit/class-names.ts'
import floating from '#client/kit/floating.module.css'
import { Kbd } from '#client/kit/kbd.tsx'
import text from '#client/kit/look/text.module.css'
import { shownChord } from '#commands/kit/keys.ts'
import { useKeyboard } from './dispatcher.ts'
import styles from './hints.module.css'

export function WhichKey() {
  const { pending, continuations } = useKeyboard()
  if (continuations.length === 0) return null
  return (
    <section className={classNames(styles.whichKey, floating.pop)} role="status" aria-label="Continuações">
      <p>
        <Kbd chord={pending.map(shownChord).join(' ')} split /> <span className={text.m}>e depois</span>
      </p>
      <ul>
        {continuations.map(({ stroke, binding, more }) => (
          <li key={stroke}>
            <Kbd chord={shownChord(stroke)} />
            <span className={text.cut}>
              {binding?.command.title ?? (more.length === 1 ? more[0]?.command.title : `${more.length} opções…`)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
