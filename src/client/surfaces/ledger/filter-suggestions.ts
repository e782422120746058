// What the filter offers while it is typed: which part of the text, which row is active, and what choosing one writes.
import { useId, useState } from 'react'
import type { ComboItem } from '#client/kit/picker/filter-items.ts'
import type { ListboxModel } from '#client/kit/picker/use-combobox.ts'
import type { FilterField } from '#domain/filter-fields.ts'
import { suggestFilter } from '#domain/filter-suggest.ts'
import { useEscape } from '../focus-stack.ts'
import type { NamesOf } from './known-names.ts'

interface SuggestionOptions {
  /** Undefined while nobody types. */
  text: string | undefined
  fields: readonly FilterField[]
  namesOf: NamesOf | undefined
  input: React.RefObject<HTMLInputElement | null>
  onText(text: string): void
}

export interface Suggestions extends ListboxModel<ComboItem> {
  open: boolean
  move(rows: number): void
  /** The caret moved, or the text did. */
  follow(): void
  /** All fields at that place of the text, for who does not know their names. */
  ask(caret: number): void
  close(): void
}

/** Values open by themselves after a colon; the names of fields only when asked for, since a bare word is searched as it is. */
export function useSuggestions({ text, fields, namesOf, input, onText }: SuggestionOptions): Suggestions {
  const listId = useId()
  const [caret, setCaret] = useState(0)
  const [asked, setAsked] = useState(false)
  const [shut, setShut] = useState<string>()
  const [active, setActive] = useState(-1)
  const found = text === undefined || shut === `${caret} ${text}` ? undefined : suggestFilter(text, caret, fields, namesOf)
  const offered = found && (found.of === 'value' || asked) ? found : undefined
  const shown = offered?.options.map(({ text: id, label, detail }) => ({ id, label, ...(detail ? { detail } : {}) })) ?? []

  const place = (at: number) => {
    setCaret(at)
    setActive(-1)
  }
  const close = () => {
    setShut(`${caret} ${text}`)
    setAsked(false)
    setActive(-1)
  }
  const pick = (row = active) => {
    const option = offered?.options[row]
    if (!offered || !option || text === undefined) return false
    const at = offered.start + option.text.length
    onText(text.slice(0, offered.start) + option.text + text.slice(offered.end))
    setAsked(false)
    place(at)
    requestAnimationFrame(() => input.current?.setSelectionRange(at, at))
    return true
  }
  useEscape(
    'popover',
    () => {
      close()
      return true
    },
    offered !== undefined,
  )
  const optionId = (row: number) => `${listId}-${row}`
  return {
    open: offered !== undefined,
    listId,
    query: '',
    filtering: true,
    shown,
    active,
    activeId: active < 0 ? undefined : optionId(active),
    selectedId: undefined,
    action: undefined,
    optionId,
    setActive,
    move: rows => setActive(at => (at + rows < -1 ? shown.length - 1 : Math.min(at + rows, shown.length - 1))),
    pick,
    follow() {
      const at = input.current?.selectionStart ?? 0
      if (at !== caret) place(at)
    },
    ask(at) {
      setAsked(true)
      setShut(undefined)
      place(at)
    },
    close,
  }
}
