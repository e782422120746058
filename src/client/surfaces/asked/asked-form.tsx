// The form of one asking, whichever way its command asks: the fields of a resource, a sheet, or a form drawn by hand.
import { type ComponentType, Suspense, useState } from 'react'
import { z } from 'zod'
import { FileField } from '#client/kit/form/file-field.tsx'
import type { FieldProblem } from '#client/kit/form/problems.ts'
import text from '#client/kit/look/text.module.css'
import { Skeleton } from '#client/kit/states.tsx'
import type { OwnForm, ResourceForm, SheetForm } from '#commands/kit/form.ts'
import { CommandButton } from '../command-button.tsx'
import { houseOptions } from '../house.ts'
import { Fields } from '../resource/fields.tsx'
import styles from '../resource/resource.module.css'
import { today } from '../where.ts'
import type { Asking } from './asking.ts'
import { CommandForm } from './command-form.tsx'

const SHOWN_PROBLEMS = 50
const SHEETS = ['.csv', '.txt', '.xlsx']

/** A form waits for all it is made of: a field that came later would be passed over by a fast Tab. */
export function AskedForm({ asking }: { asking: Asking }) {
  const { form } = asking
  if (form.how === 'screen') return null
  return (
    <Suspense fallback={form.stands === 'drawer' || form.stands === 'page' ? <Skeleton rows={6} /> : null}>
      {form.how === 'form' ? (
        <AskedResource asking={asking} form={form} />
      ) : form.how === 'sheet' ? (
        <AskedSheet asking={asking} form={form} />
      ) : (
        <AskedByHand asking={asking} form={form} />
      )}
    </Suspense>
  )
}

function AskedByHand({ asking, form }: { asking: Asking; form: OwnForm }) {
  const Own = houseOptions().forms?.[form.form] as ComponentType<{ asking: Asking }> | undefined
  return Own ? <Own asking={asking} /> : null
}

function AskedResource({ asking, form }: { asking: Asking; form: ResourceForm }) {
  return (
    <CommandForm
      asking={asking}
      schema={form.fields.typed}
      start={(target, given) => ({ ...form.start(target, today(), given), ...given })}
    >
      <Fields of={form.fields} creating={form.stands !== 'drawer'} />
    </CommandForm>
  )
}

const Sheet = z.object({ file: z.instanceof(File, { error: 'Escolha um arquivo' }) })

function AskedSheet({ asking, form }: { asking: Asking; form: SheetForm }) {
  const [refused, setRefused] = useState<readonly FieldProblem[]>([])
  const sending: Asking<z.output<typeof Sheet>> = {
    ...asking,
    async submit(input, another) {
      const done = await asking.submit(input, another)
      const { problems = [], message = '' } = done
      setRefused(problems)
      return problems.length > 0 ? { ...done, problems: [{ field: 'file', message }] } : done
    },
  }
  return (
    <CommandForm asking={sending} schema={Sheet} start={(_, { file }) => (file instanceof File ? { file } : {})} description={form.words}>
      <FileField name="file" label={form.label ?? 'Planilha'} accept={form.accept ?? SHEETS} />
      {form.sample === undefined ? null : (
        <div>
          <CommandButton id={`sheet.sample-${form.sample}`} variant="ghost" icon label="Baixar planilha de exemplo" />
        </div>
      )}
      {refused.length > 0 ? (
        <ul className={styles.refused} aria-label="Linhas com erro">
          {refused.slice(0, SHOWN_PROBLEMS).map(({ field, message }) => (
            <li key={`${field}${message}`}>
              <span className={text.med}>{field}</span> {message}
            </li>
          ))}
          {refused.length > SHOWN_PROBLEMS ? <li className={text.m}>e mais {refused.length - SHOWN_PROBLEMS}</li> : null}
        </ul>
      ) : null}
    </CommandForm>
  )
}
