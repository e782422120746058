// No ring on a button that a pointer focused: browsers keep it where a script moves the focus there from a text field.
const root = document.documentElement
const heard = { capture: true, passive: true } as const

addEventListener('pointerdown', () => root.toggleAttribute('data-pressed', true), heard)
addEventListener('keydown', () => root.toggleAttribute('data-pressed', false), heard)
