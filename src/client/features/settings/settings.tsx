// Settings: the company's data, and how the product looks and types for this person.

import { Link } from '@tanstack/react-router'
import { classNames } from '#client/kit/class-names.ts'
import choices from '#client/kit/form/choices.module.css'
import { useEnterAdvances } from '#client/kit/form/enter-advances.ts'
import { Icon } from '#client/kit/icon.tsx'
import textStyles from '#client/kit/look/text.module.css'
import { asAddress } from '#client/surfaces/address.ts'
import { Foot } from '#client/surfaces/foot.tsx'
import { HintBar } from '#client/surfaces/hint-bar.tsx'
import { usePageFocus } from '#client/surfaces/page-focus.ts'
import { useCompanyId } from '#client/surfaces/where.ts'
import { type CompanyScreen, pathTo, screens } from '#commands/screens.ts'
import { CompanySettings } from './company-form.tsx'
import { saveEnterAdvances } from './enter-preference.ts'
import { LookSettings } from './look-settings.tsx'
import styles from './settings.module.css'

const ELSEWHERE: readonly { screen: CompanyScreen; text: string }[] = [
  { screen: 'settings.keyboard', text: 'Atalhos de cada ação e empresas fixadas' },
  { screen: 'profile', text: 'Seus dados, senha e sessões' },
]

function EnterAdvances() {
  const on = useEnterAdvances(state => state.on)
  return (
    <fieldset className={styles.setting}>
      <legend className={textStyles.med}>Formulários</legend>
      <label className={choices.choice} data-part="choice">
        <input type="checkbox" checked={on} onChange={event => saveEnterAdvances(event.target.checked)} />
        <span>
          Enter avança campo
          <span className={choices.help}>Desligado, Enter salva. Ctrl+Enter sempre salva.</span>
        </span>
      </label>
    </fieldset>
  )
}

export function SettingsScreen() {
  const companyId = useCompanyId()
  const page = usePageFocus<HTMLElement>()
  return (
    <section className={styles.settings} aria-label="Configurações" ref={page} tabIndex={-1}>
      <div className={styles.settingsBody}>
        <div className={styles.settingsLook}>
          <LookSettings />
          <EnterAdvances />
          <ul className={styles.settingsElsewhere}>
            {ELSEWHERE.map(({ screen, text }) => (
              <li key={screen}>
                <Link {...asAddress({ to: pathTo(screen, { companyId }), search: true })}>
                  <span>
                    <span className={textStyles.med}>{screens[screen].title}</span>
                    <span className={classNames(textStyles.m, textStyles.small)}>{text}</span>
                  </span>
                  <Icon name="chevron-right" size="s" />
                </Link>
              </li>
            ))}
          </ul>
        </div>
        <CompanySettings />
      </div>
      <Foot>
        <HintBar />
      </Foot>
    </section>
  )
}
