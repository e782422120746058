// A backup on disk: gzip, sealed with AES-256-GCM when there is a key, written beside its place and renamed when complete.
import { createCipheriv, createDecipheriv, randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { PassThrough, type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { StartError } from '#server/db/start-error.ts'

const magic = Buffer.from('RAZAO-1\n')
const saltBytes = 16
const ivBytes = 12
const checkBytes = 16
const tagBytes = 16
const headBytes = magic.length + saltBytes + ivBytes + checkBytes

/** Writes what `content` yields. Returns the size of the file. */
export async function writeSealed(file: string, key: string | undefined, content: AsyncIterable<Buffer>): Promise<number> {
  const path = resolve(file)
  const half = `${path}.parcial`
  await mkdir(dirname(path), { recursive: true })
  try {
    await pipeline(
      content,
      createGzip({ level: 6 }),
      key === undefined ? new PassThrough() : sealWith(key),
      createWriteStream(half, { mode: 0o600 }),
    )
    const handle = await open(half, 'r+')
    await handle.sync()
    const { size } = await handle.stat()
    await handle.close()
    await rename(half, path)
    return size
  } catch (error) {
    await rm(half, { force: true })
    throw error
  }
}

/** Throws StartError where there is no such file. */
export async function sizeOfCopy(file: string): Promise<number> {
  const found = await stat(file).catch(() => undefined)
  if (!found?.isFile()) throw new StartError(`Cópia não encontrada: ${file}`)
  return found.size
}

/** The content of a sealed (or plain) file. Trust none of it before the stream has ended, because the seal is checked last. */
export async function readSealed(file: string, key: string | undefined): Promise<Readable> {
  const size = await sizeOfCopy(file)
  const handle = await open(file, 'r')
  const head = Buffer.alloc(headBytes)
  const tag = Buffer.alloc(tagBytes)
  await handle.read(head, 0, headBytes, 0)
  if (size > headBytes + tagBytes) await handle.read(tag, 0, tagBytes, size - tagBytes)
  await handle.close()
  const sealed = head.subarray(0, magic.length).equals(magic)
  const content = sealed ? createReadStream(file, { start: headBytes, end: size - tagBytes - 1 }) : createReadStream(file)
  const stages = sealed ? [opener(head, tag, key), createGunzip()] : [createGunzip()]
  const last = stages.at(-1) ?? content
  // Errors reach the reader through the last stream.
  pipeline([content, ...stages]).catch(error => last.destroy(error instanceof Error ? error : new Error(String(error))))
  return last
}

function sealWith(key: string): Transform {
  const salt = randomBytes(saltBytes)
  const iv = randomBytes(ivBytes)
  const { secret, check } = derive(key, salt)
  const cipher = createCipheriv('aes-256-gcm', secret, iv)
  let begun = false
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (!begun) this.push(Buffer.concat([magic, salt, iv, check]))
      begun = true
      done(null, cipher.update(chunk))
    },
    flush(done) {
      this.push(cipher.final())
      done(null, cipher.getAuthTag())
    },
  })
}

function opener(head: Buffer, tag: Buffer, key: string | undefined): Transform {
  if (key === undefined) throw new StartError('Esta cópia está cifrada. Informe a chave em RAZAO_BACKUP_KEY.')
  const salt = head.subarray(magic.length, magic.length + saltBytes)
  const iv = head.subarray(magic.length + saltBytes, magic.length + saltBytes + ivBytes)
  const { secret, check } = derive(key, salt)
  if (!timingSafeEqual(check, head.subarray(headBytes - checkBytes)))
    throw new StartError('A chave não abre esta cópia. Nada foi alterado.')
  const decipher = createDecipheriv('aes-256-gcm', secret, iv)
  decipher.setAuthTag(tag)
  return decipher
}

// One derivation gives the secret and a value that distinguishes a wrong key from a damaged file.
function derive(key: string, salt: Buffer): { secret: Buffer; check: Buffer } {
  const bytes = scryptSync(key, salt, 32 + checkBytes)
  return { secret: bytes.subarray(0, 32), check: bytes.subarray(32) }
}
