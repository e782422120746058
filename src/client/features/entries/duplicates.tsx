// The review of duplicates: an original and its copies side by side, what differs marked, one key to accept and one to ignore.
// biome-ignore-all lint/a11y/useSemanticElements: a list of cards walked by keys is a grid, and cards are no table rows
// biome-ignore-all lint/a11y/useFocusableInteractive: cards take the focus, their parts do not
import { useEffect, useMemo, useRef, useState } from 'react'
import { useReading } from '#client/data/queries.ts'
import { Badge } from '#client/kit/chip.tsx'
import { classNames } from '#client/kit/class-names.ts'
import facts from '#client/kit/facts.module.css'
import { useFocusHome } from '#client/kit/focus-keeper.ts'
import text from '#client/kit/look/text.module.css'
import { accountLabel } from '#client/kit/picker/pickers.tsx'
import { Empty, ErrorState, Skeleton } from '#client/kit/states.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { useWhereabouts } from '#client/surfaces/context.ts'
import { useLayer } from '#client/surfaces/focus-stack.ts'
import { Foot } from '#client/surfaces/foot.tsx'
import { HintBar } from '#client/surfaces/hint-bar.tsx'
import { useIntent } from '#client/surfaces/intents.ts'
import ledger from '#client/surfaces/ledger/ledger.module.css'
import { SelectionToolbar } from '#client/surfaces/toolbar.tsx'
import { useCompanyId } from '#client/surfaces/where.ts'
import { targetOn } from '#commands/kit/command.ts'
import { type DuplicateEntry, entries } from '#contract/entries.ts'
import type { Answer } from '#contract/kit/endpoint.ts'
import { formatDay } from '#domain/days.ts'
import { TITLE_KIND_LABELS } from '#domain/labels.ts'
import { formatCents } from '#domain/money.ts'
import { counted } from '#domain/text.ts'
import styles from './entries.module.css'

type Suggestion = Answer<typeof entries.duplicate>[number]
const NONE: readonly Suggestion[] = []

const cardIn = (host: HTMLElement | null, id: string | undefined) => host?.querySelector<HTMLElement>(`[data-id="${id}"]`)

/** The row with the focus: by id, and by place when its suggestion is gone, so that a decision leads to the next one. */
function useFocused(list: readonly Suggestion[]) {
  const host = useRef<HTMLElement>(null)
  const [focusedId, setFocusedId] = useState<string>()
  const at = useRef(0)
  /** A record that an undo brings back: it takes the focus when it arrives. */
  const wanted = useRef<string | undefined>(undefined)
  const found = list.findIndex(one => one.original.id === focusedId)
  if (found >= 0) at.current = found
  const index = found >= 0 ? found : Math.min(at.current, list.length - 1)
  const focus = (next: number) => {
    const id = list[Math.max(0, Math.min(next, list.length - 1))]?.original.id
    if (id === undefined) return
    setFocusedId(id)
    cardIn(host.current, id)?.focus()
  }
  // A card that left took the focus with it, the last one too, and a screen entered by keyboard has none yet.
  const currentId = list[index]?.original.id
  useEffect(() => {
    const back = list.find(one => one.original.id === wanted.current)
    if (!back) return
    wanted.current = undefined
    setFocusedId(back.original.id)
    cardIn(host.current, back.original.id)?.focus()
  }, [list])
  useFocusHome(() => (cardIn(host.current, currentId) ?? host.current)?.focus(), { revision: currentId })
  const want = (id: string) => {
    const place = list.findIndex(one => one.original.id === id)
    if (place >= 0) focus(place)
    else wanted.current = id
  }
  return { host, index, currentId, focus, want, took: setFocusedId }
}

export function DuplicatesScreen() {
  const c = useCompanyId()
  const reading = useReading(entries.duplicate, { params: { c } })
  const list = reading.data ?? NONE
  const company = useWhereabouts(now => now.company)
  const { host, index, currentId, focus, want, took } = useFocused(list)
  const current = list[index]
  const target = useMemo(() => {
    const records = current ? [{ id: current.original.id, kind: current.original.kind }] : []
    return targetOn('duplicate', records, { company, from: 'focus' })
  }, [current, company])
  useLayer('workbench', { element: () => host.current, target: () => target, mode: 'REVISAR', revision: target })
  useIntent('duplicate.next', () => focus(index + 1))
  useIntent('duplicate.previous', () => focus(index - 1))
  useIntent('duplicate.first', () => focus(0))
  useIntent('duplicate.last', () => focus(list.length - 1))
  useIntent('focus.record', id => want(String(id)))

  if (reading.isError && list.length === 0)
    return <ErrorState title="Não foi possível carregar as sugestões" error={reading.error} onRetry={() => void reading.refetch()} />
  if (reading.isPending) return <Skeleton />
  const copies = list.reduce((sum, one) => sum + one.duplicates.length, 0)
  return (
    <section className={ledger.list} aria-label="Duplicados" ref={host} tabIndex={-1}>
      {list.length === 0 ? (
        <Empty icon="copy-check" title="Nenhum duplicado" text="Nenhum lançamento parece repetido. Quando um parecer, ele aparece aqui." />
      ) : (
        <div className={styles.pairs} role="grid" aria-label={`Sugestões de duplicados, ${list.length}`} data-region="grid">
          {list.map(one => (
            <Pair key={one.original.id} suggestion={one} isCurrent={one.original.id === currentId} onFocus={() => took(one.original.id)} />
          ))}
        </div>
      )}
      <Foot>
        <SelectionToolbar
          place="duplicates.toolbar"
          shown={
            list.length === 0
              ? undefined
              : `${counted(list.length, ['sugestão', 'sugestões'])}, ${counted(copies, ['duplicado', 'duplicados'])}`
          }
        />
        <HintBar />
      </Foot>
    </section>
  )
}

function Pair({ suggestion, isCurrent, onFocus }: { suggestion: Suggestion; isCurrent: boolean; onFocus(): void }) {
  const { original, duplicates, reasons } = suggestion
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the screen hears the keys of its cards
    <div
      role="row"
      className={styles.duplicatePair}
      data-id={original.id}
      tabIndex={isCurrent ? 0 : -1}
      aria-selected={isCurrent}
      onFocus={onFocus}
      onClick={event => {
        if (!(event.target instanceof Element) || event.target.closest('button')) return
        event.currentTarget.focus()
      }}
    >
      <header role="gridcell">
        <Badge>{TITLE_KIND_LABELS[original.kind]}</Badge>
        <span className={text.m}>{reasons.join(', ')}</span>
        {isCurrent ? (
          <span className={styles.end}>
            <CommandButton id="duplicate.ignore" />
            <CommandButton id="duplicate.accept" variant="primary" />
          </span>
        ) : null}
      </header>
      <div className={styles.sides} role="gridcell">
        <Side title="Lançamento original" entry={original} />
        <div className={styles.copies}>
          {duplicates.map(entry => (
            <Side key={entry.id} title="Lançamento duplicado" entry={entry} original={original} />
          ))}
        </div>
      </div>
    </div>
  )
}

const factsOf = (entry: DuplicateEntry) => ({
  Tipo: TITLE_KIND_LABELS[entry.kind],
  Informações: entry.additional_information ?? 'sem informações',
  Data: formatDay(entry.date),
  Conta: entry.bank_account ? accountLabel(entry.bank_account) : 'sem conta',
})

function Side({ title, entry, original }: { title: string; entry: DuplicateEntry; original?: DuplicateEntry }) {
  const own = factsOf(entry)
  const other = original ? factsOf(original) : own
  return (
    <section className={original ? classNames(styles.side, styles.copy) : styles.side}>
      <h3>{title}</h3>
      <span className={classNames(text.big, styles.big)}>{formatCents(entry.amount_cents)}</span>
      <dl className={facts.kv} data-part="facts">
        {(Object.keys(own) as (keyof typeof own)[]).map(name => (
          <Fact key={name} name={name} value={own[name]} differs={own[name] !== other[name]} />
        ))}
      </dl>
    </section>
  )
}

function Fact({ name, value, differs }: { name: string; value: string; differs: boolean }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className={text.tabular}>{differs ? <mark>{value}</mark> : value}</dd>
    </>
  )
}
