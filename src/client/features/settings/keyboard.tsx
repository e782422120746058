// Keyboard and look: one-key shortcuts and every command's keys, theme, density, and the companies with a digit.
import { useReading } from '#client/data/queries.ts'
import { IconButton } from '#client/kit/button.tsx'
import { classNames } from '#client/kit/class-names.ts'
import { Kbd } from '#client/kit/kbd.tsx'
import text from '#client/kit/look/text.module.css'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { Foot } from '#client/surfaces/foot.tsx'
import { HintBar } from '#client/surfaces/hint-bar.tsx'
import { KeyboardSettings } from '#client/surfaces/keyboard-settings.tsx'
import { usePageFocus } from '#client/surfaces/page-focus.ts'
import { setPinned, togglePin, usePinned } from '#client/surfaces/pinned.ts'
import { companies } from '#contract/companies.ts'
import { formatDocument } from '#domain/documents.ts'
import { LookSettings } from './look-settings.tsx'
import styles from './settings.module.css'

function Pinned() {
  const { ids } = usePinned()
  const list = useReading(companies.organization).data ?? []
  const move = (at: number, by: number) => {
    const next = [...ids]
    const [id] = next.splice(at, 1)
    if (id !== undefined) next.splice(at + by, 0, id)
    setPinned(next)
  }
  return (
    <section className={styles.setting} aria-labelledby="pinned-title">
      <h3 id="pinned-title">Empresas fixadas</h3>
      <p className={classNames(text.m, text.small)}>g e o dígito abrem a mesma tela na empresa.</p>
      {ids.length === 0 ? <p className={text.m}>Nenhuma empresa fixada.</p> : null}
      <ol className={styles.pinned}>
        {ids.map((id, at) => {
          const company = list.find(one => one.id === id)
          const name = company?.name ?? 'Empresa sem acesso'
          return (
            <li key={id}>
              <Kbd chord={`g ${at + 1}`} split />
              <span className={classNames(text.grow, text.cut)}>
                {name} {company ? <span className={text.m}>final {formatDocument(company.document_number).slice(-7)}</span> : null}
              </span>
              <IconButton icon="chevron-up" label={`Subir ${name}`} disabled={at === 0} onClick={() => move(at, -1)} />
              <IconButton icon="chevron-down" label={`Descer ${name}`} disabled={at === ids.length - 1} onClick={() => move(at, 1)} />
              <IconButton icon="x" label={`Soltar ${name}`} onClick={() => togglePin(id)} />
            </li>
          )
        })}
      </ol>
      <CommandButton id="company.pin" icon />
    </section>
  )
}

export function KeyboardScreen() {
  const page = usePageFocus<HTMLElement>()
  return (
    <section className={styles.settings} aria-label="Teclado e aparência" ref={page} tabIndex={-1}>
      <div className={styles.settingsBody}>
        <div className={styles.settingsLook}>
          <LookSettings />
          <Pinned />
        </div>
        <KeyboardSettings />
      </div>
      <Foot>
        <HintBar />
      </Foot>
    </section>
  )
}
