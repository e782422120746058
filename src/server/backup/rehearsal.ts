// The drill: a copy is restored into a cluster and a folder of its own, compared with what it says it holds, and thrown away.
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { diskFiles } from '#server/adapters/files.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { restore } from './backup.ts'
import { type Log, sizeOf, tellMissing, tellTrails } from './telling.ts'

interface Rehearsal {
  file: string
  key: string | undefined
  /** Has room for as much again. */
  dir: string
  log: Log
}

/** Throws StartError with what differs. */
export async function rehearse({ file, key, dir, log }: Rehearsal): Promise<void> {
  await mkdir(dir, { recursive: true })
  const folder = await mkdtemp(join(dir, 'ensaio-'))
  try {
    await chmod(folder, 0o755) // as root the server runs as nobody, who must pass here
    const server = await startEmbedded({ dir: join(folder, 'postgres'), durable: false })
    try {
      const restored = await restore({ into: server.ownerConfig, files: diskFiles(join(folder, 'files')), file, key })
      log(`Ensaio de restauração: ${sizeOf(restored)}, tudo igual à cópia.`)
      tellTrails(restored.trails, log)
      tellMissing(restored.files.missing, log)
      if (restored.files.missing.length > 0) process.exitCode = 2
    } finally {
      await server.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
