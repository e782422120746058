// CPF or CNPJ with its mask, a loading state while the registry answers, and known contacts that contain the typed text.
import { type KeyboardEvent, useId, useState } from 'react'
import { documentError, maskDocument, normalizeDocument } from '#domain/documents.ts'
import button from '../button.module.css'
import { classNames } from '../class-names.ts'
import floating from '../floating.module.css'
import text from '../look/text.module.css'
import picker from '../picker/picker.module.css'
import { FieldFrame, type FieldProps, useField } from './field.tsx'
import form from './form.module.css'
import { useMasked } from './use-masked.ts'

export interface DocumentSuggestion {
  id: string
  name: string
  document_number: string
}

interface DocumentFieldProps extends FieldProps {
  loading?: boolean | undefined
  /** username where people sign in, so that password managers recognise the pair */
  autoComplete?: 'off' | 'username' | undefined
  /** called once with a complete, valid document, without mask, to look it up in the registry */
  onComplete?: ((document_number: string) => void) | undefined
  /** contacts to suggest from; those whose document contains what was typed are shown, at most six */
  contacts?: readonly DocumentSuggestion[] | undefined
  onSuggestion?: ((contact: DocumentSuggestion) => void) | undefined
}

const MOST_SUGGESTIONS = 6
const LEAST_TYPED = 3

/** The form's value has no mask. */
export function DocumentField({ loading, autoComplete = 'off', onComplete, contacts = [], onSuggestion, ...field }: DocumentFieldProps) {
  const { value, set, blur, ref, error } = useField(field.name)
  const document = typeof value === 'string' ? value : ''
  const listId = useId()
  const [listening, setListening] = useState(false)
  const [active, setActive] = useState(-1)

  const onChange = useMasked(maskDocument, masked => {
    const next = normalizeDocument(masked)
    set(next)
    setListening(true)
    setActive(-1)
    if (next !== document && (next.length === 11 || next.length === 14) && documentError(next) === undefined) onComplete?.(next)
  })
  const suggestions =
    onSuggestion && document.length >= LEAST_TYPED
      ? contacts.filter(contact => normalizeDocument(contact.document_number).includes(document)).slice(0, MOST_SUGGESTIONS)
      : []
  const isOpen = listening && suggestions.length > 0
  const choose = (contact: DocumentSuggestion | undefined) => {
    if (!contact) return
    set(normalizeDocument(contact.document_number))
    setListening(false)
    onSuggestion?.(contact)
  }

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (!isOpen) return
    if (event.key === 'ArrowDown') setActive((active + 1) % suggestions.length)
    else if (event.key === 'ArrowUp') setActive((active <= 0 ? suggestions.length : active) - 1)
    else if (event.key === 'Enter' && active >= 0) choose(suggestions[active])
    else if (event.key === 'Escape') setListening(false)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  const combobox = onSuggestion && {
    role: 'combobox',
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? listId : undefined,
    'aria-activedescendant': isOpen && active >= 0 ? `${listId}-${active}` : undefined,
  }

  return (
    <FieldFrame {...field} error={error}>
      {control => (
        <div className={picker.under}>
          <label className={classNames(form.inp, error && form.bad, field.disabled && form.off)} data-part="input" htmlFor={control.id}>
            <input
              {...control}
              ref={ref}
              name={field.name}
              {...combobox}
              aria-busy={loading || undefined}
              autoComplete={autoComplete}
              autoCapitalize="characters"
              spellCheck={false}
              disabled={field.disabled}
              data-autofocus={field.autoFocus || undefined}
              // biome-ignore lint/a11y/noAutofocus: a form that was asked for starts at its first field
              autoFocus={field.autoFocus}
              value={maskDocument(document)}
              onChange={onChange}
              onKeyDown={onKeyDown}
              onBlur={() => {
                setListening(false)
                blur()
              }}
            />
            {loading ? (
              <>
                <span className={classNames(button.spin, form.spin)} aria-hidden="true" />
                <span className={text.vh} role="status">
                  Buscando cadastro
                </span>
              </>
            ) : null}
          </label>
          {suggestions.length > 0 ? (
            // Hidden and not removed when the focus leaves: see Hint.
            <div
              className={classNames(floating.pop, floating.floating, picker.comboList, picker.suggestions)}
              role="listbox"
              id={listId}
              aria-label="Contatos com este documento"
              hidden={!isOpen}
            >
              {suggestions.map((contact, at) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's
                <div
                  key={contact.id}
                  role="option"
                  id={`${listId}-${at}`}
                  className={picker.option}
                  aria-selected={at === active}
                  data-active={at === active}
                  tabIndex={-1}
                  onMouseDown={event => event.preventDefault()}
                  onPointerMove={() => setActive(at)}
                  onClick={() => choose(contact)}
                >
                  <span className={picker.name}>{contact.name}</span>
                  <span className={classNames(picker.end, picker.detail)}>{maskDocument(contact.document_number)}</span>
                </div>
              ))}
            </div>
          ) : null}
        </div>
      )}
    </FieldFrame>
  )
}
