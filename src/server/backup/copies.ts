// Where copies are kept: the folder of this machine, and the store away from it. In both only the newest few of our own names stay.
import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { lightFormat } from 'date-fns/lightFormat'
import { inUtc } from '#domain/civil-date.ts'
import { type S3Objects, s3Objects } from '#server/adapters/s3-objects.ts'
import type { S3Settings } from '#server/adapters/s3-request.ts'
import { StartError } from '#server/db/start-error.ts'

const OURS = /^razao-(\d{4}-\d{2}-\d{2})-(\d{2})(\d{2})(\d{2})\.razao$/
/** In the bucket. */
const PREFIX = 'copias/'
/** How a copy of the bucket is named on the command line; without a name it is the newest. */
const OFF_SITE = 's3:'

/** UTC to the second, safe in a file name: 2026-11-20-103000. */
export const stampOf = (now: Date): string => lightFormat(inUtc(now), 'yyyy-MM-dd-HHmmss')

export const copyName = (now: Date): string => `razao-${stampOf(now)}.razao`

/** When a copy of ours was made; undefined for any other name. */
export function madeAt(name: string): Date | undefined {
  const [, day, hours, minutes, seconds] = OURS.exec(name) ?? []
  return day === undefined ? undefined : new Date(`${day}T${hours}:${minutes}:${seconds}Z`)
}

/** Names in time's order. */
export const localCopies = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(() => [])).filter(name => madeAt(name)).sort()

export async function dropOldLocal(folder: string, keep: number): Promise<string[]> {
  const old = (await localCopies(folder)).slice(0, -keep)
  for (const name of old) await rm(join(folder, name), { force: true })
  return old
}

export class OffSite {
  readonly #objects: S3Objects

  constructor(settings: S3Settings, partBytes?: number) {
    this.#objects = s3Objects(settings, partBytes)
  }

  async names(): Promise<string[]> {
    const found = (await this.#objects.list(PREFIX)).map(({ key }) => key.slice(PREFIX.length))
    return found.filter(name => madeAt(name)).sort()
  }

  /** Sends the file, and believes it sent when the store lists it with its size. */
  async send(file: string): Promise<void> {
    const key = PREFIX + basename(file)
    const bytes = await this.#objects.put(key, createReadStream(file))
    const { size } = await stat(file)
    const kept = (await this.#objects.list(key)).find(object => object.key === key)
    if (bytes !== size || kept?.bytes !== size)
      throw new StartError(`A cópia enviada para fora tem ${kept?.bytes ?? 0} de ${size} bytes. A desta máquina está inteira.`)
  }

  async dropOld(keep: number): Promise<void> {
    for (const name of (await this.names()).slice(0, -keep)) await this.#objects.remove(PREFIX + name)
  }

  /** Brings a copy into the folder; an empty name is the newest. Gives its path. */
  async bring(name: string, folder: string): Promise<string> {
    const wanted = name || (await this.names()).at(-1)
    const content = wanted === undefined ? undefined : await this.#objects.get(PREFIX + wanted)
    if (wanted === undefined || !content) throw new StartError(`Cópia não encontrada em ${OFF_SITE}${wanted ?? ''}`)
    const path = join(folder, basename(wanted))
    const half = `${path}.parcial`
    try {
      await pipeline(content, createWriteStream(half, { mode: 0o600 }))
      await rename(half, path)
    } catch (error) {
      await rm(half, { force: true })
      throw error
    }
    return path
  }
}

/** The name within the store away from here, or undefined for a file of this machine. */
export const offSiteName = (given: string): string | undefined => (given.startsWith(OFF_SITE) ? given.slice(OFF_SITE.length) : undefined)
