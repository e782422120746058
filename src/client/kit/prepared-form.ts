// A form that the page brought along: it can be filled in and sent while the code that draws the real one is on its way.

/** React hears of a value only where its own setter is passed by. */
const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set

/**
 * Shows it over an empty page until the screen is drawn. What was typed into it, the focus, and an Enter pressed meanwhile are then the real
 * form's.
 */
export function showPreparedForm(template: HTMLTemplateElement, isDrawn: () => boolean): void {
  const host = document.createElement('div')
  host.dataset.part = 'prepared'
  host.style.cssText = 'position: fixed; inset: 0; z-index: 1; overflow: auto; background: var(--surface)'
  host.append(template.content)
  let focused: string | undefined
  let isSent = false
  host.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLInputElement) focused = target.name
  })
  host.addEventListener('submit', event => {
    event.preventDefault()
    isSent = true
  })
  document.body.prepend(host)
  host.querySelector<HTMLElement>('[data-autofocus]')?.focus()

  const root = document.querySelector('#root')
  // Before the next key is heard: the real form takes the focus as it is drawn.
  const drawing = new MutationObserver(() => {
    if (!isDrawn()) return
    drawing.disconnect()
    const real = (name: string) => root?.querySelector<HTMLInputElement>(`input[name="${name}"]`)
    for (const { name, value } of host.querySelectorAll('input')) if (value !== '') fill(real(name), value)
    if (focused !== undefined) real(focused)?.focus()
    host.remove()
    if (isSent) root?.querySelector('form')?.requestSubmit()
  })
  if (root) drawing.observe(root, { childList: true, subtree: true })
}

function fill(input: HTMLInputElement | null | undefined, value: string): void {
  if (!input) return
  setValue?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
