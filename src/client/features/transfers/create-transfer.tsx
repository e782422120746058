// The address of a new transfer.
import { RunsNew } from '#client/surfaces/asked/runs-new.tsx'

export const CreateTransfer = () => <RunsNew command="transfer.create" list="transfers" />
