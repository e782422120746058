// The proof that a browser's key gives: what the server reads in it, read here with the same library.
import 'fake-indexeddb/auto'
import { createHash, webcrypto } from 'node:crypto'
import { decodeProtectedHeader, importJWK, jwtVerify } from 'jose'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { proofOver } from '#client/data/browser-key.ts'
import { auth } from '#contract/auth.ts'

beforeAll(() => void vi.stubGlobal('crypto', webcrypto))
afterAll(() => void vi.unstubAllGlobals())

it('is signed by the key it names, over the call and what the call uses up, each time anew', async () => {
  const proof = (await proofOver(auth.refreshToken, undefined, 'a token')) ?? ''
  const { jwk, alg, typ } = decodeProtectedHeader(proof)
  expect({ alg, typ, fields: Object.keys(jwk ?? {}).sort() }).toEqual({ alg: 'ES256', typ: 'dpop+jwt', fields: ['crv', 'kty', 'x', 'y'] })
  const { payload } = await jwtVerify(proof, await importJWK(jwk ?? {}, 'ES256'), { typ: 'dpop+jwt', maxTokenAge: 60 })
  expect(payload).toMatchObject({
    htm: auth.refreshToken.method,
    htu: new URL(auth.refreshToken.path, location.origin).href,
    ath: createHash('sha256').update('a token').digest('base64url'),
  })
  const again = (await proofOver(auth.refreshToken, undefined, 'a token')) ?? ''
  expect(decodeProtectedHeader(again).jwk).toEqual(jwk)
  expect((await jwtVerify(again, await importJWK(jwk ?? {}, 'ES256'))).payload.jti).not.toBe(payload.jti)
})
