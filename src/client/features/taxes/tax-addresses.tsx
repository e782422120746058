// The addresses of what is done with taxes: each runs its command.
import { RunsNew } from '#client/surfaces/asked/runs-new.tsx'
import { RunsOn } from '#client/surfaces/asked/runs-on.tsx'
import { useTaxRoute } from './tax-drawer.tsx'

export const CreateTax = () => <RunsNew command="tax.create" list="taxes" />

function RunsOnTax({ command }: { command: 'tax.issue' | 'tax.pay' | 'tax.delete' }) {
  const { id: taxId, tax } = useTaxRoute()
  return <RunsOn command={command} kind="tax" record={tax} list={['taxes.detail', taxId]} />
}

export const IssueTax = () => <RunsOnTax command="tax.issue" />
export const PayTax = () => <RunsOnTax command="tax.pay" />
export const DeleteTax = () => <RunsOnTax command="tax.delete" />
