// Production does not open a database in which people of the demo still enter with the password that everybody knows.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '#server/areas/people/auth/passwords.ts'
import { DEMO_PASSWORD, DEMO_USERS } from '#server/demo/people.ts'
import { refuseDemoPeople } from '#server/demo/refuse.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

test('a person of the demo with a password of their own is let be, the public one is refused by name', async () => {
  const [person] = DEMO_USERS
  const enter = async (password: string) =>
    server.sql(
      `insert into users (id, document_number, name, kind, password_hash) values (gen_random_uuid(), $1, $2, $3, $4)
        on conflict (document_number) do update set password_hash = excluded.password_hash`,
      [person.document, person.name, person.kind, await hashPassword(password)],
    )
  await refuseDemoPeople(server.adminConfig)
  await enter('uma senha que é só dela')
  await refuseDemoPeople(server.adminConfig)
  await enter(DEMO_PASSWORD)
  await expect(refuseDemoPeople(server.adminConfig)).rejects.toThrow(`${person.name} entra com uma senha que é pública`)
})
