// The input of the calls every register has, wherever its contract puts the company: in the path, in a query or in the body.
import { type Call, type Endpoint, tenantOf } from '#contract/kit/endpoint.ts'

interface Sent {
  readonly id?: string
  readonly body?: object
  readonly form?: object
}

export function callOf<E extends Endpoint>(row: E, c: string, { id, body, form }: Sent = {}): Call<E> {
  const tenant = tenantOf(row)
  const params = { ...(tenant === 'path' ? { c } : {}), ...(id === undefined ? {} : { id }) }
  return {
    ...(Object.keys(params).length > 0 ? { params } : {}),
    ...(tenant === 'query' ? { query: { companyId: c } } : {}),
    ...(form === undefined ? {} : { form }),
    ...(body === undefined ? {} : { body: tenant === 'body' ? { ...body, company_id: c } : body }),
  } as unknown as Call<E>
}
