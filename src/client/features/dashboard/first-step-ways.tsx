// How each step is done: the commands that do it, in place where they can, and a place to drop what it takes.
import { type DragEvent, useRef } from 'react'
import { useReading } from '#client/data/queries.ts'
import { Icon } from '#client/kit/icon.tsx'
import { Skeleton } from '#client/kit/states.tsx'
import { usePhone } from '#client/kit/use-screen.ts'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { FileChoice } from '#client/surfaces/file-choice.tsx'
import { takeIn } from '#client/surfaces/file-drop.tsx'
import { houseCommand } from '#client/surfaces/house.ts'
import { useAnswer, useIntent } from '#client/surfaces/intents.ts'
import { runCommand } from '#client/surfaces/runner.ts'
import { STATEMENT_FILES } from '#commands/imports.ts'
import type { CommandId } from '#commands/index.ts'
import type { PartialAnswers } from '#commands/kit/command.ts'
import { PAPER_FILES } from '#commands/papers.ts'
import type { FirstStepsState } from '#contract/first-steps.ts'
import { reconciliation } from '#contract/reconciliation.ts'
import type { FirstStep } from '#domain/first-steps.ts'
import { openTable } from '#domain/open-table.ts'
import { STEP_TITLES } from './first-step-words.ts'
import styles from './first-steps.module.css'
import { leaveGuide } from './guide-way.ts'

interface Way {
  readonly command: CommandId
  readonly label: string
  /** It is done on another screen. */
  readonly leaves?: true
}

const CONNECT: Way = { command: 'connection.create', label: 'Conectar por open finance', leaves: true }
const IMPORT: Way = { command: 'import.upload', label: 'Importar o extrato', leaves: true }

interface Seen {
  readonly state: FirstStepsState
  /** Titles that the bank already confirms. */
  readonly certain: number
  readonly isPhone: boolean
}

const WAYS = openTable<FirstStep, (seen: Seen) => readonly Way[]>(
  {
    company: () => [],
    bank: ({ state }) =>
      state.accounts_count === 0 ? [{ command: 'account.create', label: 'Cadastrar a conta do banco' }, CONNECT] : [IMPORT, CONNECT],
    bills: ({ isPhone }) => [
      { command: 'bill.from-paper', label: isPhone ? 'Fotografar a primeira' : 'Ler a primeira conta', leaves: true },
      { command: 'bill.create', label: 'Digitar uma' },
    ],
    conciliation: ({ state, certain }) =>
      state.lines_count === 0
        ? [IMPORT]
        : [
            ...(certain > 0
              ? [{ command: 'reconcile.certain', label: certain === 1 ? 'Confirmar a conta' : `Confirmar as ${certain}` } as const]
              : []),
            { command: 'go.conciliation', label: 'Abrir a conciliação', leaves: true },
          ],
    accountant: () => [{ command: 'user.invite', label: 'Convidar o contador' }],
  },
  () => () => [],
)

export function StepWays({ c, step, state }: { c: string; step: FirstStep; state: FirstStepsState }) {
  const isPhone = usePhone()
  const confirmed = useReading(reconciliation.certain, { params: { c } })
  const certain = confirmed.data?.titles_count ?? 0
  const ways = WAYS[step]({ state, certain, isPhone })
  const away = (way: Way) => () => {
    if (way.leaves) leaveGuide({ companyId: c, step })
  }
  useAnswer('first-steps.current', () => ({ step, title: STEP_TITLES[step] }))
  useIntent('first-steps.continue', () => {
    const [first] = ways
    if (first === undefined) return
    away(first)()
    void runCommand(houseCommand(first.command), { source: 'key', ...(first.leaves ? {} : { stay: true }) })
  })
  // The first way is what one presses: it must not change under the hand.
  if (step === 'conciliation' && confirmed.isPending) return <Skeleton rows={1} />
  return (
    <>
      {step === 'bank' || step === 'bills' ? <StepDrop c={c} step={step} /> : null}
      {step === 'conciliation' && state.lines_count === 0 ? <p>Primeiro, o extrato do passo 2.</p> : null}
      <div className={styles.choices}>
        {ways.map((way, at) => (
          <CommandButton
            key={way.command}
            id={way.command}
            label={way.label}
            size="form"
            variant={at === 0 ? 'primary' : 'secondary'}
            onRun={away(way)}
            stay={way.leaves ? undefined : true}
          />
        ))}
        <CommandButton id="first-steps.skip" size="form" variant="ghost" short={isPhone} />
      </div>
    </>
  )
}

const DROPS = {
  bank: {
    accept: STATEMENT_FILES,
    words: 'Solte o extrato que o banco exporta',
    phone: 'O extrato que o banco exporta',
    kinds: 'OFX ou CSV',
  },
  bills: {
    accept: [...PAPER_FILES, '.xml', '.csv', '.xlsx'],
    words: 'Solte PDFs, fotos ou a sua planilha',
    phone: 'Fotos, PDFs ou planilha',
    kinds: 'boletos, contas de luz, QR do Pix, notas',
  },
} as const

function StepDrop({ c, step }: { c: string; step: 'bank' | 'bills' }) {
  const isPhone = usePhone()
  const zone = useRef<HTMLDivElement>(null)
  const { accept, words, phone, kinds } = DROPS[step]
  const take = (files: readonly File[]) => {
    if (files.length === 0) return
    leaveGuide({ companyId: c, step })
    // Here a CSV is a statement; anywhere else it would be a sheet of bills.
    if (step === 'bank')
      void runCommand(houseCommand('import.upload'), { source: 'button', answers: { file: files[0] } as object as PartialAnswers })
    else takeIn(files)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    take(Array.from(event.dataTransfer.files))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button within does the same without a mouse
    <div ref={zone} className={styles.drop} onDrop={drop} onDragOver={event => event.preventDefault()}>
      <Icon name="file-up" size="l" />
      <span>
        <b>{isPhone ? phone : words}</b>
        <small>{kinds}</small>
      </span>
      <FileChoice label={isPhone ? 'Escolher' : 'Escolher arquivos'} accept={accept} size="form" onFiles={take} />
    </div>
  )
}
