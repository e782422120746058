// `node write.mjs openapi.json api.ts`: writes the types that openapi-typescript makes of a document.
import { readFileSync, writeFileSync } from 'node:fs'
import { register } from 'node:module'

const url = new URL('./typescript.mjs', import.meta.url).href
const hook = `export const resolve = (name, context, next) =>
  name === 'typescript' ? { url: ${JSON.stringify(url)}, shortCircuit: true } : next(name, context)`
register(`data:text/javascript,${encodeURIComponent(hook)}`)

const { default: typesOf, astToString } = await import('openapi-typescript')
const [, , document = '', file = ''] = process.argv
writeFileSync(file, astToString(await typesOf(JSON.parse(readFileSync(document, 'utf8')))))
