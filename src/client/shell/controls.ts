// Which component asks for a field that a plain control could not, and what stands below the facts of a drawer; each is loaded when first drawn.
import { lazy } from 'react'

const goods = () => import('#client/features/goods/pickers.tsx')
const contacts = () => import('#client/features/contacts/controls.tsx')
const records = () => import('#client/features/record-fields.tsx')

export const controls = {
  account: lazy(() => records().then(module => ({ default: module.AccountField }))),
  bank: lazy(() => import('#client/features/accounts/bank-field.tsx').then(module => ({ default: module.BankField }))),
  category: lazy(() => records().then(module => ({ default: module.CategoryField }))),
  chart_account: lazy(() =>
    import('#client/features/handover/chart-account-field.tsx').then(module => ({ default: module.ChartAccountField })),
  ),
  contact: lazy(() => records().then(module => ({ default: module.ContactField }))),
  role: lazy(() => import('#client/features/people/role-field.tsx').then(module => ({ default: module.RoleField }))),
  rule_text: lazy(() => import('#client/features/rules/rule-text.tsx').then(module => ({ default: module.RuleText }))),
  ncm: lazy(() => goods().then(module => ({ default: module.NcmField }))),
  cfop: lazy(() => goods().then(module => ({ default: module.CfopField }))),
  municipal_service: lazy(() => goods().then(module => ({ default: module.MunicipalServiceField }))),
  contact_document: lazy(() => contacts().then(module => ({ default: module.ContactDocument }))),
  address: lazy(() => import('#client/features/address-fields.tsx').then(module => ({ default: module.AddressFields }))),
  bank_data: lazy(() => contacts().then(module => ({ default: module.BankDataFields }))),
  pix_keys: lazy(() => contacts().then(module => ({ default: module.PixFields }))),
}

export const below = {
  associates: lazy(() => import('#client/features/associates/associate-more.tsx').then(module => ({ default: module.AssociateMore }))),
  contacts: lazy(() => import('#client/features/contacts/contact-more.tsx').then(module => ({ default: module.ContactMore }))),
}
