// The server straight from TypeScript; run by tsx, for `npm run dev`.
const { run } = await import('../main.ts')
await run('serve', process.argv.slice(2))
