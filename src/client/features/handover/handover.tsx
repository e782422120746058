// Handing a period over to the accounting office: what the file would hold and lacks, its first lines, and the files made before.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { reading, useReading } from '#client/data/queries.ts'
import { Badge } from '#client/kit/chip.tsx'
import { classNames } from '#client/kit/class-names.ts'
import { DrawerSection, Note } from '#client/kit/drawer.tsx'
import facts from '#client/kit/facts.module.css'
import text from '#client/kit/look/text.module.css'
import { useToday } from '#client/kit/today.tsx'
import { ActsOnRecord } from '#client/surfaces/acts-on-record.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { useAnswer } from '#client/surfaces/intents.ts'
import listingScreen from '#client/surfaces/listing-screen.module.css'
import { ListingHead, ListingScreen, type RegisterColumn } from '#client/surfaces/listing-screen.tsx'
import { Place } from '#client/surfaces/place.tsx'
import { Detail, RecordDrawer } from '#client/surfaces/record-drawer.tsx'
import { SiblingTabs } from '#client/surfaces/sibling-tabs.tsx'
import summary from '#client/surfaces/summary.module.css'
import { useCompanyId, usePeriod, useScreenSearch, useSetSearch } from '#client/surfaces/where.ts'
import { type Handover, type HandoverLayout, type HandoverPreview, handoverLayouts, handovers } from '#contract/handovers.ts'
import { formatDay, formatMoment } from '#domain/days.ts'
import { leafFirst, MAPPING_SUBJECT_LABELS, SUBJECT_FIELDS } from '#domain/handover/mapping.ts'
import { PRESET_IDS, PRESETS, type PresetId } from '#domain/handover/presets.ts'
import { formatAmount, formatCents } from '#domain/money.ts'
import { counted, formatCount } from '#domain/text.ts'
import styles from './handover.module.css'

const NONE: readonly never[] = []
type View = 'entregas' | 'faltam' | 'arquivo'

const columns: readonly RegisterColumn<Handover>[] = [
  {
    id: 'days',
    title: 'Período',
    least: 200,
    sort: one => one.start_date,
    render: one => (
      <>
        <span className={classNames(text.med, text.tabular)}>{daysOf(one)}</span>
        {one.complement ? <span className={text.m}> · complemento</span> : null}
      </>
    ),
  },
  { id: 'layout', title: 'Layout', least: 160, leaves: 2, render: one => one.layout_name },
  {
    id: 'count',
    title: 'Lançamentos',
    width: 116,
    align: 'right',
    sort: one => one.entries_count,
    render: one => formatCount(one.entries_count),
  },
  {
    id: 'total',
    title: 'Total (R$)',
    width: 132,
    align: 'right',
    sort: one => one.total_cents,
    render: one => formatAmount(one.total_cents),
  },
  {
    id: 'short',
    title: 'Encurtados',
    width: 104,
    align: 'right',
    leaves: 1,
    render: one => (one.shortened.length === 0 ? '' : formatCount(one.shortened.length)),
  },
  { id: 'made', title: 'Feita em', width: 140, leaves: 3, sort: one => one.created_at, render: one => formatMoment(one.created_at) },
]

const daysOf = ({ start_date, end_date }: Pick<Handover, 'start_date' | 'end_date'>) => `${formatDay(start_date)} a ${formatDay(end_date)}`

/** The file's days: those of the frame, up to a year. */
function useDays() {
  const { start, end } = usePeriod()
  const year = useToday().slice(0, 4)
  return { start_date: start ?? `${year}-01-01`, end_date: end ?? `${year}-12-31` }
}

const UUID = /^[0-9a-f-]{36}$/
const isLayout = (ref: string | undefined): ref is PresetId => ref !== undefined && (PRESET_IDS.some(id => id === ref) || UUID.test(ref))

/** The layout of the last delivery, while there is one of that name; a company that delivered none begins with that of Domínio. */
const usualLayout = (name: string | undefined, own: readonly HandoverLayout[]): string =>
  own.find(one => one.name === name)?.id ?? PRESET_IDS.find(id => PRESETS[id].name === name) ?? 'DOMINIO'

export function HandoverScreen() {
  const c = useCompanyId()
  const setSearch = useSetSearch()
  const { entregas: filter = '', layout: asked, ver } = useScreenSearch()
  const days = useDays()
  const list = useReading(handovers.list, { params: { c } })
  const own = useReading(handoverLayouts.list, { params: { c } })
  const layout = isLayout(asked) ? asked : usualLayout(list.data?.[0]?.layout_name, own.data ?? NONE)
  const preview = useQuery({
    ...reading(handovers.preview, { params: { c }, query: { ...days, layout } }),
    enabled: isLayout(asked) || (!list.isPending && !own.isPending),
    placeholderData: keepPreviousData,
  })
  const found = preview.data
  useAnswer('handover.current', () => ({ ...days, layout, preview: preview.isPlaceholderData ? undefined : found }))
  const [openId, setOpenId] = useState<string>()
  const rows = list.data ?? NONE
  const open = rows.find(one => one.id === openId)
  const view: View = ver === 'faltam' || ver === 'arquivo' ? ver : 'entregas'
  const counts = found && found.unmapped.length > 0 ? { 'O que falta': found.unmapped.length } : {}
  return (
    <>
      <div className={summary.stack}>
        <ListingHead head={<SiblingTabs at="handover" counts={counts} />} primary={<Place at="handover.page" />} />
        {preview.isError ? <Note kind="danger">{preview.error.message}</Note> : null}
        {found ? <Facts found={found} /> : null}
        {found && view === 'faltam' ? <Waiting found={found} /> : null}
        {found && view === 'arquivo' ? <FileLines found={found} /> : null}
        {view === 'entregas' ? (
          <ListingScreen
            label="Entregas à contabilidade"
            kind="handover"
            noun={['entrega', 'entregas']}
            rows={rows}
            reading={list}
            columns={columns}
            rowName={daysOf}
            textOf={one => [daysOf(one), one.layout_name, one.file_name, one.made_by_name].join(' ')}
            card={one => (
              <div className={listingScreen.registerCard}>
                <span className={listingScreen.name}>{daysOf(one)}</span>
                <span className={classNames(text.med, text.tabular)}>{formatCents(one.total_cents)}</span>
                <span className={classNames(text.m, text.small)}>{one.layout_name}</span>
                <span className={classNames(text.m, text.small)}>{counted(one.entries_count, ['lançamento', 'lançamentos'])}</span>
              </div>
            )}
            selectable={false}
            filter={filter}
            onFilter={entregas => setSearch({ entregas })}
            placeholder="Filtrar por período, layout ou arquivo"
            toolbar="handover.toolbar"
            openId={openId}
            onOpen={one => setOpenId(one.id)}
            empty={{
              title: 'Nada entregue ainda',
              text: 'O arquivo leva o que foi pago, recebido e transferido no período, nas contas do escritório e no layout do programa dele.',
              ...(found && found.left_out_count > 0 ? { actions: <Beginnings /> } : {}),
            }}
          />
        ) : null}
      </div>
      {open ? <HandoverDrawer handover={open} onClose={() => setOpenId(undefined)} /> : null}
    </>
  )
}

/** What a company needs before its first file: the office's accounts, and which of them each category is. */
function Beginnings() {
  return (
    <>
      <CommandButton id="chart_account.import" variant="primary" size="form" />
      <CommandButton id="mapping.suggest" size="form" />
    </>
  )
}

function Facts({ found }: { found: HandoverPreview }) {
  const { states, refusal, left_out_count, shortened_count } = found
  const changed = (states.CHANGED ?? 0) + (states.GONE ?? 0)
  return (
    <>
      <div className={summary.summary}>
        <span className={summary.who}>{found.layout_name}</span>
        <Fact name="No arquivo">
          {counted(found.entries_count, ['lançamento', 'lançamentos'])}, {formatCents(found.total_cents)}
        </Fact>
        {states.DELIVERED ? <Fact name="Já entregues">{formatCount(states.DELIVERED)}</Fact> : null}
        {changed > 0 ? (
          <Badge tone="warning" icon="triangle-alert">
            {counted(changed, ['alterado depois da entrega', 'alterados depois da entrega'])}
          </Badge>
        ) : null}
        {left_out_count > 0 ? (
          <Badge tone="danger" icon="circle-alert">
            {counted(left_out_count, ['sem conta contábil', 'sem conta contábil'])}
          </Badge>
        ) : null}
        {shortened_count > 0 ? <Badge tone="info">{counted(shortened_count, ['texto não cabe', 'textos não cabem'])}</Badge> : null}
        <span className={summary.end}>
          <Place at="handover.bar" />
        </span>
      </div>
      {refusal ? <Note kind="warning">{refusal}</Note> : null}
    </>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <span className={summary.fact}>
      <span className={classNames(text.m, summary.m)}>{name}</span>
      {children}
    </span>
  )
}

/** What has no account in the office's chart yet. */
function Waiting({ found }: { found: HandoverPreview }) {
  return (
    <section className={classNames(styles.preview, styles.whole)} aria-label="O que falta">
      {found.unmapped.length === 0 ? (
        <p className={text.m}>Todos os lançamentos do período têm conta contábil.</p>
      ) : (
        <>
          <p>Estes ficam de fora do arquivo até terem conta contábil. Aceite as sugestões ou indique uma a uma no de-para.</p>
          <p className={styles.actions}>
            <CommandButton id="mapping.suggest" variant="primary" icon />
            <CommandButton id="mapping.create" icon />
          </p>
          <div className={styles.waiting}>
            {found.unmapped.map(one => (
              <WaitingRow key={one.subject_id ?? one.name} one={one} />
            ))}
          </div>
        </>
      )}
    </section>
  )
}

function WaitingRow({ one }: { one: HandoverPreview['unmapped'][number] }) {
  const { subject, subject_id } = one
  return (
    <>
      <span>
        {leafFirst(one.name)} {subject ? <span className={text.m}>· {MAPPING_SUBJECT_LABELS[subject].toLowerCase()}</span> : null}
      </span>
      <span className={classNames(text.m, text.tabular)}>{counted(one.count, ['lançamento', 'lançamentos'])}</span>
      <span className={classNames(text.tabular, styles.amount)}>{formatCents(one.amount_cents)}</span>
      {subject && subject_id ? (
        <CommandButton id="mapping.create" label="Indicar conta" stay answers={{ subject, [SUBJECT_FIELDS[subject]]: subject_id }} />
      ) : (
        <span />
      )}
    </>
  )
}

/** The file as it would be, and what does not fit in it. */
function FileLines({ found }: { found: HandoverPreview }) {
  return (
    <section className={classNames(styles.preview, styles.whole)} aria-label="O arquivo">
      <p className={text.m}>{found.about}</p>
      {found.lines.length === 0 ? <p>Nada a entregar neste período.</p> : <pre className={styles.lines}>{found.lines.join('\n')}</pre>}
      <ShortenedTexts all={found.shortened} count={found.shortened_count} />
    </section>
  )
}

function ShortenedTexts({ all, count }: { all: Handover['shortened']; count: number }) {
  if (count === 0) return null
  return (
    <DrawerSection title={counted(count, ['texto encurtado', 'textos encurtados'])}>
      <dl className={facts.kv} data-part="facts">
        {all.map(one => (
          <Detail key={`${one.number} ${one.field}`} name={one.number === 0 ? one.field : `Nº ${one.number}`}>
            {one.whole}
          </Detail>
        ))}
      </dl>
    </DrawerSection>
  )
}

function HandoverDrawer({ handover, onClose }: { handover: Handover; onClose(): void }) {
  return (
    <ActsOnRecord kind="handover" record={handover}>
      <RecordDrawer
        id={handover.id}
        list="handover"
        label={daysOf(handover)}
        where="Entrega à contabilidade"
        onClose={onClose}
        footer={<Place at="handover.drawer" />}
      >
        <section>
          <h2>{daysOf(handover)}</h2>
          <p className={text.big}>{formatCents(handover.total_cents)}</p>
        </section>
        <DrawerSection title="O arquivo">
          <dl className={facts.kv} data-part="facts">
            <Detail name="Nome">{handover.file_name}</Detail>
            <Detail name="Layout">{handover.layout_name}</Detail>
            <Detail name="Lançamentos">
              {formatCount(handover.entries_count)}, do nº {formatCount(handover.first_number)}
            </Detail>
            <Detail name="O que leva">{handover.complement ? 'o que mudou depois da entrega anterior' : 'todo o período'}</Detail>
            <Detail name="Feita em">{[formatMoment(handover.created_at), handover.made_by_name].filter(Boolean).join(' por ')}</Detail>
            <Detail name="SHA-256">{handover.sha256.slice(0, 16)}…</Detail>
          </dl>
        </DrawerSection>
        <ShortenedTexts all={handover.shortened} count={handover.shortened.length} />
      </RecordDrawer>
    </ActsOnRecord>
  )
}
