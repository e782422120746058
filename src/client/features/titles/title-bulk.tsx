// The addresses of commands: each runs its command on the record of the address, or on the selection, and steps back to the list.
import { useEffect, useRef } from 'react'
import { queryClient, reading } from '#client/data/queries.ts'
import { confirm } from '#client/kit/confirm.tsx'
import { currentContext } from '#client/surfaces/context.ts'
import { houseOptions, useHouse } from '#client/surfaces/house.ts'
import { describeTarget } from '#client/surfaces/questions.ts'
import { runCommand } from '#client/surfaces/runner.ts'
import { type AnyTarget, targetOn } from '#commands/kit/command.ts'
import { pathTo } from '#commands/screens.ts'
import { useTitleRoute } from './title-drawer.tsx'

type Name = 'delete' | 'split' | 'conciliate' | 'update'

/** An address may be opened by accident, or again: what destroys is asked for first. */
const mayDelete = (target: AnyTarget): Promise<boolean> =>
  confirm({
    title: target.count === 1 ? 'Excluir a conta?' : `Excluir ${target.count.toLocaleString('pt-BR')} contas?`,
    description: describeTarget(target),
    confirmLabel: 'Excluir',
    danger: true,
  })

function RunAtAddress({ command: name }: { command: Name }) {
  const { kind, id, c, close, back } = useTitleRoute()
  const registry = useHouse(state => state.registry)
  const started = useRef(false)
  const run = async () => {
    const command = registry.get(`${kind.record}.${name}`)
    if (command === undefined) return back()
    let context = currentContext('page')
    if (id !== '') {
      // Only the record of the address, whatever is marked in the list.
      const record = await queryClient.ensureQueryData(reading(kind.rows.get, { params: { c, id } })).catch(() => undefined)
      if (record === undefined) return close()
      const { company } = context.target
      const target = targetOn(kind.record, [record], { company, from: 'focus', centsOf: () => kind.sign * record.amount_cents })
      context = { ...context, target }
    }
    const asks = name === 'delete' && context.target.count > 0
    if (asks && !(await mayDelete(context.target))) return back()
    const result = await runCommand(command, { source: 'button', context })
    if (name === 'delete' && result === 'done') houseOptions().ports.go(pathTo(kind.area, { companyId: c }))
    else if (name === 'delete' || result !== 'done') back()
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

export const DeleteTitle = () => <RunAtAddress command="delete" />
export const BulkDelete = () => <RunAtAddress command="delete" />
export const BulkSplit = () => <RunAtAddress command="split" />
export const BulkConciliation = () => <RunAtAddress command="conciliate" />
export const BulkUpdate = () => <RunAtAddress command="update" />
