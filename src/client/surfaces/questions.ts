// What a run asks of a person, and how every question names the target and the company.
import { confirm } from '#client/kit/confirm.tsx'
import { type AnyCommand, type AnyTarget, type Confirmation, describeCount } from '#commands/kit/command.ts'
import { formatCents } from '#domain/money.ts'
import { counted, formatCount } from '#domain/text.ts'
import { useWhereabouts } from './context.ts'
import { countReasons, type Refusals } from './refusals.tsx'
import { returnFocus } from './steps.ts'

/** A command that cannot be undone and comes this soon after a change of company confirms the company first. */
export const JUMP_RECONFIRM_MS = 3000

export async function ask({ title, body, action, danger, facts }: Confirmation): Promise<boolean> {
  return confirm({
    title,
    description: body,
    confirmLabel: action,
    danger,
    facts: facts?.map(([label, value]) => ({ label, value })),
    returnFocus,
  })
}

/** “12 itens · R$ 8.450,00 · Padaria Sol ME”: the target and the company, as every question about them is headed. */
export function describeTarget(target: AnyTarget): string {
  const sum = target.sum_cents === undefined ? [] : [formatCents(Math.abs(target.sum_cents))]
  return [describeCount(target), ...sum, ...(target.company?.name ? [target.company.name] : [])].join(' · ')
}

/** Asks to confirm the company when it has just changed; true at once when there is nothing to ask. */
export function confirmCompany(command: AnyCommand, target: AnyTarget, now: number): true | Promise<boolean> {
  const { jumped_at, company } = useWhereabouts.getState()
  const soon = command.confirm !== undefined && jumped_at !== undefined && now - jumped_at < JUMP_RECONFIRM_MS
  if (!soon || company === undefined) return true
  return ask({
    title: `Continuar em ${company.name}?`,
    body: `Você acabou de trocar de empresa. ${command.title}: ${describeTarget(target)}.`,
    action: 'Continuar',
  })
}

/** '38 recusados', with the reasons and how often each: Enter goes on with the `rest`, which takes nothing away. */
export async function askWithout(command: AnyCommand, rows: Refusals, done: number, rest: AnyTarget): Promise<boolean> {
  const stands =
    done === 0
      ? 'Nada foi alterado.'
      : `${formatCount(done)} já ${done === 1 ? 'foi feito e continua' : 'foram feitos e continuam'} valendo.`
  return confirm({
    title: counted(rows.size, ['recusado', 'recusados']),
    description: `${command.title}: ${stands} Os recusados ficam marcados.`,
    facts: countReasons(rows).map(([reason, count]) => ({ label: formatCount(count), value: reason })),
    confirmLabel: rest.count === 1 ? 'Tentar com o outro' : `Tentar com os outros ${formatCount(rest.count)}`,
    eager: true,
    returnFocus,
  })
}
