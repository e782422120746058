// Asking from code: `await confirm({...})` resolves to true or false; the host, mounted once by the shell, draws the question.
import { useEffect } from 'react'
import { create } from 'zustand'
import { type ConfirmContent, ConfirmDialog } from './dialog.tsx'

interface Question extends ConfirmContent {
  answer: (yes: boolean) => void
}

const useQuestion = create<{ question: Question | null; open: boolean }>(() => ({ question: null, open: false }))

/** Answers the open question with false. */
export function dismiss(): void {
  const { question, open } = useQuestion.getState()
  if (open) question?.answer(false)
  useQuestion.setState({ open: false })
}

/** Asks one question; asking a second one meanwhile answers the first with false, and so does a host that goes. */
export function confirm(content: ConfirmContent): Promise<boolean> {
  dismiss()
  return new Promise(resolve => useQuestion.setState({ question: { ...content, answer: resolve }, open: true }))
}

export function ConfirmHost() {
  const { question, open } = useQuestion()
  useEffect(() => dismiss, [])
  if (!question) return null
  const { answer, ...content } = question
  const settle = (yes: boolean) => {
    useQuestion.setState({ open: false })
    answer(yes)
  }
  return <ConfirmDialog open={open} {...content} onConfirm={() => settle(true)} onCancel={() => settle(false)} />
}
