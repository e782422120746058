// A page of the manual as text: what the screen is for, and its tasks; names and keys of commands are those in force for this person.
import { Button } from '#client/kit/button.tsx'
import { Kbd } from '#client/kit/kbd.tsx'
import { shownChord } from '#commands/kit/keys.ts'
import { manual, manualScreenOf, manualTitle } from '#commands/manual/index.ts'
import type { Step } from '#commands/manual/page.ts'
import { pathTo, type ScreenId, screens } from '#commands/screens.ts'
import { houseOptions, useHouse } from './house.ts'
import styles from './manual-here.module.css'

export function ManualText({ id }: { id: ScreenId }) {
  const page = manual[id]
  if (page === undefined) return null
  return (
    <div className={styles.manual} data-keys="told">
      <p>{page.about}</p>
      {page.tasks.map(({ title, steps }) => (
        <section key={title}>
          <h3>{title}</h3>
          <ol>
            {steps.map(step => (
              <li key={typeof step === 'string' ? step : step.run}>{typeof step === 'string' ? step : <CommandStep step={step} />}</li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}

/** By mouse and by keys in one line: the name is that of the button, and what has neither is found by its name. */
function CommandStep({ step }: { step: Exclude<Step, string> }) {
  const registry = useHouse(state => state.registry)
  const command = registry.find(step.run)
  if (command === undefined) return null
  const [chord] = registry.chordsOf(command)
  const hasButton = (command.places?.length ?? 0) > 0
  return (
    <>
      <b>{command.title}</b>
      {hasButton ? ': o botão' : null}
      {chord ? (
        <>
          {hasButton ? ' ou a tecla ' : ': a tecla '}
          <Kbd chord={shownChord(chord)} split />
        </>
      ) : null}
      {hasButton || chord ? null : ': em Buscar, pelo nome'}
    </>
  )
}

/** The page that tells of the screen a person is on, above the keys; nothing where no page does. */
export function ManualHere({ screen }: { screen: string }) {
  const id = screen in screens ? manualScreenOf(screen as ScreenId) : undefined
  if (id === undefined) return null
  return (
    <section className={styles.here} aria-label={`Manual: ${manualTitle(id)}`}>
      <h2>{manualTitle(id)}</h2>
      <ManualText id={id} />
      <Button
        variant="ghost"
        icon="external-link"
        onClick={() => houseOptions().ports.go(pathTo('manual.topic', { page: id }), { newTab: true })}
      >
        Abrir no manual
      </Button>
    </section>
  )
}
