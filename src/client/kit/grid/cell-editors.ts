// The editors of a cell: one input for text, amounts and days, and the mount point of a React editor.
import type { ICellEditorComp, ICellEditorParams } from 'ag-grid-community'
import type { ReactElement } from 'react'
import { parseDay } from '#domain/date-grammar.ts'
import { formatDay } from '#domain/days.ts'
import { formatPlainAmount, parseAmount } from '#domain/money.ts'
import type { CellValue } from './column-store.ts'
import type { CellEditing } from './grid-column.ts'

export type InputKind = 'text' | 'amount' | 'day' | 'count'

/** What the window gives every editor that it opens. */
export interface EditorSetup {
  kind: InputKind
  title: string
  value: CellValue
  today: string
  dayBias: 'future' | 'past'
  custom?: ((editing: CellEditing) => ReactElement) | undefined
  editing: CellEditing
  mount(host: HTMLElement, node: ReactElement): void
  unmount(host: HTMLElement): void
}
type EditorParams = ICellEditorParams & { setup: (params: ICellEditorParams) => EditorSetup }

/** An editor that can say whether its value may be written. */
export interface CellEditor extends ICellEditorComp {
  isValid(): boolean
  isCancelAfterEnd(): boolean
  /** What was typed, as it was typed. */
  readonly text: string
}
export function isCellEditor(editor: object | undefined): editor is CellEditor {
  return editor !== undefined && 'isValid' in editor
}

const written = (value: CellValue, kind: InputKind): string => {
  if (value === null) return ''
  if (kind === 'amount' && typeof value === 'number') return formatPlainAmount(value)
  return kind === 'day' ? formatDay(String(value)) : String(value)
}

export class InputEditor implements CellEditor {
  private readonly input = document.createElement('input')
  private setup!: EditorSetup
  private typed = ''
  init(params: EditorParams): void {
    this.setup = params.setup(params)
    const { input } = this
    const { kind, title, editing } = this.setup
    this.typed = editing.typed
    input.className = kind === 'amount' || kind === 'count' ? 'cell-input num' : 'cell-input'
    input.setAttribute('aria-label', title)
    input.autocomplete = 'off'
    input.spellcheck = kind === 'text'
    if (kind === 'amount') input.inputMode = 'decimal'
    if (kind === 'count') input.inputMode = 'numeric'
    input.value = this.typed || written(this.setup.value, kind)
    input.addEventListener('input', () => input.removeAttribute('aria-invalid'))
  }
  getGui(): HTMLElement {
    return this.input
  }
  afterGuiAttached(): void {
    this.input.focus()
    if (this.typed) this.input.setSelectionRange(this.typed.length, this.typed.length)
    else this.input.select()
  }
  get text(): string {
    return this.input.value.trim()
  }
  /** undefined when the text is not a value of this kind. */
  private read(): CellValue | undefined {
    const { text } = this
    const { kind, today, dayBias } = this.setup
    if (text === '') return null
    if (kind === 'amount') return parseAmount(text)
    if (kind === 'day') return parseDay(text, { today, bias: dayBias })
    if (kind === 'count') return /^\d{1,9}$/.test(text) ? Number(text) : undefined
    return text
  }
  isValid(): boolean {
    const valid = this.read() !== undefined
    if (!valid) {
      this.input.setAttribute('aria-invalid', 'true')
      this.input.focus()
      this.input.select()
    }
    return valid
  }
  getValue(): CellValue {
    return this.read() ?? null
  }
  isCancelAfterEnd(): boolean {
    return this.read() === undefined
  }
}

/** A React editor. It is a portal of the grid's own tree, so that contexts reach it; it commits by itself through `CellEditing`. */
export class MountedEditor implements CellEditor {
  private readonly host = document.createElement('div')
  private setup!: EditorSetup
  private before: CellValue = null
  private after: { value: CellValue; text: string } | undefined
  init(params: EditorParams): void {
    this.setup = params.setup(params)
    this.before = this.setup.value
    this.host.className = 'cell-mounted'
    const { editing, custom } = this.setup
    const commit: CellEditing['commit'] = (value, text, key) => {
      this.after = { value, text }
      editing.commit(value, text, key)
    }
    if (custom) this.setup.mount(this.host, custom({ ...editing, commit }))
  }
  getGui(): HTMLElement {
    return this.host
  }
  afterGuiAttached(): void {
    const target = this.host.querySelector<HTMLElement>('input, textarea, select, button, [tabindex]')
    if (target && !this.host.contains(document.activeElement)) target.focus()
  }
  get text(): string {
    return this.after?.text ?? ''
  }
  isValid(): boolean {
    return true
  }
  getValue(): CellValue {
    return this.after ? this.after.value : this.before
  }
  isCancelAfterEnd(): boolean {
    return this.after === undefined
  }
  destroy(): void {
    // ag is still inside its own call, in the middle of which React must not unmount
    queueMicrotask(() => this.setup.unmount(this.host))
  }
}
