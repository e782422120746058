// Proofs of a key (RFC 9449, DPoP): a browser signs with a key that leaves it no more than its screen does.
import { createHash } from 'node:crypto'
import { calculateJwkThumbprint, EmbeddedJWK, type JWK, jwtVerify } from 'jose'
import { type Endpoint, pathOf } from '#contract/kit/endpoint.ts'

/** What a proof has to be over: the call, and the token or challenge that the call uses up. */
export interface Proven {
  row: Endpoint
  params?: Record<string, string>
  used: string
}

/**
 * The thumbprint of the key that signed the proof; undefined when it proves nothing of this. Its hour is not looked at, since the clocks of
 * browsers are wrong: what it was made over is used up instead.
 */
export async function provenKey(proof: string, { row, params, used }: Proven): Promise<Buffer | undefined> {
  try {
    const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, { typ: 'dpop+jwt', algorithms: ['ES256'] })
    const path = typeof payload.htu === 'string' ? new URL(payload.htu).pathname : undefined
    const isOfThis =
      payload.htm === row.method && path === pathOf(row, params) && payload.ath === createHash('sha256').update(used).digest('base64url')
    return isOfThis ? Buffer.from(await calculateJwkThumbprint(protectedHeader.jwk as JWK), 'base64url') : undefined
  } catch {
    return undefined
  }
}
