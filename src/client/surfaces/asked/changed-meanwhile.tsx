// Somebody else changed the record while its form was open: field by field, theirs or one's own, shown by the field itself.
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { Button } from '#client/kit/button.tsx'
import { Note } from '#client/kit/drawer.tsx'
import styles from './changed-meanwhile.module.css'
import { type Changed, same } from './draft.ts'

/** The words a person knows the field by. */
const labelOf = (field: string): string =>
  document.querySelector(`[data-field="${CSS.escape(field)}"] label`)?.firstChild?.textContent?.trim() || field

export function ChangedMeanwhile({ changed }: { changed: readonly Changed[] }) {
  const { setValue, watch } = useFormContext()
  const [labels] = useState(() => new Map(changed.map(({ field }) => [field, labelOf(field)])))
  if (changed.length === 0)
    return <Note kind="warning">Outra pessoa mudou este registro, mas nada do que está neste formulário. Salve de novo.</Note>
  const take = (which: 'theirs' | 'mine') => (one: Changed) => setValue(one.field, one[which], { shouldDirty: true, shouldValidate: true })
  return (
    <section className={styles.changed} aria-label="Mudou enquanto você digitava">
      <Note kind="warning">Outra pessoa mudou este registro enquanto você digitava. Escolha o que fica e salve de novo.</Note>
      <ul>
        {changed.map(one => (
          <li key={one.field}>
            <span>{labels.get(one.field)}</span>
            <span className={styles.choice}>
              <Button aria-pressed={same(watch(one.field), one.theirs)} onClick={() => take('theirs')(one)}>
                O que está salvo
              </Button>
              <Button aria-pressed={same(watch(one.field), one.mine)} onClick={() => take('mine')(one)}>
                O meu
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {changed.length > 1 ? (
        <span className={styles.choice}>
          <Button variant="ghost" onClick={() => changed.forEach(take('theirs'))}>
            Tudo o que está salvo
          </Button>
          <Button variant="ghost" onClick={() => changed.forEach(take('mine'))}>
            Tudo o meu
          </Button>
        </span>
      ) : null}
    </section>
  )
}
