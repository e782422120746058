// Notifications on a page of their own: what happened, in which company, and the way there; marked as read one by one or all.

import { useLayoutEffect, useMemo } from 'react'
import { useCompanyNames } from '#client/data/names.ts'
import { useReading } from '#client/data/queries.ts'
import { placeOf, safeUrl } from '#client/data/safe-url.ts'
import { setPageTitle } from '#client/kit/brand.ts'
import { Button } from '#client/kit/button.tsx'
import { Badge } from '#client/kit/chip.tsx'
import { classNames } from '#client/kit/class-names.ts'
import { Icon } from '#client/kit/icon.tsx'
import frame from '#client/kit/layout/frame.module.css'
import textStyles from '#client/kit/look/text.module.css'
import { momentWords } from '#client/kit/moment-words.ts'
import { currentContext, setWhereabouts, useWhereabouts } from '#client/surfaces/context.ts'
import { useLayer } from '#client/surfaces/focus-stack.ts'
import { FOOT_ID } from '#client/surfaces/foot.tsx'
import { houseOptions, useHouse } from '#client/surfaces/house.ts'
import { lastCompany } from '#client/surfaces/landing.ts'
import listingScreen from '#client/surfaces/listing-screen.module.css'
import { ListingScreen, type RegisterColumn } from '#client/surfaces/listing-screen.tsx'
import { useOffice } from '#client/surfaces/office.ts'
import { Place } from '#client/surfaces/place.tsx'
import { runCommand } from '#client/surfaces/runner.ts'
import { useScreenSearch, useSetSearch } from '#client/surfaces/where.ts'
import { targetOn } from '#commands/kit/command.ts'
import { type Notification, notifications } from '#contract/notifications.ts'
import { NOTIFICATION_TYPE_LABELS } from '#domain/labels.ts'
import { wholeAmounts } from '#domain/money.ts'
import styles from './notifications.module.css'

const NONE: readonly never[] = []

function columnsOf(companyName: (id: string | null) => string): readonly RegisterColumn<Notification>[] {
  return [
    {
      id: 'unread',
      title: '',
      width: 36,
      align: 'center',
      render: one =>
        one.readed_at === null ? (
          <>
            <span className={styles.unread} />
            <span className={textStyles.vh}>não lida</span>
          </>
        ) : null,
    },
    {
      id: 'title',
      title: 'Notificação',
      least: 300,
      render: one => (
        <>
          <span className={one.readed_at === null ? textStyles.med : undefined} data-unread={one.readed_at === null || undefined}>
            {one.title}
          </span>{' '}
          <span className={textStyles.m}>{wholeAmounts(one.body)}</span>
        </>
      ),
    },
    {
      id: 'type',
      title: 'Assunto',
      width: 148,
      leaves: 1,
      groupable: one => NOTIFICATION_TYPE_LABELS[one.type],
      render: one => <Badge>{NOTIFICATION_TYPE_LABELS[one.type]}</Badge>,
    },
    {
      id: 'company',
      title: 'Empresa',
      width: 200,
      leaves: 2,
      groupable: one => companyName(one.company_id),
      render: one => companyName(one.company_id) || <span className={textStyles.m}>—</span>,
    },
    {
      id: 'when',
      title: 'Quando',
      width: 160,
      render: one => (
        <span className={classNames(textStyles.tabular, textStyles.m)}>{momentWords(Date.parse(one.created_at), Date.now())}</span>
      ),
    },
  ]
}

/** The page is nobody's company: the surfaces are told so, and the palette keeps working. */
function useNotificationsPage(): void {
  const { isOffice } = useOffice()
  useLayer('page')
  useLayoutEffect(() => {
    const { company } = useWhereabouts.getState()
    setWhereabouts({ area: 'notifications', screen: 'notifications', company, office: isOffice }, Date.now())
    setPageTitle('Notificações')
  }, [isOffice])
}

export function NotificationsScreen() {
  const setSearch = useSetSearch()
  const registry = useHouse(state => state.registry)
  const { notificacoes: filter = '' } = useScreenSearch()
  const reading = useReading(notifications.list, { query: { limit: 200 } })
  useNotificationsPage()
  const nameOf = useCompanyNames()
  const columns = useMemo(() => columnsOf(nameOf), [nameOf])
  const last = lastCompany()
  const open = (one: Notification) => {
    const to = safeUrl(one.action)
    const read = registry.get('notification.read')
    const target = targetOn('notification', [one], { company: undefined, from: 'focus' })
    if (one.readed_at === null && read) void runCommand(read, { source: 'button', context: { ...currentContext(), target } })
    if (to) houseOptions().ports.go(placeOf(to))
  }
  return (
    <div className={classNames(frame.app, styles.app, styles.alone)}>
      <header className={classNames(frame.top, styles.top)}>
        <Button variant="ghost" icon="arrow-left" onClick={() => houseOptions().ports.go(last ? `/company/${last}/bills` : '/')}>
          Voltar
        </Button>
        <h1 className={frame.title}>Notificações</h1>
      </header>
      <main className={frame.main} id="main" tabIndex={-1}>
        <ListingScreen
          label="Notificações"
          kind="notification"
          noun={['notificação', 'notificações']}
          rows={reading.data ?? NONE}
          reading={reading}
          columns={columns}
          rowName={one => one.title}
          textOf={one => [one.title, one.body, NOTIFICATION_TYPE_LABELS[one.type], nameOf(one.company_id)].join(' ')}
          card={one => (
            <div className={listingScreen.registerCard}>
              <span className={listingScreen.name}>{one.title}</span>
              {one.readed_at === null ? <Icon name="bell" size="s" /> : <span />}
              <span className={classNames(textStyles.m, textStyles.small)}>{wholeAmounts(one.body)}</span>
              <span className={classNames(textStyles.m, textStyles.small)}>{momentWords(Date.parse(one.created_at), Date.now())}</span>
            </div>
          )}
          isMuted={one => one.readed_at !== null}
          filter={filter}
          onFilter={text => setSearch({ notificacoes: text })}
          placeholder="Filtrar por texto, assunto ou empresa"
          toolbar="notifications.toolbar"
          onOpen={open}
          bar={<Place at="notifications.bar" />}
          empty={{ title: 'Nenhuma notificação', text: 'Impostos, movimentos e notas que pedem atenção aparecem aqui.' }}
        />
      </main>
      <footer className={frame.foot} id={FOOT_ID} data-region="foot" />
    </div>
  )
}
