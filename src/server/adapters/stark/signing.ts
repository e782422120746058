// Signatures of Stark Bank: ECDSA over secp256k1 with SHA-256, DER in base64, ours on requests and the bank's on notices.
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'

export interface KeyPair {
  /** PEM (PKCS #8). */
  private_key: string
  /** PEM (SPKI), to be registered at the bank. */
  public_key: string
}

export function makeKeyPair(): KeyPair {
  const { privateKey, publicKey } = generateKeyPairSync('ec', {
    namedCurve: 'secp256k1',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return { private_key: privateKey, public_key: publicKey }
}

export interface Signing {
  access_id: string
  /** Unix seconds, as text. */
  access_time: string
  /** The very bytes that are sent; empty without a body. */
  body: string
}

/** Method, path and query are no part of what is signed. */
const messageOf = ({ access_id, access_time, body }: Signing): Buffer => Buffer.from(`${access_id}:${access_time}:${body}`)

export const signRequest = (privateKey: string, signing: Signing): string =>
  sign('sha256', messageOf(signing), createPrivateKey(privateKey)).toString('base64')

export const isSignedRequest = (publicKey: string, signing: Signing, signature: string): boolean =>
  isSigned(publicKey, messageOf(signing), signature)

/** Whether the bank signed this text with that key. */
export const isSignedNotice = (publicKey: string, body: string, signature: string): boolean =>
  isSigned(publicKey, Buffer.from(body), signature)

function isSigned(publicKey: string, message: Buffer, signature: string): boolean {
  try {
    return verify('sha256', message, createPublicKey(publicKey), Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}
