// The house opened once: commands, the outside world behind them, errors in words, and the answers to the interface's own moves.

import { ApiError, call, OfflineError, SchemaError } from '#client/data/api.ts'
import { queryClient, reading } from '#client/data/queries.ts'
import { forgetSession, useSession } from '#client/data/session.ts'
import { withStepUp } from '#client/features/auth/step-up.tsx'
import { saveEnterAdvances } from '#client/features/settings/enter-preference.ts'
import { keysOfDevice, saveKeyPreferences } from '#client/features/settings/key-preferences.ts'
import { DENSITIES, densityNow, setDensity } from '#client/kit/density.ts'
import { useEnterAdvances } from '#client/kit/form/enter-advances.ts'
import { resolvedTheme } from '#client/kit/stored-theme.ts'
import { setTheme, useTheme } from '#client/kit/theme.ts'
import { showToast } from '#client/kit/toast.ts'
import { router } from '#client/router.tsx'
import { useWhereabouts } from '#client/surfaces/context.ts'
import { type Complaint, openHouse } from '#client/surfaces/house.ts'
import { onIntent } from '#client/surfaces/intents.ts'
import { answerJobs } from '#client/surfaces/job-toasts.ts'
import { answerPaletteActions, openPalette } from '#client/surfaces/palette-store.ts'
import { answerPaymentMoves } from '#client/surfaces/payment-moves.ts'
import { pinnedCompanies, togglePin } from '#client/surfaces/pinned.ts'
import { answerFileMoves } from '#client/surfaces/save-file.ts'
import { today } from '#client/surfaces/where.ts'
import { allCommands } from '#commands/index.ts'
import type { Ports } from '#commands/kit/ports.ts'
import { readSearch } from '#commands/search-text.ts'
import { batches } from '#contract/batches.ts'
import { companies } from '#contract/companies.ts'
import { DEFAULT_ERROR_MESSAGE, DEFAULT_ERROR_TITLE } from '#contract/errors.ts'
import { resolveStep } from './choices.ts'
import { connectJump, jumpTo } from './company-jump.ts'
import { below, controls } from './controls.ts'
import { forms } from './forms.ts'
import { go } from './go.ts'
import { knowledge } from './knowledge.ts'
import { noteSource, searchSource } from './search-source.ts'
import { paletteSources, preparePaletteSources } from './sources.ts'
import { paletteFallbacks, plainValueSource, valueSource } from './value-source.ts'

const USAGE = 'razao.palette-usage'

function stored<T>(key: string): T | undefined {
  try {
    const text = localStorage.getItem(key)
    return text === null ? undefined : (JSON.parse(text) as T)
  } catch {
    return undefined
  }
}

/** What the session or the step-up dialog has already said. */
const SILENT = new Set(['auth.session_revoked', 'auth.token_expired', 'auth.step_up_required'])

/** Title and text of anything thrown, from the catalogue; an unknown id takes the default words (SPEC.md, Errors). */
export function complain(error: unknown): Complaint {
  if (error instanceof ApiError) {
    if (SILENT.has(error.id)) return { title: error.title, message: error.message, silent: true }
    if (error.id === 'conflict.stale_version') return { title: error.title, message: error.message, stale: true }
    if (error.id !== 'bulk.rejected') return { title: error.title, message: error.message }
    const reasons = [...new Set(error.details.map(detail => detail.message))].slice(0, 3)
    const rows = new Map(error.details.map(({ field, message }) => [field, message]))
    return { title: error.title, message: [error.message, ...reasons].join(' '), rows }
  }
  // Whether the server still did it nobody knows: nothing is promised.
  if (error instanceof OfflineError) return { title: 'Sem conexão', message: error.message }
  if (error instanceof SchemaError) return { title: DEFAULT_ERROR_TITLE, message: error.message }
  return { title: DEFAULT_ERROR_TITLE, message: DEFAULT_ERROR_MESSAGE }
}

async function revert(batchIds: readonly string[]): Promise<readonly string[]> {
  const c = useWhereabouts.getState().company?.id
  if (c === undefined) return []
  const undone: string[] = []
  for (const id of batchIds) {
    const { batch_id } = await withStepUp(() => call(batches.undo, { params: { c, id } }))
    if (batch_id) undone.push(batch_id)
  }
  return undone
}

export function openTheHouse(): () => void {
  connectJump({
    go,
    search: () => readSearch(router.state.location.search),
    rights: c =>
      queryClient.ensureQueryData(reading(companies.permissions, { params: { c } })).then(
        ({ rights }) => rights,
        () => undefined,
      ),
  })
  const keys = keysOfDevice()
  const usage = stored<never>(USAGE)
  openHouse({
    commands: allCommands,
    ports: {
      call: ((row: never, input: never) => withStepUp(() => call(row, input))) as unknown as Ports['call'],
      go,
      clipboard: {
        write: async (plain, html) => {
          const types = {
            'text/plain': new Blob([plain], { type: 'text/plain' }),
            ...(html ? { 'text/html': new Blob([html], { type: 'text/html' }) } : {}),
          }
          await navigator.clipboard.write([new ClipboardItem(types)])
        },
        read: () => navigator.clipboard.readText(),
      },
      now: () => Date.now(),
      today,
      newId: () => crypto.randomUUID(),
      revert,
    },
    mapError: complain,
    resolve: resolveStep,
    knowledge,
    controls,
    below,
    forms,
    sources: [...paletteSources, valueSource, plainValueSource, noteSource, searchSource],
    fallbacks: paletteFallbacks,
    ...(keys ? { preferences: keys } : {}),
    ...(usage ? { usage } : {}),
    savePreferences: saveKeyPreferences,
    saveUsage: next => localStorage.setItem(USAGE, JSON.stringify(next)),
  })
  const stops = [
    answerPaletteActions(),
    answerJobs(),
    answerFileMoves(),
    answerPaymentMoves(),
    preparePaletteSources(),
    ...answerGlobalMoves(),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

function answerGlobalMoves(): (() => void)[] {
  return [
    onIntent('company.switch', () => openPalette({ mode: '/' })),
    onIntent('company.pinned', digit => {
      const id = pinnedCompanies()[digit - 1]
      if (id) void jumpTo(id)
      else
        showToast({
          id: 'pinned',
          title: 'Nenhuma empresa fixada aqui',
          description: 'Abra a paleta com / e use “Fixar ou soltar esta empresa”.',
        })
    }),
    onIntent('company.pin', () => {
      const company = useWhereabouts.getState().company
      if (company)
        showToast({
          id: 'pinned',
          title: togglePin(company.id) ? `${company.name} fixada: g ${pinnedCompanies().indexOf(company.id) + 1}` : `${company.name} solta`,
        })
    }),
    onIntent('theme.toggle', () => setTheme(resolvedTheme(useTheme.getState().theme) === 'dark' ? 'light' : 'dark')),
    onIntent('density.toggle', () => {
      setDensity(DENSITIES[(DENSITIES.indexOf(densityNow()) + 1) % DENSITIES.length] ?? 'default')
    }),
    onIntent('form.enter-advances', () => {
      const on = !useEnterAdvances.getState().on
      saveEnterAdvances(on)
      showToast({ id: 'enter-advances', title: on ? 'Enter avança para o próximo campo' : 'Enter salva o formulário' })
    }),
    onIntent('session.profile', user => useSession.setState({ user })),
    onIntent('session.ended', () => {
      forgetSession()
      go('/login', { replace: true })
    }),
  ]
}
