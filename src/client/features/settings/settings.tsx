// Settings: the company's data, and how the product looks and types for this person.
import { Link } from '@tanstack/react-router'
import { useEnterAdvances } from '#client/kit/form/enter-advances.ts'
import { Icon } from '#client/kit/icon.tsx'
import { Foot } from '#client/surfaces/foot.tsx'
import { HintBar } from '#client/surfaces/hint-bar.tsx'
import { usePageFocus } from '#client/surfaces/page-focus.ts'
import { useCompanyId } from '#client/surfaces/where.ts'
import { type ScreenId, screens } from '#commands/screens.ts'
import { CompanySettings } from './company-form.tsx'
import { saveEnterAdvances } from './enter-preference.ts'
import { LookSettings } from './look-settings.tsx'
import './settings.css'

const ELSEWHERE: readonly { screen: ScreenId; text: string }[] = [
  { screen: 'settings.keyboard', text: 'Atalhos de cada ação e empresas fixadas' },
  { screen: 'profile', text: 'Seus dados, senha e sessões' },
]

function EnterAdvances() {
  const on = useEnterAdvances(state => state.on)
  return (
    <fieldset className="setting">
      <legend className="med">Formulários</legend>
      <label className="choice">
        <input type="checkbox" checked={on} onChange={event => saveEnterAdvances(event.target.checked)} />
        <span>
          Enter avança campo
          <span className="help">Desligado, Enter salva. Ctrl+Enter sempre salva.</span>
        </span>
      </label>
    </fieldset>
  )
}

export function SettingsScreen() {
  const companyId = useCompanyId()
  const page = usePageFocus<HTMLElement>()
  return (
    <section className="settings" aria-label="Configurações" ref={page} tabIndex={-1}>
      <div className="settings-body">
        <div className="settings-look">
          <LookSettings />
          <EnterAdvances />
          <ul className="settings-elsewhere">
            {ELSEWHERE.map(({ screen, text }) => (
              <li key={screen}>
                <Link to={screens[screen].path as string} params={{ companyId } as never} search={true as never}>
                  <span>
                    <span className="med">{screens[screen].title}</span>
                    <span className="m small">{text}</span>
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
