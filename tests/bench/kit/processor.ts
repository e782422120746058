// How much processor the server and its database have used: what a request costs, however busy the machine is with others. Linux only.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface ProcessorTime {
  /** Milliseconds since the process began. */
  server: number
  database: number
}

const tick_ms = 10

/** Of the server process and of every process of the cluster in `directory`; undefined where there is no /proc. */
export function processorTime(serverPid: number, directory: string): ProcessorTime | undefined {
  try {
    const postmaster = Number(readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n')[0])
    const own = statOf(serverPid)
    const cluster = readdirSync('/proc')
      .filter(name => /^\d+$/.test(name))
      .flatMap(name => statOf(Number(name)) ?? [])
      .filter(stat => stat.pid === postmaster || stat.parent === postmaster)
    if (!own || cluster.length === 0) return undefined
    return {
      server: own.used,
      database: cluster.reduce((sum, stat) => sum + stat.used + (stat.pid === postmaster ? stat.usedByGone : 0), 0),
    }
  } catch {
    return undefined
  }
}

function statOf(pid: number): { pid: number; parent: number; used: number; usedByGone: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const words = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [user = 0, system = 0, goneUser = 0, goneSystem = 0] = words.slice(11, 15)
    return { pid, parent: words[1] ?? 0, used: (user + system) * tick_ms, usedByGone: (goneUser + goneSystem) * tick_ms }
  } catch {
    return undefined // it ended meanwhile
  }
}
