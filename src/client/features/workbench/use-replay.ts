// What the decisions of one company would answer in the others: asked of each company by itself, so that its rights and rows stay its own.
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ApiError } from '#client/data/api.ts'
import { reading, useReading } from '#client/data/queries.ts'
import type { ListingReading } from '#client/surfaces/listing-screen.tsx'
import type { Answer } from '#contract/kit/endpoint.ts'
import { queue } from '#contract/queue.ts'
import { type ReplayedLine, replay } from '#contract/replay.ts'
import { counted } from '#domain/text.ts'

export interface ReplayRow extends ReplayedLine {
  readonly company_id: string
  readonly company_name: string
}

/** What cannot be repeated in a company, in words. */
export interface ReplayNote {
  readonly company_id: string
  readonly company_name: string
  readonly text: string
}

type Preview = Answer<typeof replay.preview>

const LEFT_WORDS: Readonly<Record<Preview['left'][number]['reason'], readonly [one: string, many: string]>> = {
  title: ['linha pode ser de uma conta em aberto', 'linhas podem ser de contas em aberto'],
  transfer: ['linha parece transferência', 'linhas parecem transferências'],
  account: [
    'linha depende de uma conta bancária de quem decidiu (transferência ou regra de uma conta)',
    'linhas dependem de uma conta bancária de quem decidiu (transferência ou regra de uma conta)',
  ],
  parts: ['linha é pequena demais para as partes', 'linhas são pequenas demais para as partes'],
  otherwise: ['linha tem outra resposta da própria empresa', 'linhas têm outra resposta da própria empresa'],
}

function noteOf({ missing, left, lines }: Preview): string {
  const contacts = new Set(lines.flatMap(line => line.missing_contact ?? []))
  return [
    ...missing.map(({ category, lines_count }) => `falta a categoria “${category}” (${counted(lines_count, ['linha', 'linhas'])})`),
    ...(contacts.size > 0 ? [`sem o contato ${[...contacts].join(', ')}`] : []),
    ...left.map(({ reason, lines_count }) => counted(lines_count, LEFT_WORDS[reason])),
  ].join(' · ')
}

/** A company where this person may not conciliate is not theirs to see here. */
const isClosedTo = (error: unknown): boolean => error instanceof ApiError && (error.status === 403 || error.status === 404)

export interface Replay {
  readonly rows: readonly ReplayRow[]
  readonly notes: readonly ReplayNote[]
  /** Nothing was decided yet in this company. */
  readonly isEmpty: boolean
  readonly reading: ListingReading
}

export function useReplay(companyId: string): Replay {
  const decided = useReading(replay.decisions, { params: { c: companyId } })
  const companies = useReading(queue.list)
  const decisions = decided.data
  const others =
    decisions === undefined || decisions.length === 0
      ? []
      : (companies.data ?? []).filter(({ id, pending_lines_count }) => id !== companyId && pending_lines_count > 0)
  const previews = useQueries({
    queries: others.map(({ id }) => reading(replay.preview, { params: { c: id }, body: { decisions: decisions ?? [] } })),
  })
  const stamp = others.map(({ id }, at) => `${id} ${previews[at]?.dataUpdatedAt}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stamp stands for companies and answers
  const { rows, notes } = useMemo(() => {
    const known = others.flatMap(({ id, name }, at) => {
      const answer = previews[at]?.data
      return answer ? [{ company_id: id, company_name: name, answer }] : []
    })
    return {
      rows: known.flatMap(({ answer, ...company }) => answer.lines.map(line => ({ ...line, ...company }))),
      notes: known.flatMap(({ answer, ...company }) => {
        const text = noteOf(answer)
        return text === '' ? [] : [{ ...company, text }]
      }),
    }
  }, [stamp])
  const all = [decided, companies, ...previews]
  const failed = all.find(({ isError, error }) => isError && !isClosedTo(error))
  return {
    rows,
    notes,
    isEmpty: decisions?.length === 0,
    reading: {
      isPending: decided.isPending || companies.isPending || previews.some(({ isPending }) => isPending),
      isError: failed !== undefined,
      isFetching: all.some(({ isFetching }) => isFetching),
      error: failed?.error,
      refetch: () => Promise.all(all.filter(({ isError }) => isError).map(({ refetch }) => refetch())),
    },
  }
}
