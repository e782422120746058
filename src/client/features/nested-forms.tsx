// 'Adicionar conta bancária / categoria / contato' of the selectors: a sheet over the form, which goes on with the new record selected.
import { type ReactNode, useState } from 'react'
import { useRegisters } from '#client/data/registers.ts'
import type { NestedKind } from '#client/surfaces/back-to.ts'
import type { CategoryKind, ContactKind } from '#domain/enums.ts'
import { NewAccount } from './accounts/account-form.tsx'
import { NewCategory } from './categories/category-form.tsx'
import { NewContact } from './contacts/contact-forms.tsx'

interface Asked {
  kind: NestedKind
  typed: string
  take: (id: string) => void
}

export interface NestedForms {
  /** For a selector's `onAdd`: opens the form with what was typed; `take` gets the id of what was made. */
  ask(kind: NestedKind, take: (id: string) => void): (typed: string) => void
  /** Rendered once, anywhere in the form. */
  sheet: ReactNode
}

/** Keys and submits of the sheet end in it, though it stands inside another form of the React tree. */
function Boundary({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps events from going further
    <div onKeyDown={event => event.stopPropagation()} onSubmit={event => event.stopPropagation()}>
      {children}
    </div>
  )
}

export function useNestedForms(
  c: string,
  { categoryKind, contactKind }: { categoryKind?: CategoryKind | undefined; contactKind?: ContactKind | undefined } = {},
): NestedForms {
  const [asked, setAsked] = useState<Asked>()
  const { categories } = useRegisters(c)
  const close = () => setAsked(undefined)
  const shared = asked && {
    c,
    typed: asked.typed,
    onClose: close,
    onCreated: (id: string) => {
      asked.take(id)
      close()
    },
  }
  return {
    ask: (kind, take) => typed => setAsked({ kind, typed, take }),
    sheet: shared && (
      <Boundary>
        {asked.kind === 'account' ? <NewAccount {...shared} /> : null}
        {asked.kind === 'category' ? <NewCategory {...shared} all={categories} kind={categoryKind} /> : null}
        {asked.kind === 'contact' ? <NewContact {...shared} kind={contactKind} /> : null}
      </Boundary>
    ),
  }
}
