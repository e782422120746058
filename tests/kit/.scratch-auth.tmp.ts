import { vi } from 'vitest'
vi.mock('#server/modules/index.ts', async () => {
  const real: Record<string, unknown> = {
    auth: (await import('#server/modules/auth/handlers.ts')).authHandlers,
    preferences: (await import('#server/modules/preferences/handlers.ts')).preferenceHandlers,
    companies: (await import('#server/modules/companies/handlers.ts')).companyHandlers,
    notifications: (await import('#server/modules/notifications/handlers.ts')).notificationHandlers,
    jobs: (await import('#server/modules/jobs/handlers.ts')).jobHandlers,
    institutions: (await import('#server/modules/institutions/handlers.ts')).institutionHandlers,
    locations: (await import('#server/modules/locations/handlers.ts')).locationHandlers,
    categories: (await import('#server/modules/categories/handlers.ts')).categoryHandlers,
  }
  const none = new Proxy({}, { get: () => async () => { throw new Error('not wired') } })
  return { handlers: new Proxy(real, { get: (t, k) => t[k as string] ?? none }) }
})
