// What the client sees behind the link: one payment, one question, no sign-in and no word of bookkeeping.

import { type ReactNode, useLayoutEffect, useState } from 'react'
import { z } from 'zod'
import { ApiError } from '#client/data/api.ts'
import { useReading } from '#client/data/queries.ts'
import { pageBrand, setPageTitle } from '#client/kit/brand.ts'
import { BrandName } from '#client/kit/brand-mark.tsx'
import { Button } from '#client/kit/button.tsx'
import { classNames } from '#client/kit/class-names.ts'
import { RadioGroup } from '#client/kit/form/checkbox.tsx'
import { FileField } from '#client/kit/form/file-field.tsx'
import { Form } from '#client/kit/form/form.tsx'
import { TextField } from '#client/kit/form/text-field.tsx'
import { Icon } from '#client/kit/icon.tsx'
import textStyles from '#client/kit/look/text.module.css'
import { Spinner } from '#client/kit/states.tsx'
import { sendInput } from '#client/surfaces/asked/on-screen.ts'
import { useRouteParam } from '#client/surfaces/where.ts'
import { type PublicQuestion, questions } from '#contract/questions.ts'
import { formatDay } from '#domain/days.ts'
import { formatCents } from '#domain/money.ts'
import styles from './questions.module.css'

const TITLE = 'Uma pergunta do seu contador'
const ACCEPTED = ['.pdf', '.png', '.jpg', '.jpeg', '.webp', '.heic', '.xml', '.docx', '.xlsx']

export function QuestionPage() {
  const token = useRouteParam('token') ?? ''
  const reading = useReading(questions.open, { params: { token } })
  const [sent, setSent] = useState(false)
  useLayoutEffect(() => setPageTitle(TITLE), [])
  return (
    <main className={styles.questionPage} id="main">
      <BrandName brand={pageBrand()} size={24} />
      {reading.isPending ? (
        <Spinner />
      ) : reading.isError ? (
        <Closed error={reading.error} onRetry={() => void reading.refetch()} />
      ) : sent || reading.data.answered ? (
        <Thanks company={reading.data.company_name} />
      ) : (
        <Question token={token} question={reading.data} onSent={() => setSent(true)} />
      )}
    </main>
  )
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.card} aria-label={title}>
      <h1>{title}</h1>
      {children}
    </section>
  )
}

/** What ran out, was taken back or never was looks the same; only a broken connection is worth another try. */
function Closed({ error, onRetry }: { error: unknown; onRetry(): void }) {
  if (error instanceof ApiError && error.status === 404)
    return (
      <Card title="Este link não está mais disponível">
        <p>Ele pode ter vencido ou sido trocado por outro. Peça um novo ao seu contador.</p>
      </Card>
    )
  return (
    <Card title="Não foi possível abrir a pergunta">
      <p>{error instanceof Error ? error.message : 'Confira a sua conexão.'}</p>
      <Button className={styles.send} variant="primary" onClick={onRetry}>
        Tentar de novo
      </Button>
    </Card>
  )
}

function Thanks({ company }: { company: string }) {
  return (
    <Card title="Resposta enviada">
      <p>
        <Icon name="circle-check" size="s" /> {`Obrigado! O contador de ${company} já recebeu a sua resposta. Pode fechar esta página.`}
      </p>
    </Card>
  )
}

/** Choices and files only where the question has them; saying nothing at all is no answer. */
function schemaOf({ choices }: PublicQuestion) {
  return z
    .object({ choice: z.string(), text: z.string().trim().max(500, 'Até 500 caracteres'), file: z.instanceof(File).nullable() })
    .refine(form => form.choice !== '' || form.text !== '' || form.file !== null, {
      path: [choices.length > 0 ? 'choice' : 'text'],
      message: choices.length > 0 ? 'Escolha uma opção ou escreva a resposta' : 'Escreva a resposta ou mande um arquivo',
    })
}

interface QuestionProps {
  token: string
  question: PublicQuestion
  onSent(): void
}

function Question({ token, question, onSent }: QuestionProps) {
  const { subject, choices, takes_text, takes_file } = question
  const [trouble, setTrouble] = useState<string>()
  const send = async ({ choice, text, file }: { choice: string; text: string; file: File | null }) => {
    setTrouble(undefined)
    const answer = { ...(choice === '' ? {} : { choice: Number(choice) }), ...(text === '' ? {} : { text }) }
    const { ok, problems, message } = await sendInput('question.answer', { token, file, ...answer })
    if (ok) return onSent()
    setTrouble(problems?.[0]?.message ?? message ?? 'Não foi possível enviar. Tente de novo.')
  }
  return (
    <Card title={question.text}>
      <p className={textStyles.m}>{`${question.asked_by_name ?? 'Seu contador'} pergunta sobre ${question.company_name}.`}</p>
      <div className={styles.payment}>
        <span className={textStyles.m}>{subject.amount_cents < 0 ? 'Dinheiro que saiu' : 'Dinheiro que entrou'}</span>
        <span className={classNames(textStyles.big, styles.big)}>{formatCents(Math.abs(subject.amount_cents))}</span>
        <span>{`${formatDay(subject.date)} · ${subject.description}`}</span>
      </div>
      <Form label="Responder" schema={schemaOf(question)} defaults={{ choice: '', text: '', file: null }} onSubmit={send}>
        {choices.length > 0 ? (
          <RadioGroup name="choice" label="Escolha uma opção" choices={choices.map((label, at) => ({ value: String(at), label }))} />
        ) : null}
        {takes_text ? (
          <TextField name="text" label={choices.length > 0 ? 'Ou conte com suas palavras' : 'Sua resposta'} maxLength={500} />
        ) : null}
        {takes_file ? <FileField name="file" label="Foto ou documento, se tiver" accept={ACCEPTED} /> : null}
        {trouble ? <p role="alert">{trouble}</p> : null}
        <Button className={styles.send} type="submit" variant="primary">
          Enviar resposta
        </Button>
      </Form>
    </Card>
  )
}
