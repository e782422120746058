// Confirming who one is before a sensitive call: the dialog for the code, and the wrapper that asks for it and calls again.
import { create } from 'zustand'
import { ApiError } from '#client/data/api.ts'
import { storeTokens, type TokenPair } from '#client/data/tokens.ts'
import { Button } from '#client/kit/button.tsx'
import { Dialog } from '#client/kit/dialog.tsx'
import { AwayInDialog } from '#client/surfaces/away.tsx'
import { ERRORS } from '#contract/errors.ts'
import styles from './auth.module.css'
import { CodeForm, sentTo } from './code-form.tsx'
import { type PendingCode, pendingCode } from './pending-code.ts'

interface Question {
  /** Where the code went, as the refusal says it. */
  message: string
  code: PendingCode
  promise: Promise<boolean>
  answer: (yes: boolean) => void
}

const useStepUp = create<{ question: Question | undefined }>(() => ({ question: undefined }))

/** Asks for the code of a challenge that is on its way. True once it was right and the new tokens are stored; calls that meet while it is open share it. */
export function confirmStepUp(challengeId: string, message: string): Promise<boolean> {
  const open = useStepUp.getState().question
  if (open) return open.promise
  let answer: (yes: boolean) => void = () => {}
  const promise = new Promise<boolean>(resolve => {
    answer = yes => {
      useStepUp.setState({ question: undefined })
      resolve(yes)
    }
  })
  const code = pendingCode({ id: challengeId, channel: 'SMS', masked_destination: '', expires_at: '' }, Date.now())
  useStepUp.setState({ question: { message, code, promise, answer } })
  return promise
}

/** Runs the work; where the server wants a fresh code, asks for it and runs the work again, for each code it wants. The refusal stands when the person leaves the dialog. */
export async function withStepUp<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiError) || error.id !== 'auth.step_up_required' || error.body.challenge_id === undefined) throw error
    if (!(await confirmStepUp(error.body.challenge_id, error.message))) throw error
    return withStepUp(work)
  }
}

/** Draws the question; mounted once, beside the other hosts. */
export function StepUpHost() {
  const { question } = useStepUp()
  if (!question) return null
  const { message, code, answer } = question
  const keep = (next: PendingCode) => useStepUp.setState({ question: { ...question, code: next } })
  const confirm = async (tokens: TokenPair) => {
    storeTokens(tokens)
    answer(true)
  }
  const { title } = ERRORS['auth.step_up_required']
  return (
    <Dialog
      open
      onClose={() => answer(false)}
      title={title}
      description={code.masked_destination === '' ? message : `Enviamos ${sentTo(code)}.`}
      width="question"
    >
      <AwayInDialog />
      <CodeForm code={code} onCode={keep} onTokens={confirm} onOver={() => answer(false)}>
        <div className={styles.codeActions}>
          <Button size="form" keys="Escape" onClick={() => answer(false)}>
            Cancelar
          </Button>
          <Button type="submit" variant="primary" size="form" keys="Enter">
            Confirmar
          </Button>
        </div>
      </CodeForm>
    </Dialog>
  )
}
