// What may follow a prefix, shown 400 ms after it was pressed.
import { Kbd } from '#client/kit/kbd.tsx'
import { shownChord } from '#commands/kit/keys.ts'
import { useKeyboard } from './dispatcher.ts'
import './hints.css'

export function WhichKey() {
  const { pending, continuations } = useKeyboard()
  if (continuations.length === 0) return null
  return (
    <section className="which-key pop" role="status" aria-label="Continuações">
      <p>
        <Kbd chord={pending.map(shownChord).join(' ')} split /> <span className="m">e depois</span>
      </p>
      <ul>
        {continuations.map(({ stroke, binding, more }) => (
          <li key={stroke}>
            <Kbd chord={shownChord(stroke)} />
            <span className="cut">{binding?.command.title ?? (more.length === 1 ? more[0]?.command.title : `${more.length} opções…`)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
