// Asking from code: `await confirm({...})` answers true or false; the host, mounted once by the shell, draws the question.
import { create } from 'zustand'
import { type ConfirmContent, ConfirmDialog } from './dialog.tsx'

interface Question extends ConfirmContent {
  answer: (yes: boolean) => void
}

const useQuestion = create<{ question: Question | null; open: boolean }>(() => ({ question: null, open: false }))

/** Asks one question; a second one asked meanwhile answers the first with false. */
export function confirm(content: ConfirmContent): Promise<boolean> {
  const previous = useQuestion.getState()
  if (previous.open) previous.question?.answer(false)
  return new Promise(resolve => useQuestion.setState({ question: { ...content, answer: resolve }, open: true }))
}

export function ConfirmHost() {
  const { question, open } = useQuestion()
  if (!question) return null
  const { answer, ...content } = question
  const settle = (yes: boolean) => {
    useQuestion.setState({ open: false })
    answer(yes)
  }
  return <ConfirmDialog open={open} {...content} onConfirm={() => settle(true)} onCancel={() => settle(false)} />
}
