// The screens of a company that need nothing but the company.
import { screens } from '#commands/screens.ts'

export const ADDRESSES = Object.values(screens)
  .map(({ path }) => path)
  .filter(path => path.includes('$companyId') && !/\$(?!companyId)/.test(path))
