// A partner: new over any page, or changed in the drawer.
import type { Asking } from '#client/surfaces/asked/asking.ts'
import { CommandForm } from '#client/surfaces/asked/command-form.tsx'
import type { Forms } from '#commands/kit/form.ts'
import type { Associate } from '#contract/associates.ts'
import { AssociateFields } from './associate-fields.tsx'
import { AssociateForm, associateBody, associateDefaults } from './associate-model.ts'

export function AskedAssociate({ asking }: { asking: Asking<Forms['associate']> }) {
  return (
    <CommandForm
      asking={asking}
      schema={AssociateForm}
      start={({ records: [associate] }) => associateDefaults(associate as Associate | undefined)}
      send={associateBody}
    >
      <AssociateFields starting={asking.form.stands !== 'drawer'} />
    </CommandForm>
  )
}
