// Every described register by its area: their lists, forms and drawers are read from here.
import { agreement } from './agreement.ts'
import { associate } from './associate.ts'
import { chartAccount } from './chart-account.ts'
import { contact } from './contact.ts'
import { layout } from './layout.ts'
import { mapping } from './mapping.ts'
import { paymentAgreement } from './payment-agreement.ts'
import { pixAgreement } from './pix-agreement.ts'
import { product } from './product.ts'
import { rule } from './rule.ts'
import { service } from './service.ts'

export const registers = {
  agreements: agreement,
  associates: associate,
  chart: chartAccount,
  contacts: contact,
  layouts: layout,
  mappings: mapping,
  payment_agreements: paymentAgreement,
  pix_agreements: pixAgreement,
  products: product,
  rules: rule,
  services: service,
} as const
