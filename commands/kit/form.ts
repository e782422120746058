// How a person is asked for an input: a form drawn by hand, the form of a resource, or a sheet.
import { z } from 'zod'
import type { SheetKind } from '#contract/sheet-imports.ts'
import type { Day } from '#domain/days.ts'
import type { AnyForm, Typed } from '#resources/kit/form.ts'
import type { AnyTarget, Destination } from './command.ts'
import type { Ports } from './ports.ts'

/** Forms drawn by hand: the name of each, and the input its command takes. Filled by declaration merging in commands/forms.ts. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging in commands/forms.ts
export interface Forms {}
export type FormName = keyof Forms & string

/** Where a form stands: over whatever is on screen, in the drawer of its record, as a page of its own, or always open on a screen. */
export type Stands = 'dialog' | 'drawer' | 'page' | 'screen'

interface Asks {
  readonly title: string | ((target: AnyTarget) => string)
  /** The button that writes: 'Criar produto'. */
  readonly submit: string
  readonly lead?: ((target: AnyTarget) => string | undefined) | undefined
  /** A dialog, unless said otherwise. */
  readonly stands?: Stands
  /** Its own address: a form in a drawer, on a page or on a screen always opens there, a dialog only within its area. Others keep to the address they were asked at. */
  readonly at?: (target: AnyTarget) => Destination
  /** Reads the record once more, after somebody else changed it: the version the next try is sent with. */
  readonly again?: (ports: Ports, target: AnyTarget) => Promise<{ readonly id: string } | undefined>
}

export interface ResourceForm extends Asks {
  readonly how: 'form'
  readonly fields: AnyForm
  /** What its fields hold at first. `given.typed` is the text of the selector it was asked from. */
  start(target: AnyTarget, today: Day, given: Readonly<Record<string, unknown>>): Typed
}

export interface OwnForm extends Asks {
  readonly how: 'own'
  readonly form: FormName
}

/** One file. Of a sheet of records, a refused row is told with its line. */
export interface SheetForm extends Asks {
  readonly how: 'sheet'
  /** Which columns it has, or what is taken. */
  readonly words: string
  /** 'Planilha', unless said otherwise. */
  readonly label?: string
  /** Sheets, unless said otherwise; none stands for any file. */
  readonly accept?: readonly string[]
  /** The kind of its records, of which a sample can be downloaded. */
  readonly sample?: SheetKind
}

export interface ScreenForm extends Asks {
  readonly how: 'screen'
  /** The screen is nothing but this form: who may not send it finds the reason in its place. */
  readonly alone: boolean
}

export type FormAsk = ResourceForm | OwnForm | SheetForm | ScreenForm

export const titleOf = ({ title }: FormAsk, target: AnyTarget): string => (typeof title === 'string' ? title : title(target))

/** Asked by the form of this name. */
export const form = (name: FormName, ask: Omit<OwnForm, 'how' | 'form'>): OwnForm => ({ ...ask, how: 'own', form: name })
/** Asked for a sheet of records. */
export const sheet = (ask: Omit<SheetForm, 'how'>): SheetForm => ({ ...ask, how: 'sheet' })
/** What an import takes. */
export const SheetInput = z.object({ file: z.file({ error: 'Escolha um arquivo' }) })
/** Always open on the screen at this address, where it is sent from: from elsewhere the command leads there. */
export const onScreen = (at: NonNullable<Asks['at']>, { alone = true }: { alone?: boolean } = {}): ScreenForm => ({
  how: 'screen',
  stands: 'screen',
  title: '',
  submit: '',
  at,
  alone,
})
