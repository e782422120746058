// The port to who issues certificates: what they sell, where and when, and how far an appointment has come.

export type AppointmentType = 'in_person' | 'remote'
export type AppointmentStatus = 'SCHEDULED' | 'WAITING_DOCUMENTS' | 'IN_VALIDATION' | 'APPROVED' | 'ISSUED' | 'MISSED'

export interface AppointmentProduct {
  id: string
  name: string
  kind: 'A1' | 'A3'
  /** Whose certificate it is: a company's or a person's. */
  holder: 'CNPJ' | 'CPF'
  validity_months: number
  price_cents: number
}

export interface CommercialUnit {
  id: string
  name: string
  type: AppointmentType
  address: string | null
  state: string | null
}

export interface Slot {
  unit_id: string
  /** Milliseconds. */
  at: number
}

export interface Booking {
  company_id: string
  product_id: string
  unit_id: string
  /** Milliseconds. */
  at: number
  name: string
  document_number: string
}

export interface Booked {
  external_id: string
  video_url: string | null
}

export interface AppointmentProvider {
  posts(): Promise<{ id: string; name: string }[]>
  /** Undefined for a post that does not exist. */
  products(postId: string): Promise<AppointmentProduct[] | undefined>
  product(productId: string): Promise<AppointmentProduct | undefined>
  units(): Promise<CommercialUnit[]>
  /** Free times of the units over the next days, in order. */
  slots(unitIds: readonly string[]): Promise<Slot[]>
  /** Undefined when the time is taken or not offered. */
  book(booking: Booking): Promise<Booked | undefined>
  status(externalId: string, scheduledAt: number): Promise<{ status: AppointmentStatus; video_url: string | null }>
}
