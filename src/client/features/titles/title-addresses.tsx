// The addresses of commands: each runs its command on the record of the address, or on the selection, and steps back to the list.
import { useEffect, useMemo, useRef } from 'react'
import { useReading } from '#client/data/queries.ts'
import { confirm } from '#client/kit/confirm.tsx'
import { Runs, RunsPage } from '#client/surfaces/asked/runs.tsx'
import { RunsNew } from '#client/surfaces/asked/runs-new.tsx'
import { currentContext, useWhereabouts } from '#client/surfaces/context.ts'
import { houseCommand } from '#client/surfaces/house.ts'
import { overOpenList } from '#client/surfaces/over-list.ts'
import { describeTarget } from '#client/surfaces/questions.ts'
import { runCommand } from '#client/surfaces/runner.ts'
import { useCompanyId } from '#client/surfaces/where.ts'
import { type AnyTarget, noTarget } from '#commands/kit/command.ts'
import { pathTo, recordPath } from '#commands/screens.ts'
import { formatCount } from '#domain/text.ts'
import { targetOf, useTitleRoute } from './title-drawer.tsx'

type Verb = 'delete' | 'split' | 'conciliate' | 'update'

export function CreateTitle() {
  const { kind } = useTitleRoute()
  return <RunsNew command={`${kind.record}.create`} list={kind.area} />
}

export function BillFromPaper() {
  return <RunsPage command="bill.from-paper" leaves={pathTo('bills', { companyId: useCompanyId() })} />
}

export function ImportTitles() {
  const { kind } = useTitleRoute()
  return <RunsNew command={`${kind.record}.import`} list={kind.area} />
}

/** Over the drawer of its record, which says so when there is none. */
function RunsOnTitle({ verb }: { verb: 'split' | 'conciliate' | 'update' | 'attach' }) {
  const { kind, id, c } = useTitleRoute()
  const record = useReading(kind.rows.get, { params: { c, id } }).data
  const company = useWhereabouts(now => now.company)
  const target = useMemo(() => record && targetOf(kind, record, company), [kind, record, company])
  const leaves = overOpenList(recordPath(`${kind.area}.detail`, c, id))
  return <Runs command={`${kind.record}.${verb}`} target={target} leaves={leaves} />
}

export const SplitTitle = () => <RunsOnTitle verb="split" />
export const ConciliateTitle = () => <RunsOnTitle verb="conciliate" />
export const UpdateTitle = () => <RunsOnTitle verb="update" />
export const AttachToTitle = () => <RunsOnTitle verb="attach" />

/** An address may be opened by accident, or again: what destroys is asked for first. */
const mayDelete = (target: AnyTarget): Promise<boolean> =>
  confirm({
    title: target.count === 1 ? 'Excluir a conta?' : `Excluir ${formatCount(target.count)} contas?`,
    description: describeTarget(target),
    confirmLabel: 'Excluir',
    danger: true,
  })

/** Once, on what is marked when the address is opened, or on the record it names. */
function RunsOnce({ verb, on }: { verb: Verb; on?: AnyTarget }) {
  const { kind, close, back } = useTitleRoute()
  const started = useRef(false)
  const run = async () => {
    const now = currentContext('page')
    // Of a list that only comes with its address nothing can be marked.
    const marked = now.target.coming ? noTarget(now.target.company) : now.target
    const context = { ...now, target: on ?? marked }
    const deletes = verb === 'delete'
    if (deletes && context.target.count > 0 && !(await mayDelete(context.target))) return back()
    const result = await runCommand(houseCommand(`${kind.record}.${verb}`), { source: 'button', context })
    if (deletes && result === 'done') close()
    // A form that was left has led to the record it was about.
    else if (deletes || result === 'refused') back()
  }
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    if (started.current) return
    started.current = true
    void latest.current()
  }, [])
  return null
}

export function DeleteTitle() {
  const { kind, id, c } = useTitleRoute()
  const record = useReading(kind.rows.get, { params: { c, id } }).data
  const company = useWhereabouts(now => now.company)
  return record && company ? <RunsOnce verb="delete" on={targetOf(kind, record, company)} /> : null
}
export const BulkDelete = () => <RunsOnce verb="delete" />
export const BulkSplit = () => <RunsOnce verb="split" />
export const BulkConciliation = () => <RunsOnce verb="conciliate" />
export const BulkUpdate = () => <RunsOnce verb="update" />
