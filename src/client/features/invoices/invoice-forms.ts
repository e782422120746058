// The pages that write notes and what issuing needs: one chunk, apart from the lists.
export { LimitScreen, PendingScreen } from './pending.tsx'
export { CreateProductInvoice, ReplicateProductInvoice, UpdateProductInvoice } from './product-form.tsx'
export { CreateServiceInvoice, ReplicateServiceInvoice, UpdateServiceInvoice } from './service-form.tsx'
