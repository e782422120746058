// The guide's words on recovering an instant (src/server/deploy/README.md), as things that run: only paths and the instant are a test's own.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { giveTo } from '#server/db/unprivileged.ts'
import { type Cluster, makeCluster, runAs } from './clusters.ts'
import { scratchFolder } from './scratch-folder.ts'

/** The version that a pgBackRest of Debian 12 knows. */
const POSTGRES_15 = '/usr/lib/postgresql/15/bin'

export const canRecover = existsSync(join(POSTGRES_15, 'postgres')) && spawnSync('pgbackrest', ['version']).status === 0

const guide = readFileSync(join(import.meta.dirname, '../../src/server/deploy/README.md'), 'utf8')
const [, chapter = ''] = guide.split('## Recuperar um instante\n')
const [, config = '', settings = ''] =
  /# \/etc\/pgbackrest\/pgbackrest\.conf\n([\s\S]*?)\n\n# postgresql\.conf\n([\s\S]*?)```/.exec(chapter) ?? []
const commands = [...chapter.matchAll(/`(pgbackrest [^`]+)`/g)].map(([, command = '']) => command)

export interface Recoverable {
  readonly cluster: Cluster
  /** Runs the guide's command that has the word, and gives how long it took, in ms. */
  run(word: string, instant?: string): Promise<number>
}

/** A cluster that keeps its log of changes as the guide says. */
export async function makeRecoverable(): Promise<Recoverable> {
  const place = await scratchFolder('razao-pgbackrest-')
  for (const name of ['repo', 'log', 'lock', 'spool']) mkdirSync(join(place, name))
  const env = {
    PGBACKREST_CONFIG: join(place, 'pgbackrest.conf'),
    PGBACKREST_LOG_PATH: join(place, 'log'),
    PGBACKREST_LOCK_PATH: join(place, 'lock'),
    PGBACKREST_SPOOL_PATH: join(place, 'spool'),
  }
  const cluster = await makeCluster({
    programs: POSTGRES_15,
    settings: settings
      .trim()
      .split('\n')
      .map(line => line.replace(/\s*#.*$/, '').replace(/ = '?(.*?)'?$/, '=$1')),
    env,
  })
  const data = join(cluster.folder, 'data')
  const paths = config.replace('/var/lib/pgbackrest', join(place, 'repo')).replace(/pg1-path=.*/, `pg1-path=${data}`)
  writeFileSync(env.PGBACKREST_CONFIG, `${paths}\npg1-port=${cluster.port}\npg1-socket-path=${data}\npg1-user=postgres\n`)
  giveTo(place, runAs)
  return {
    cluster,
    async run(word, instant) {
      const found = commands.find(each => each.includes(word))
      if (found === undefined) throw new Error(`the guide has no command with ${word}`)
      const command = instant === undefined ? found : found.replace(/--target='[^']+'/, `--target='${instant}'`)
      const started = performance.now()
      const child = spawn('sh', ['-c', command], { ...runAs, cwd: '/', env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
      let said = ''
      for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (said += String(chunk)))
      const code = await new Promise(done => child.once('exit', done))
      if (code !== 0) throw new Error(`${command}: ${said}`)
      return performance.now() - started
    },
  }
}
