// What a field understands of the text that is typed in it: the day behind 'hoje', the result of a formula.

import form from './form.module.css'

const NOTHING = '\u00a0'

/** Stays in the document with nothing to say: a node removed while the focus moves makes a dialog take the focus for itself. */
export const Hint = ({ text }: { text: string | undefined }) => (
  <span className={form.hint} hidden={text === undefined}>
    {text ?? NOTHING}
  </span>
)
