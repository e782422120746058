// What the surfaces are given once, at start: the commands, the outside world, and what the person prefers.
import type { ComponentType } from 'react'
import { create } from 'zustand'
import type { FieldProps } from '#client/kit/form/field.tsx'
import type { CommandId } from '#commands/index.ts'
import type { AnyCommand, AnyTarget, Choice, PartialAnswers, Step, StepValue } from '#commands/kit/command.ts'
import type { FormName, Forms } from '#commands/kit/form.ts'
import type { Platform } from '#commands/kit/keys.ts'
import type { Ports } from '#commands/kit/ports.ts'
import { buildRegistry, type Overrides, type Registry } from '#commands/kit/registry.ts'
import { NO_USAGE, type Usage } from '#commands/kit/search.ts'
import type { Control } from '#resources/kit/field.ts'
import type { RegisterArea } from '#resources/names.ts'
import type { Asking } from './asked/asking.ts'
import type { PaletteItem, PaletteSource } from './palette-source.ts'
import type { Refusals } from './refusals.tsx'
import type { Knowledge } from './sentences.ts'
import type { Revert } from './undo.ts'

/** Preferências → “Atalhos de uma tecla”. */
export type SingleKeys = 'on' | 'grid' | 'off'
export interface KeyPreferences {
  readonly overrides: Overrides
  readonly singleKeys: SingleKeys
}

/** The parts of the ports that live outside the surfaces: calls, navigation, clipboard, clock. */
export interface OuterPorts extends Pick<Ports, 'call' | 'go' | 'clipboard' | 'now' | 'today' | 'newId'> {
  readonly revert: Revert
}

export interface Complaint {
  readonly title: string
  readonly message?: string
  /** Said by no toast: the session or a form already shows it. */
  readonly silent?: boolean
  /** Somebody else changed the record: an open form offers a way on. */
  readonly stale?: boolean
  /** Of a refused bulk: why, by the id of the refused row. */
  readonly rows?: Refusals
}

/** One component for every name in `Forms`: a name without one does not compile. */
export type FormComponents = { readonly [F in FormName]: ComponentType<{ asking: Asking<Forms[F]> }> }

export interface HouseOptions {
  readonly commands: readonly AnyCommand[]
  readonly ports: OuterPorts
  /** Title and message of a thrown error, by the catalogue. */
  mapError(error: unknown, command: AnyCommand): Complaint
  /** Answers of account, category, contact, company, day and period steps; undefined leaves the step to the built-in ones. */
  resolve?(step: Step, text: string, target: AnyTarget, answers: PartialAnswers): readonly Choice<StepValue>[] | undefined
  /** What sentences may name, and what is likely of a new record. */
  readonly knowledge?: Knowledge
  /** What asks for a field that a plain control could not. */
  readonly controls?: Readonly<Record<Control, ComponentType<FieldProps>>>
  /** What stands in the drawer of a described register, below its facts. */
  readonly below?: Readonly<Partial<Record<RegisterArea, ComponentType<{ id: string }>>>>
  /** The component of every form that is drawn by hand. */
  readonly forms?: FormComponents
  readonly sources?: readonly PaletteSource[]
  /** Rows of an empty result: “Criar contato ‘xyz’”. */
  fallbacks?(query: string): readonly PaletteItem[]
  readonly preferences?: KeyPreferences
  savePreferences?(preferences: KeyPreferences): void
  readonly usage?: Usage
  saveUsage?(usage: Usage): void
  readonly platform?: Platform
}

/** Unknown ids and places do not compile. */
export type HouseRegistry = Registry<CommandId>

interface House {
  readonly options: HouseOptions | undefined
  readonly registry: HouseRegistry
  readonly preferences: KeyPreferences
  readonly usage: Usage
}

export const DEFAULT_PREFERENCES: KeyPreferences = { overrides: {}, singleKeys: 'on' }

export const useHouse = create<House>(() => ({
  options: undefined,
  registry: buildRegistry([]),
  preferences: DEFAULT_PREFERENCES,
  usage: NO_USAGE,
}))

export function openHouse(options: HouseOptions): void {
  const preferences = options.preferences ?? DEFAULT_PREFERENCES
  useHouse.setState({
    options,
    preferences,
    registry: buildRegistry(options.commands, preferences.overrides),
    usage: options.usage ?? NO_USAGE,
  })
}

/** Rebinds: the keys work at once on every surface. */
export function adoptPreferences(preferences: KeyPreferences): void {
  const { options } = useHouse.getState()
  useHouse.setState({ preferences, registry: buildRegistry(options?.commands ?? [], preferences.overrides) })
}

/** What the person changed: rebinds, and keeps it. */
export function changePreferences(preferences: KeyPreferences): void {
  adoptPreferences(preferences)
  useHouse.getState().options?.savePreferences?.(preferences)
}

export function changeUsage(usage: Usage): void {
  useHouse.setState({ usage })
  useHouse.getState().options?.saveUsage?.(usage)
}

export function houseOptions(): HouseOptions {
  const { options } = useHouse.getState()
  if (options === undefined) throw new Error('openHouse was not called before the surfaces')
  return options
}

/** A command by its id, which the type has checked. */
export function houseCommand(id: CommandId): AnyCommand {
  const command = useHouse.getState().registry.get(id)
  if (command === undefined) throw new Error(`the house was opened without ${id}`)
  return command
}

export const platformNow = (): Platform =>
  useHouse.getState().options?.platform ??
  (typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.platform) ? 'mac' : 'other')
