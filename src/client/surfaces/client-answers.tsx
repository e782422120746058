// What was asked of the client about one line or title, and what came back: a suggestion, never a change by itself.

import { useReading } from '#client/data/queries.ts'
import { Button } from '#client/kit/button.tsx'
import { Badge, looks } from '#client/kit/chip.tsx'
import { classNames } from '#client/kit/class-names.ts'
import textStyles from '#client/kit/look/text.module.css'
import type { CommandId } from '#commands/index.ts'
import { targetOn } from '#commands/kit/command.ts'
import { type Question, questions } from '#contract/questions.ts'
import { formatInstant } from '#domain/days.ts'
import type { QuestionState } from '#domain/enums.ts'
import { QUESTION_STATE_LABELS } from '#domain/labels.ts'
import styles from './client-answers.module.css'
import { CommandButton } from './command-button.tsx'
import { ActsOn, useWhereabouts } from './context.ts'
import { openFile } from './save-file.ts'

interface ClientAnswersProps {
  c: string
  of: { statement_entry_id: string } | { entry_id: string }
  categoryName(id: string): string
  /** The command that uses an answer about such a record. */
  use: Extract<CommandId, `question.use-${string}`>
}

/** The company's open questions are few and read once: stepping through lines asks nothing. */
export function ClientAnswers({ c, of, categoryName, use }: ClientAnswersProps) {
  const mayRead = useWhereabouts(now => now.can)('conciliation:v')
  return mayRead ? <Asked c={c} of={of} categoryName={categoryName} use={use} /> : null
}

function Asked({ c, of, categoryName, use }: ClientAnswersProps) {
  const { data = [] } = useReading(questions.list, { params: { c }, query: {} })
  const mine = data.filter(question =>
    'entry_id' in of ? question.entry_id === of.entry_id : question.statement_entry_id === of.statement_entry_id,
  )
  if (mine.length === 0) return null
  return (
    <section className={styles.clientAnswers} aria-label="Perguntas ao cliente">
      {mine.map(question => (
        <OneQuestion key={question.id} question={question} categoryName={categoryName} use={use} />
      ))}
    </section>
  )
}

const LOOKS = looks<QuestionState>({
  OPEN: { tone: 'muted', icon: 'clock-3' },
  ANSWERED: { tone: 'info', icon: 'mail' },
  SETTLED: { tone: 'quiet', icon: 'check-check' },
  EXPIRED: { tone: 'warning', icon: 'clock-3' },
  REVOKED: { tone: 'quiet', icon: 'ban' },
})

function OneQuestion({ question, categoryName, use }: { question: Question } & Pick<ClientAnswersProps, 'categoryName' | 'use'>) {
  const company = useWhereabouts(now => now.company)
  const { answer, state, text, asked_by_name, created_at, files } = question
  const category = answer?.category_id ? categoryName(answer.category_id) : ''
  const usable = answer !== null && (answer.category_id !== null || answer.contact_id !== null)
  return (
    <article>
      <p className={styles.head}>
        <Badge tone={LOOKS[state].tone} icon={LOOKS[state].icon}>
          {QUESTION_STATE_LABELS[state]}
        </Badge>
        <span
          className={classNames(textStyles.m, textStyles.small)}
        >{`${asked_by_name ?? 'Alguém'}, ${formatInstant(created_at)}: ${text}`}</span>
      </p>
      {answer ? (
        <p className={styles.said}>
          {[answer.label, answer.text].filter(Boolean).join(': ') || 'Enviou um arquivo'}
          {category ? <span className={textStyles.m}> → {category}</span> : null}
        </p>
      ) : null}
      {files.map(file => (
        <Button key={file.id} variant="ghost" icon="paperclip" onClick={() => void openFile(file)}>
          {file.name}
        </Button>
      ))}
      <div className={styles.go}>
        {usable ? <CommandButton id={use} short /> : null}
        <ActsOn value={targetOn('question', [question], { company, from: 'focus' })}>
          {answer ? <CommandButton id="question.settle" short variant="ghost" /> : null}
          {state === 'OPEN' ? <CommandButton id="question.copy-link" short variant="ghost" /> : null}
          {answer ? null : <CommandButton id="question.revoke" short variant="ghost" />}
        </ActsOn>
      </div>
    </article>
  )
}
