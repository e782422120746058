// The links that open this month without sign-in: who made each, until when, and the ones that open no more.

import { useReading } from '#client/data/queries.ts'
import { Badge, looks } from '#client/kit/chip.tsx'
import { classNames } from '#client/kit/class-names.ts'
import text from '#client/kit/look/text.module.css'
import { ActsOnRecord } from '#client/surfaces/acts-on-record.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { useWhereabouts } from '#client/surfaces/context.ts'
import { type MonthLink, monthPage } from '#contract/month-page.ts'
import { formatInstant, formatMonth } from '#domain/days.ts'
import type { MonthLinkState } from '#domain/enums.ts'
import { MONTH_LINK_STATE_LABELS } from '#domain/labels.ts'
import styles from './month.module.css'

const LOOKS = looks<MonthLinkState>({
  OPEN: { tone: 'ok', icon: 'link-2' },
  EXPIRED: { tone: 'quiet', icon: 'clock-3' },
  REVOKED: { tone: 'quiet', icon: 'ban' },
})

export function MonthLinks({ c, month }: { c: string; month: string }) {
  const mayShare = useWhereabouts(now => now.can)('reports:x')
  return mayShare ? <Links c={c} month={month} /> : null
}

function Links({ c, month }: { c: string; month: string }) {
  const { data } = useReading(monthPage.links, { params: { c }, query: { date: `${month}-01` } })
  if (data === undefined) return null
  return (
    <aside className={styles.links} aria-label="Links deste mês">
      <h2>{`Quem pode ver ${formatMonth(month)}`}</h2>
      {data.length === 0 ? (
        <p className={text.m}>Nenhum link até agora. Compartilhe para que o contador, um sócio ou o banco abram esta página sem senha.</p>
      ) : (
        <ul>
          {data.map(link => (
            <OneLink key={link.id} link={link} />
          ))}
        </ul>
      )}
    </aside>
  )
}

const endOf = ({ revoked_at, expires_at }: MonthLink): string => formatInstant(revoked_at ?? expires_at)

function OneLink({ link }: { link: MonthLink }) {
  const { state, made_by_name, created_at } = link
  return (
    <li>
      <Badge tone={LOOKS[state].tone} icon={LOOKS[state].icon}>{`${MONTH_LINK_STATE_LABELS[state]} ${endOf(link)}`}</Badge>
      <span className={classNames(text.m, text.small)}>{`${made_by_name ?? 'Alguém'}, ${formatInstant(created_at)}`}</span>
      {state === 'OPEN' ? (
        <ActsOnRecord kind="month_link" record={link}>
          <span className={styles.acts}>
            <CommandButton id="month_link.copy" short variant="ghost" />
            <CommandButton id="month_link.revoke" short variant="ghost" />
          </span>
        </ActsOnRecord>
      ) : null}
    </li>
  )
}
