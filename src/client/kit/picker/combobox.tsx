// A combobox as a form control: the field itself is the input, and the list opens below it.
import { Popover } from 'radix-ui'
import { type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import button from '../button.module.css'
import chip from '../chip.module.css'
import { classNames } from '../class-names.ts'
import floating from '../floating.module.css'
import { type ControlAttributes, FieldFrame, type FieldProps, useField } from '../form/field.tsx'
import form from '../form/form.module.css'
import { Icon } from '../icon.tsx'
import { Listbox } from './combobox-list.tsx'
import type { ComboItem } from './filter-items.ts'
import styles from './picker.module.css'
import { type ComboAction, type Unread, useCombobox } from './use-combobox.ts'

/** In place of a name that stands in a list that could not be read. */
const NOT_READ = 'O nome não pôde ser lido'

export interface ComboboxProps<Item extends ComboItem> {
  items: readonly Item[]
  value: string | null
  /** null when a person emptied the text */
  onChange: (id: string | null, item: Item | null) => void
  label: string
  empty: string
  action?: ComboAction | undefined
  placeholder?: string | undefined
  disabled?: boolean | undefined
  /** undefined where the list is whole: whoever has it from the server says so */
  unread: Unread | undefined
  /** for lists wider than their field, with long labels */
  wide?: boolean | undefined
  control?: ControlAttributes | undefined
  name?: string | undefined
  onBlur?: (() => void) | undefined
  /** for items queried by what is typed */
  onType?: ((text: string) => void) | undefined
  inputRef?: ((element: HTMLInputElement | null) => void) | undefined
}

export function Combobox<Item extends ComboItem>(props: ComboboxProps<Item>) {
  const { items, value, onChange, label, empty, action, placeholder, disabled, unread, wide, control, name, onBlur, onType, inputRef } =
    props
  const field = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState<string | null>(null)
  const selected = items.find(item => item.id === value)

  const close = () => {
    setOpen(false)
    setTyped(null)
    model.reset()
  }
  const model = useCombobox<Item>({
    items,
    selectedId: value,
    unread,
    action: action && {
      label: action.label,
      run: text => {
        close()
        action.run(text)
      },
    },
    onPick: item => {
      close()
      onChange(item.id, item)
    },
    onClose: close,
  })
  const show = () => {
    if (!disabled) setOpen(true)
  }
  const settle = () => {
    if (typed !== null && typed.trim() === '' && value !== null) onChange(null, null)
    close()
  }

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (open) {
      // leaving with Tab accepts the match of what was typed, never a mere suggestion
      if (event.key === 'Tab' && model.filtering && model.shown.length > 0) model.pick()
      else if (event.key === 'Tab') settle()
      else model.onKeyDown(event)
      return
    }
    if (event.key === 'ArrowDown' || (event.key === 'ArrowUp' && event.altKey)) {
      event.preventDefault()
      event.stopPropagation()
      show()
    }
  }

  return (
    <Popover.Root open={open} onOpenChange={next => (next ? show() : close())}>
      <Popover.Anchor asChild>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a press anywhere on the frame is a press on its input */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: same */}
        <div
          ref={field}
          className={classNames(form.inp, styles.comboField, control?.['aria-invalid'] && form.bad, disabled && form.off)}
          data-part="input"
          onClick={() => {
            field.current?.querySelector('input')?.focus()
            show()
          }}
        >
          {typed === null ? selected?.mark : null}
          <input
            {...control}
            ref={inputRef}
            role="combobox"
            name={name}
            aria-label={control ? undefined : label}
            aria-expanded={open}
            aria-controls={open ? model.listId : undefined}
            aria-activedescendant={open ? model.activeId : undefined}
            aria-autocomplete="list"
            aria-busy={unread === 'coming' || undefined}
            autoComplete="off"
            spellCheck={false}
            placeholder={unread === 'failed' && value !== null && !selected ? NOT_READ : placeholder}
            disabled={disabled}
            value={typed ?? selected?.label ?? ''}
            onFocus={event => event.target.select()}
            onChange={event => {
              setTyped(event.target.value)
              model.type(event.target.value)
              onType?.(event.target.value)
              show()
            }}
            onKeyDown={onKeyDown}
            onBlur={() => {
              settle()
              onBlur?.()
            }}
          />
          {selected?.badge && typed === null ? (
            <span className={classNames(chip.st, chip.text)} data-part="chip">
              {selected.badge}
            </span>
          ) : null}
          {unread === 'coming' ? (
            <span className={classNames(button.spin, form.spin)} aria-hidden="true" />
          ) : (
            <Icon name="chevron-down" size="s" />
          )}
        </div>
      </Popover.Anchor>
      <OptionsBelow anchor={field} wide={wide}>
        <Listbox model={model} label={label} empty={empty} unread={unread} />
      </OptionsBelow>
    </Popover.Root>
  )
}

interface OptionsBelowProps {
  /** a press on it does not count as outside */
  anchor: RefObject<HTMLElement | null>
  wide?: boolean | undefined
  children: ReactNode
}

/** The floating list of an input that keeps the focus; it belongs in a `Popover.Root` whose anchor is the input. */
export function OptionsBelow({ anchor, wide, children }: OptionsBelowProps) {
  return (
    <Popover.Portal>
      <Popover.Content
        className={classNames(floating.pop, styles.pop, styles.combo, floating.floating, wide && styles.wide)}
        role="presentation"
        align="start"
        sideOffset={4}
        collisionPadding={8}
        onOpenAutoFocus={event => event.preventDefault()}
        onCloseAutoFocus={event => event.preventDefault()}
        onInteractOutside={event => {
          if (event.target instanceof Node && anchor.current?.contains(event.target)) event.preventDefault()
        }}
      >
        {children}
      </Popover.Content>
    </Popover.Portal>
  )
}

export interface ComboboxFieldProps<Item extends ComboItem> extends FieldProps {
  items: readonly Item[]
  empty: string
  action?: ComboAction | undefined
  placeholder?: string | undefined
  unread: Unread | undefined
  wide?: boolean | undefined
  onChosen?: ((item: Item | null) => void) | undefined
  onType?: ((text: string) => void) | undefined
  children?: ReactNode
}

/** The form's value is the item's id, or null. */
export function ComboboxField<Item extends ComboItem>({
  items,
  empty,
  action,
  placeholder,
  unread,
  wide,
  onChosen,
  onType,
  ...field
}: ComboboxFieldProps<Item>) {
  const { value, set, blur, ref, error } = useField(field.name)
  return (
    <FieldFrame {...field} error={error}>
      {control => (
        <Combobox
          items={items}
          value={typeof value === 'string' && value !== '' ? value : null}
          onChange={(id, item) => {
            set(id)
            onChosen?.(item)
          }}
          label={field.label}
          empty={empty}
          action={action}
          placeholder={placeholder}
          disabled={field.disabled}
          unread={unread}
          wide={wide}
          control={control}
          name={field.name}
          onBlur={blur}
          onType={onType}
          inputRef={ref}
        />
      )}
    </FieldFrame>
  )
}
