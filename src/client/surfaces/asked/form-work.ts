// What the form of a drawer tells the drawer it stands in.
import { createContext, useContext } from 'react'

export interface FormWork {
  onDirty(dirty: boolean): void
}

export const FormWorkContext = createContext<FormWork | undefined>(undefined)
export const useFormWork = (): FormWork | undefined => useContext(FormWorkContext)
