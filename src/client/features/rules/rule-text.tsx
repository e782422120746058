// The text a rule looks for, with how many pending lines it would take, counted while it is typed.
import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { call } from '#client/data/api.ts'
import type { FieldProps } from '#client/kit/form/field.tsx'
import { TextField } from '#client/kit/form/text-field.tsx'
import { Icon } from '#client/kit/icon.tsx'
import { useCompanyId } from '#client/surfaces/where.ts'
import { rules } from '#contract/reconciliation.ts'
import { counted } from '#domain/text.ts'
import { rule } from '#resources/rule.ts'
import styles from './rules.module.css'

export function RuleText(field: FieldProps) {
  return (
    <>
      <TextField {...field} maxLength={rule.longest(field.name)} />
      <DryRun c={useCompanyId()} />
    </>
  )
}

const COUNT_AFTER_MS = 350
/** What a rule fills changes no count. */
const ANY = '00000000-0000-4000-8000-000000000000'

/** “Casa com 14 linhas pendentes”, a moment after the last letter. */
function DryRun({ c }: { c: string }) {
  const [count, setCount] = useState<number>()
  const parsed = rule.typed.safeParse({ ...useWatch(), category_id: ANY })
  const body = parsed.success ? JSON.stringify({ ...parsed.data, category_id: null, contact_id: null }) : undefined
  useEffect(() => {
    setCount(undefined)
    if (body === undefined) return
    const abort = new AbortController()
    const timer = setTimeout(() => {
      call(rules.dryRun, { params: { c }, body: JSON.parse(body) as { contains: string } }, { signal: abort.signal }).then(
        ({ data }) => setCount(data.count),
        () => setCount(undefined),
      )
    }, COUNT_AFTER_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [body, c])
  return (
    <p className={styles.dryRun} role="status">
      <Icon name="zap" size="s" />
      {body === undefined ? 'Digite o texto para contar as linhas' : saidOf(count)}
    </p>
  )
}

function saidOf(count: number | undefined): string {
  if (count === undefined) return 'Contando…'
  return count === 0 ? 'Não casa com nenhuma linha pendente agora' : `Casa com ${counted(count, ['linha pendente', 'linhas pendentes'])}`
}
