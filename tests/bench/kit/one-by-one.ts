// Runs the benches it is told, one after the other in one process, so that what they share is loaded once; says of each in a line of JSON whether it ended well.
export interface Ended {
  readonly bench: string
  readonly isWell: boolean
}

for (const bench of process.argv.slice(2).filter(word => !word.startsWith('--'))) {
  process.exitCode = 0
  try {
    await import(`../${bench}.bench.ts`)
  } catch (error) {
    console.log(error)
    process.exitCode = 1
  }
  const ended: Ended = { bench, isWell: process.exitCode === 0 }
  console.log(JSON.stringify(ended))
}
process.exitCode = 0
