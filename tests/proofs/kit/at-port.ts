// The calls of a test server at a port of its own and by the real clock: crowds of strangers come to it from outside.
import { handlers } from '#server/areas/index.ts'
import { BACKLOG, buildHttp, type HttpOptions } from '#server/kernel/http.ts'
import { signAccess } from '#server/kernel/tokens.ts'
import type { TestServer, TestUser } from '#tests/kit/server.ts'

export interface AtPort {
  readonly origin: string
  /** What a person's calls carry. */
  authorised(user: TestUser): Promise<{ headers: { authorization: string } }>
  close(): Promise<void>
}

export async function atPort({ services }: TestServer, options: Pick<HttpOptions, 'pace' | 'proxies'> = {}): Promise<AtPort> {
  const app = await buildHttp({
    services: { ...services, clock: { now: Date.now } },
    handlers,
    clientDir: undefined,
    version: 'test',
    ready: async () => true,
    ...options,
  })
  const origin = await app.listen({ port: 0, host: '127.0.0.1', backlog: BACKLOG })
  return {
    origin,
    async authorised({ id: user_id, session_id }) {
      return { headers: { authorization: `Bearer ${await signAccess(services.secret, { user_id, session_id }, Date.now())}` } }
    },
    close: () => app.close(),
  }
}
