// Which elements are typed into.

const NOT_TEXT = new Set(['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit'])

/** Whether typing goes into this element: then only mod chords, Esc and F1 are commands. */
export function isTextField(element: Element | null): boolean {
  if (element === null) return false
  if (element instanceof HTMLInputElement) return !NOT_TEXT.has(element.type)
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) return true
  const editable = element.closest('[contenteditable]')
  return editable !== null && editable.getAttribute('contenteditable') !== 'false'
}
