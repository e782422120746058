// A dependent of a partner: new, or changed and deleted.
import { Note } from '#client/kit/drawer.tsx'
import { ActsOnRecord } from '#client/surfaces/acts-on-record.tsx'
import type { Asking } from '#client/surfaces/asked/asking.ts'
import { CommandForm } from '#client/surfaces/asked/command-form.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import { Fields } from '#client/surfaces/resource/fields.tsx'
import type { Forms } from '#commands/kit/form.ts'
import type { Dependent } from '#contract/associates.ts'
import { dependent } from '#resources/associate.ts'

export function AskedDependent({ asking }: { asking: Asking<Forms['dependent']> }) {
  const { kind, records } = asking.target
  const known = kind === 'dependent' ? (records[0] as Dependent) : undefined
  return (
    <ActsOnRecord kind="dependent" record={known}>
      <CommandForm
        asking={asking}
        schema={dependent.typed}
        start={target => dependent.start(target.kind === 'dependent' ? (target.records[0] as Dependent) : undefined)}
        footer={known && <CommandButton id="dependent.delete" variant="ghost" size="form" short />}
      >
        {known ? (
          <Note kind={known.is_deductible ? 'ok' : 'info'}>
            {known.is_deductible ? 'Deduz do imposto de renda do sócio' : 'Não deduz do imposto de renda na idade de hoje'}
          </Note>
        ) : null}
        <Fields of={dependent} creating />
      </CommandForm>
    </ActsOnRecord>
  )
}
