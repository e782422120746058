// Checks an audit trail that Razão exported, with nothing but Node, in the folder of the trail: give it the links written down earlier, too.
// The server checks its own chains with this same file.
import { createHash } from 'node:crypto'
import { createReadStream, realpathSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { createGunzip } from 'node:zlib'

const sha256 = text => createHash('sha256').update(text).digest('hex')

/** What the first link follows. */
const NOTHING = '0'.repeat(64)
/** The images of older batches may be gone: who did what and when stays. */
const KEPT_MS = 90 * 86_400_000

const LINK = ['seq', 'batch_id', 'link', 'undone_by_id', 'images_pruned']

function only(record, names) {
  if (Object.keys(record).sort().join() !== [...names].sort().join()) throw new SyntaxError()
  return record
}

/** A batch line that is not even JSON agrees with nothing. */
function parsed(line) {
  if (line === undefined) return undefined
  try {
    return JSON.parse(line)
  } catch {
    return {}
  }
}

/** Takes the lines of a trail in order, then tells what does not agree. */
export class TrailCheck {
  #known
  #link
  #rows = createHash('sha256')
  #rowCount = 0
  #previous = { seq: 0, link: NOTHING }
  /** What stands erased, and what erasures in the chain say that they erased. */
  #claims = []
  #erased = new Set()
  #undoing = new Map()
  #marks = new Map()
  #faults = []
  #result = { links: 0, batches: 0, rows: 0, withheld: 0, erased: 0, pruned: 0, link: NOTHING, first: undefined, last: undefined }
  #closed = false

  /** `known`: links seen earlier, as `[seq, link]`, which must still be in the trail. */
  constructor(known = []) {
    this.#known = new Map(known)
  }

  add(line) {
    try {
      this.#take(line[0], line.slice(2))
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      this.#fault(this.#link ?? {}, `linha que não é da trilha: ${line.slice(0, 60)}`)
    }
  }

  #take(kind, text) {
    if (kind === 'R' && this.#link?.line) this.#addWhole(text)
    else if (kind === 'A' && this.#link?.line) this.#addErased(text.slice(0, 64), text.slice(65))
    else if (kind === 'H' && this.#link?.line) this.#addRow(text, 1)
    else if ('BC'.includes(kind) && this.#link && !this.#link.line) Object.assign(this.#link, { line: text, isErased: kind === 'C' })
    else if (kind === 'E') {
      this.#endLink()
      this.#link = { ...only(JSON.parse(text), LINK), line: undefined }
    } else if (kind === 'S') {
      this.#endLink()
      this.#fault({ ...JSON.parse(text), seq: undefined }, 'fora da cadeia: foi posto sem passar pelo produto')
    } else if (kind === 'F') {
      this.#endLink()
      const { links, link } = JSON.parse(text)
      this.#closed = links === this.#result.links && link === this.#result.link
    } else throw new SyntaxError()
  }

  /** Of a trail taken apart (not read from the database as it is), `closing` says that its last line must agree. */
  end({ closing = false } = {}) {
    this.#endLink()
    if (closing && !this.#closed) this.#fault({}, 'o fim da trilha não confere com o seu fecho')
    this.#checkMarks()
    for (const { told, claim } of this.#claims)
      if (!this.#erased.has(claim)) this.#fault(told, 'o que falta aqui não foi tirado por nenhum apagamento da trilha')
    for (const seq of this.#known.keys()) this.#fault({ seq }, 'o elo conhecido de antes não está mais na trilha')
    return { ...this.#result, faults: this.#faults }
  }

  /** An erasure's own row names the lines it changed: of which batch, their numbers, what they were linked by, and their digests since. */
  #addWhole(text) {
    this.#addRow(sha256(text))
    if (!text.includes('"erased_images"')) return
    const [, table, , before] = JSON.parse(text)
    if (table === 'erased_images') for (const line of before?.erased ?? []) this.#erased.add(String(line))
  }

  /** A row that an erasure changed stands in the chain by the digest it had. */
  #addErased(digest, text) {
    const { batch_id } = this.#link
    const [seq] = JSON.parse(text)
    this.#addRow(digest)
    this.#claim({ batch_id }, [seq, digest, sha256(text)])
  }

  #claim(told, line) {
    this.#claims.push({ told, claim: [told.batch_id, ...line].join() })
    this.#result.erased += 1
  }

  #addRow(hash, withheld = 0) {
    this.#rows.update(this.#rowCount === 0 ? hash : `\n${hash}`)
    this.#rowCount += 1
    this.#result.rows += 1
    this.#result.withheld += withheld
  }

  #fault({ seq, batch_id, label, created_at }, fault) {
    this.#faults.push({ seq, batch_id, label, created_at, fault })
  }

  #endLink() {
    const link = this.#link
    const rows = this.#rows.digest('hex')
    const count = this.#rowCount
    this.#rows = createHash('sha256')
    this.#rowCount = 0
    this.#link = undefined
    if (!link) return
    const batch = parsed(link.line)
    const told = { ...link, label: batch?.label, created_at: batch?.created_at }
    const follows = link.seq === this.#previous.seq + 1
    if (!follows) this.#fault(told, `antes deste falta o elo ${this.#previous.seq + 1}: um lote foi retirado ou trocado de lugar`)
    if (!batch) this.#fault(told, 'o lote foi apagado')
    else if (batch.id !== link.batch_id || (follows && !this.#isLinked(told, link))) this.#fault(told, 'o lote ou o seu lugar foi alterado')
    if (batch && rows !== batch.rows) this.#checkMissing(told, link, batch, count)
    if (this.#known.has(link.seq)) {
      if (this.#known.get(link.seq) !== link.link) this.#fault(told, 'não é o elo conhecido de antes: a trilha foi reescrita')
      this.#known.delete(link.seq)
    }
    if (batch?.undo_of_id) this.#undoing.set(batch.undo_of_id, link.batch_id)
    if (link.undone_by_id) this.#marks.set(link.batch_id, { told, by: link.undone_by_id })
    this.#previous = { seq: link.seq, link: link.link }
    this.#result.link = link.link
    this.#result.links = link.seq
    this.#result.batches += 1
    this.#result.first ??= batch?.created_at
    this.#result.last = batch?.created_at ?? this.#result.last
  }

  /** Of a batch whose words were erased the next link holds this one, and the erasure the one before it and what the line says now. */
  #isLinked(told, { line, link, isErased }) {
    if (isErased) this.#claim(told, [0, this.#previous.link, sha256(line)])
    return isErased || sha256(`${this.#previous.link}\n${line}`) === link
  }

  #checkMissing(told, link, batch, count) {
    const isOld = Date.now() - Date.parse(batch.created_at) > KEPT_MS
    if (link.images_pruned && isOld && count === 0) this.#result.pruned += 1
    else this.#fault(told, 'as linhas do lote foram alteradas, apagadas, somadas ou reordenadas')
  }

  /** A batch, what undid it, what undid that…: every second one, counted from the newest, is undone by the newest. */
  #checkMarks() {
    for (const [undone, by] of this.#undoing)
      if (!this.#marks.has(undone) && this.#isUndone(undone))
        this.#marks.set(undone, { by: undefined, told: { batch_id: undone, undone_by_id: by } })
    for (const [batch, { told, by }] of this.#marks) {
      const { newest, distance } = this.#newestOf(batch)
      if (distance % 2 === 0 || newest !== by) this.#fault(told, 'a marca de desfeito não é a que a cadeia diz')
    }
  }

  #isUndone(batch) {
    return this.#newestOf(batch).distance % 2 === 1
  }

  #newestOf(batch) {
    let newest = batch
    let distance = 0
    const seen = new Set()
    for (let next = this.#undoing.get(newest); next !== undefined && !seen.has(next); next = this.#undoing.get(newest)) {
      seen.add(next)
      newest = next
      distance += 1
    }
    return { newest, distance }
  }
}

/** One line for each fault. */
export const faultWords = ({ seq, batch_id, label, created_at, fault }) =>
  `${[seq && `elo ${seq}`, batch_id && `lote ${batch_id}`, created_at, label && `“${label}”`].filter(Boolean).join(', ')}: ${fault}`

/** Lines end at a line feed and nowhere else. */
async function* linesOf(path) {
  const file = createReadStream(path)
  let rest = ''
  for await (const text of (path.endsWith('.gz') ? file.pipe(createGunzip()) : file).setEncoding('utf8')) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

const counted = (count, one, many) => `${count} ${count === 1 ? one : many}`

async function main([path = 'trilha.txt.gz', ...known]) {
  const check = new TrailCheck(
    known.map(text => {
      const [seq, link] = text.split(':')
      return [Number(seq), link]
    }),
  )
  for await (const line of linesOf(path)) check.add(line)
  const { batches, rows, withheld, erased, pruned, links, link, first, last, faults } = check.end({ closing: true })
  console.log(
    `${counted(batches, 'lote', 'lotes')} com ${counted(rows, 'linha', 'linhas')}${batches === 0 ? '' : `, de ${first} a ${last}`}.`,
  )
  if (withheld > 0)
    console.log(`${counted(withheld, 'linha veio', 'linhas vieram')} só com o seu resumo, por falta de permissão de quem exportou.`)
  if (erased > 0)
    console.log(
      `De ${counted(erased, 'linha', 'linhas')} foram tirados dados de pessoas, como pede a LGPD; os apagamentos que o fizeram estão na trilha.`,
    )
  if (pruned > 0)
    console.log(
      `De ${counted(pruned, 'lote', 'lotes')} com mais de 90 dias restam o que foi feito, por quem e quando, e o resumo das linhas.`,
    )
  console.log(`Último elo: ${links}:${link}`)
  for (const fault of faults) console.log(`NÃO CONFERE: ${faultWords(fault)}`)
  console.log(faults.length === 0 ? 'A trilha confere.' : `${counted(faults.length, 'falha', 'falhas')}.`)
  if (faults.length > 0) process.exitCode = 1
}

const [, script = '', ...args] = process.argv
const isAsked = /(conferir|trail-check)\.mjs$/.test(script) && import.meta.url === pathToFileURL(realpathSync(script)).href
if (isAsked) await main(args)
