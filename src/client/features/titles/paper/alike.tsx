// Whether the bill of a paper is in the books already: told before it is saved, with the way to the one that is.
import { skipToken, useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { reading } from '#client/data/queries.ts'
import { Button } from '#client/kit/button.tsx'
import { classNames } from '#client/kit/class-names.ts'
import { Icon } from '#client/kit/icon.tsx'
import { houseOptions } from '#client/surfaces/house.ts'
import { useCompanyId } from '#client/surfaces/where.ts'
import { pathTo } from '#commands/screens.ts'
import { type AlikeBill, entries } from '#contract/entries.ts'
import { formatDay, isDay } from '#domain/days.ts'
import { BILL_STATUS_LABELS } from '#domain/labels.ts'
import { formatCents } from '#domain/money.ts'
import styles from './paper.module.css'
import type { PaperFields as Fields } from './paper-model.ts'

/** The bills like the one in the form; undefined while too little is known of it, or nobody has answered. */
export function useAlike(): readonly AlikeBill[] | undefined {
  const c = useCompanyId()
  const [amount_cents, due_date, contact_id, document_number, additional_information, digitable_line] = useWatch<
    Fields,
    ['amount_cents', 'due_date', 'contact_id', 'document_number', 'additional_information', 'digitable_line']
  >({ name: ['amount_cents', 'due_date', 'contact_id', 'document_number', 'additional_information', 'digitable_line'] })
  const isKnown = amount_cents !== null && amount_cents > 0 && isDay(due_date)
  const query = {
    amount_cents: amount_cents ?? 0,
    due_date,
    ...(contact_id ? { contact_id } : {}),
    ...(document_number ? { document_number } : {}),
    ...(additional_information ? { additional_information } : {}),
    ...(digitable_line ? { digitable_line } : {}),
  }
  const options = reading(entries.alike, { params: { c }, query })
  return useQuery(isKnown ? options : { ...options, queryFn: skipToken }).data
}

function wordsOf({ amount_cents, due_date, status, additional_information }: AlikeBill): string {
  return [additional_information, formatCents(amount_cents), `vence ${formatDay(due_date)}`, BILL_STATUS_LABELS[status].toLowerCase()]
    .filter(Boolean)
    .join(', ')
}

export function Alike() {
  const companyId = useCompanyId()
  const found = useAlike()
  if (found === undefined) return null
  const [first] = found
  if (first === undefined)
    return (
      <p className={styles.alike}>
        <Icon name="copy-check" size="s" />
        Nenhuma conta parecida.
      </p>
    )
  const open = () => houseOptions().ports.go(pathTo('bills.detail', { companyId, billId: first.id }))
  return (
    <p className={classNames(styles.alike, styles.found)} role="status">
      <Icon name="triangle-alert" size="s" />
      <span>
        {first.certain ? 'Este boleto já está nas contas: ' : 'Parecida com uma que já existe: '}
        {wordsOf(first)}.
      </span>
      <Button onClick={open}>Abrir a que existe</Button>
    </p>
  )
}
