// The office's front page: each of its areas with what waits there, and the way in.

import { Link } from '@tanstack/react-router'
import { useReading } from '#client/data/queries.ts'
import { classNames } from '#client/kit/class-names.ts'
import { Icon } from '#client/kit/icon.tsx'
import { Kbd } from '#client/kit/kbd.tsx'
import text from '#client/kit/look/text.module.css'
import { useToday } from '#client/kit/today.tsx'
import { asAddress } from '#client/surfaces/address.ts'
import { useHouse } from '#client/surfaces/house.ts'
import { shownChord } from '#commands/kit/keys.ts'
import { type PlainScreen, pathTo, screens } from '#commands/screens.ts'
import { fiscalDocuments } from '#contract/fiscal-documents.ts'
import { paymentOrders } from '#contract/payments.ts'
import { organizations } from '#contract/people.ts'
import { queue } from '#contract/queue.ts'
import { hasWork } from '#domain/queue.ts'
import { formatCount } from '#domain/text.ts'
import styles from './office.module.css'

interface Area {
  id: Extract<PlainScreen, 'queue' | `organization.${string}`>
  figure: number | undefined
  /** Of one, and of many. */
  what: readonly [one: string, many: string]
}

function useAreas(): readonly Area[] {
  const today = useToday()
  const companies = useReading(queue.list).data
  const people = useReading(organizations.users).data
  const notes = useReading(fiscalDocuments.officeNotes, { query: {} }).data
  const orders = useReading(paymentOrders.organization, { query: {} }).data
  return [
    {
      id: 'queue',
      figure: companies?.filter(company => hasWork(company, today)).length,
      what: ['empresa com trabalho esperando', 'empresas com trabalho esperando'],
    },
    { id: 'organization.companies', figure: companies?.length, what: ['empresa atendida', 'empresas atendidas'] },
    { id: 'organization.users', figure: people?.length, what: ['pessoa', 'pessoas e convites'] },
    {
      id: 'organization.fiscal-documents',
      figure: notes?.filter(note => note.decision === null).length,
      what: ['nota recebida sem decisão', 'notas recebidas sem decisão'],
    },
    {
      id: 'organization.payment-orders',
      figure: orders?.filter(order => order.status === 'WAITING_APPROVAL').length,
      what: ['ordem aguardando aprovação', 'ordens aguardando aprovação'],
    },
    {
      id: 'organization.product-nfe',
      figure: notes?.filter(({ kind }) => kind === 'PRODUCT').length,
      what: ['nota de produto recebida', 'notas de produto recebidas'],
    },
  ]
}

export function OfficeHome() {
  const registry = useHouse(state => state.registry)
  return (
    <section className={styles.officeHome} aria-label="Áreas do escritório">
      <ul>
        {useAreas().map(({ id, figure, what }) => {
          const screen = screens[id]
          const [chord] = registry.chordsOf({ id: `go.${id}` })
          return (
            <li key={id}>
              <Link {...asAddress({ to: pathTo(id) })}>
                {'icon' in screen ? <Icon name={screen.icon} /> : null}
                <span className={text.med}>{screen.title}</span>
                {chord ? <Kbd chord={shownChord(chord)} /> : <span />}
                <span className={classNames(styles.what, text.m)}>
                  <span className={styles.figure}>{figure === undefined ? '…' : formatCount(figure)}</span>{' '}
                  {figure === 1 ? what[0] : what[1]}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
