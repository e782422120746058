// A separate process that opens the embedded server of argv[2], reports it in one JSON line, and holds it until it is stopped or killed.
import { startEmbedded } from '#server/db/embedded.ts'
import { reasonOf } from '#server/db/start-error.ts'

const started = performance.now()

async function main(): Promise<void> {
  const { dir, pid, ownerConfig, stop } = await startEmbedded({ dir: process.argv[2] ?? '', log: line => console.error(line) })
  console.log(JSON.stringify({ dir, pid, ownerConfig }))
  process.stdin.resume()
  process.stdin.once('end', () => void stop().then(() => process.exit(0)))
}

main().catch(error => {
  console.error(`${reasonOf(error)}\nrefused in ${Math.round(performance.now() - started)} ms`)
  process.exit(1)
})
