// A bill read from a paper: the paper at the left, what was read of it at the right; a person confirms each one.
import { type DragEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { useReading } from '#client/data/queries.ts'
import { useRegisters } from '#client/data/registers.ts'
import { Button } from '#client/kit/button.tsx'
import { classNames } from '#client/kit/class-names.ts'
import { Note } from '#client/kit/drawer.tsx'
import { useFocusHome } from '#client/kit/focus-keeper.ts'
import { Icon } from '#client/kit/icon.tsx'
import text from '#client/kit/look/text.module.css'
import { useToday } from '#client/kit/today.tsx'
import type { Asking } from '#client/surfaces/asked/asking.ts'
import { CommandForm } from '#client/surfaces/asked/command-form.tsx'
import { discard, keepDraft } from '#client/surfaces/asked/draft.ts'
import { FileChoice } from '#client/surfaces/file-choice.tsx'
import { useLayer } from '#client/surfaces/focus-stack.ts'
import { useCompanyId } from '#client/surfaces/where.ts'
import type { Forms } from '#commands/kit/form.ts'
import { PAPER_FILES } from '#commands/papers.ts'
import { companies } from '#contract/companies.ts'
import { formatDay } from '#domain/days.ts'
import { formatCents } from '#domain/money.ts'
import type { Read, Slip } from '#domain/papers/read.ts'
import { originsOf } from './origins.ts'
import styles from './paper.module.css'
import { PaperDesk } from './paper-desk.tsx'
import { PaperFields } from './paper-fields.tsx'
import { fieldsOf, handedOver, PaperForm, payeeOf } from './paper-model.ts'
import { type Papers, usePapers } from './use-paper.ts'

type PaperAsking = Asking<Forms['bill-paper']>

const filesIn = ({ given: { files } }: PaperAsking): readonly File[] =>
  Array.isArray(files) ? files.filter((file): file is File => file instanceof File) : []

const FIRST = 'input:not([type="hidden"], [type="checkbox"], [type="file"], :disabled)'

/** What nobody filled comes first; a paper that said everything needs only its button. */
function firstToFill(page: HTMLElement): HTMLElement | null {
  const open = [...page.querySelectorAll<HTMLInputElement>(`[data-field] ${FIRST}`)].find(input => input.value === '')
  return open ?? page.querySelector<HTMLElement>('button[type="submit"]') ?? page.querySelector<HTMLElement>('button')
}

/** The page takes what is dropped on it itself. */
function Page({ onFiles, ready, children }: { onFiles(files: readonly File[]): void; ready: string; children: ReactNode }) {
  const page = useRef<HTMLElement>(null)
  useLayer('form', { element: () => page.current })
  useFocusHome(() => page.current && firstToFill(page.current)?.focus(), { revision: ready })
  const take = (event: DragEvent) => {
    event.preventDefault()
    if (event.dataTransfer.files.length > 0) onFiles(Array.from(event.dataTransfer.files))
  }
  return (
    <section
      className={styles.page}
      ref={page}
      tabIndex={-1}
      aria-label="Nova conta"
      data-part="paper-page"
      onDragOver={event => event.preventDefault()}
      onDrop={take}
    >
      {children}
    </section>
  )
}

export function AskedPaper({ asking }: { asking: PaperAsking }) {
  const c = useCompanyId()
  const today = useToday()
  const own = useReading(companies.organization).data?.find(one => one.id === c)?.document_number
  const papers = usePapers(useState(() => filesIn(asking))[0], own, today)
  const { reading, slip } = papers
  return (
    <Page
      onFiles={papers.file && reading.status !== 'failed' ? papers.add : papers.replace}
      ready={`${reading.status}${papers.at}${papers.chosen}`}
    >
      {reading.status === 'read' && slip ? (
        <Confirming asking={asking} papers={papers} slip={slip} sheets={reading.sheets} took_ms={reading.took_ms} />
      ) : (
        <Choosing papers={papers} onLeave={() => discard(asking)} />
      )}
    </Page>
  )
}

/** Before there is anything to confirm: which file, that it is being read, or why it could not be. */
function Choosing({ papers: { reading, file, replace }, onLeave }: { papers: Papers; onLeave(): void }) {
  const isBusy = reading.status === 'reading' || reading.status === 'read'
  return (
    <div className={styles.choosing}>
      <Icon name={isBusy ? 'clock-3' : 'file-up'} size="xl" />
      <h2>{isBusy ? `Lendo ${file?.name ?? ''}…` : 'Solte o boleto, a foto ou o PDF'}</h2>
      <p className={text.m} role="status">
        {isBusy ? 'O arquivo é lido neste aparelho.' : 'Boletos, contas de luz, QR do Pix. Até 10 MB. Ninguém precisa digitar.'}
      </p>
      {reading.status === 'failed' ? <Note kind="danger">{reading.problem}</Note> : null}
      <div className={styles.ways}>
        <span className={styles.phoneOnly}>
          <FileChoice accept={PAPER_FILES} label="Fotografar" icon="camera" variant="primary" size="form" camera onFiles={replace} />
        </span>
        <FileChoice
          accept={PAPER_FILES}
          label={isBusy ? 'Trocar arquivo' : 'Escolher arquivos'}
          icon="file-up"
          size="form"
          onFiles={replace}
        />
        <Button variant="ghost" size="form" onClick={onLeave}>
          Cancelar
        </Button>
      </div>
    </div>
  )
}

/** The bills of one paper: each is confirmed on its own. */
function Bills({ papers: { slips = [], chosen, choose, isSaved } }: { papers: Papers }) {
  return (
    <fieldset className={styles.bills}>
      <legend>Este papel tem {slips.length} contas. Salve uma de cada vez, ou só a que quiser.</legend>
      {slips.map((slip, index) => (
        <Button
          key={slip.boleto?.value.barcode ?? slip.pix?.value.txid ?? index}
          icon={isSaved(index) ? 'check' : undefined}
          disabled={isSaved(index)}
          aria-pressed={index === chosen}
          onClick={() => choose(index)}
        >
          {[slip.amount_cents ? formatCents(slip.amount_cents.value) : 'valor em aberto', slip.due_date && formatDay(slip.due_date.value)]
            .filter(Boolean)
            .join(' · ')}
        </Button>
      ))}
    </fieldset>
  )
}

const NOTHING_READ =
  'Não deu para ler um código nem um valor. Se for uma foto, tire outra de perto, com luz e sem reflexo; ou digite: o arquivo vai junto.'

const isBlank = ({ boleto, pix, amount_cents }: Slip): boolean => !boleto && !pix && !amount_cents

function tookWords(took_ms: number): string {
  const seconds = Math.round(took_ms / 1000)
  return seconds < 1 ? 'menos de 1 segundo' : seconds === 1 ? '1 segundo' : `${seconds} segundos`
}

interface ConfirmingProps {
  asking: PaperAsking
  papers: Papers
  slip: Slip
  sheets: Parameters<typeof PaperDesk>[0]['sheets']
  took_ms: number
}

function Confirming({ asking, papers, slip, sheets, took_ms }: ConfirmingProps) {
  const { contacts, unread } = useRegisters(useCompanyId())
  const [lit, setLit] = useState<Read<unknown>>()
  const payee = payeeOf(slip, contacts)
  const origins = originsOf(slip, payee !== undefined)
  const { file, isLast, onward } = papers
  // A draft is of another paper: its file is gone.
  const mine = useMemo((): PaperAsking => {
    keepDraft(asking, undefined)
    return {
      ...asking,
      given: { file },
      async submit(input) {
        const done = await asking.submit(input, !isLast)
        if (done.ok && !isLast) onward(true)
        return done
      },
    }
  }, [asking, file, isLast, onward])
  if (unread === 'coming' || file === undefined) return null
  const light = (target: EventTarget) => {
    const name = target instanceof Element ? target.closest<HTMLElement>('[data-field]')?.dataset.field : undefined
    setLit(name ? origins[name]?.read : undefined)
  }
  return (
    <>
      <PaperDesk papers={papers} sheets={sheets} slip={slip} lit={lit} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only shows where on the paper a value stands */}
      <div className={styles.confirm} onPointerOver={event => light(event.target)} onFocus={event => light(event.target)}>
        <h2>Confira e salve</h2>
        <p className={text.m}>{isBlank(slip) ? 'Nada foi lido.' : `Lido em ${tookWords(took_ms)}. Cada campo diz de onde veio.`}</p>
        {isBlank(slip) ? <Note kind="warning">{NOTHING_READ}</Note> : null}
        {(papers.slips?.length ?? 0) > 1 ? <Bills papers={papers} /> : null}
        <CommandForm
          key={`${papers.at}-${papers.chosen}`}
          asking={mine}
          schema={PaperForm}
          start={() => fieldsOf(slip, payee?.id ?? null)}
          send={fields => handedOver(fields, file)}
          className={styles.fields}
          submitLabel={isLast ? undefined : 'Salvar e abrir a próxima'}
          footer={
            <>
              {isLast ? null : (
                <Button size="form" onClick={() => onward(false)}>
                  Pular esta
                </Button>
              )}
              <span className={classNames(styles.phoneOnly)}>
                <FileChoice accept={PAPER_FILES} label="Outra foto" size="form" camera onFiles={papers.replace} />
              </span>
            </>
          }
        >
          <PaperFields slip={slip} origins={origins} />
        </CommandForm>
      </div>
    </>
  )
}
