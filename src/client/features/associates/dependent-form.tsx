// A dependent of a partner: new, or changed.
import { Note } from '#client/kit/drawer.tsx'
import { ActsOnRecord } from '#client/surfaces/acts-on-record.tsx'
import type { Asking } from '#client/surfaces/asked/asking.ts'
import { CommandForm } from '#client/surfaces/asked/command-form.tsx'
import { CommandButton } from '#client/surfaces/command-button.tsx'
import type { Forms } from '#commands/kit/form.ts'
import type { Dependent } from '#contract/associates.ts'
import { DependentFields } from './associate-fields.tsx'
import { DependentForm, dependentBody, dependentDefaults } from './associate-model.ts'

export function AskedDependent({ asking }: { asking: Asking<Forms['dependent']> }) {
  const { kind, records } = asking.target
  const dependent = kind === 'dependent' ? (records[0] as Dependent) : undefined
  return (
    <ActsOnRecord kind="dependent" record={dependent}>
      <CommandForm
        asking={asking}
        schema={DependentForm}
        start={target => dependentDefaults(target.kind === 'dependent' ? (target.records[0] as Dependent) : undefined)}
        send={dependentBody}
        footer={dependent && <CommandButton id="dependent.delete" variant="ghost" size="form" short />}
      >
        {dependent ? (
          <Note kind={dependent.is_deductible ? 'ok' : 'info'}>
            {dependent.is_deductible ? 'Deduz do imposto de renda do sócio' : 'Não deduz do imposto de renda na idade de hoje'}
          </Note>
        ) : null}
        <DependentFields />
      </CommandForm>
    </ActsOnRecord>
  )
}
