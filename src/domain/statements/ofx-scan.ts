// One linear pass over the tags of an OFX text, SGML 1.x or XML 2.x alike.
import { MAX_FIELD_CHARS, StatementFileError } from './statement-file.ts'

export type OfxVisitor = {
  /** `value` is the trimmed text that follows the tag ('' for an aggregate or an empty leaf); `at` the offset of its '<'. */
  open(name: string, value: string, at: number): void
  close(name: string, at: number): void
}

// OFX itself nests about ten aggregates; no honest file comes near this.
const MAX_DEPTH = 100
const MAX_NAME = 64

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

const decodeEntity = (whole: string, body: string): string => {
  if (body[0] !== '#') return entities[body.toLowerCase()] ?? whole
  const hex = body[1] === 'x' || body[1] === 'X'
  const point = Number.parseInt(body.slice(hex ? 2 : 1), hex ? 16 : 10)
  const printable = point >= 0x20 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff)
  return printable ? String.fromCodePoint(point) : ' '
}

// Only the predefined entities exist, each decoded once, so that nothing can expand; a raw '&' stays as it is.
const decodeEntities = (text: string): string =>
  text.includes('&') ? text.replace(/&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,4});/gi, decodeEntity) : text

const isNameChar = (code: number): boolean =>
  (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 46 || code === 95 || code === 45

const isLetter = (code: number): boolean => (code >= 65 && code <= 90) || (code >= 97 && code <= 122)

/** Where the name and the tag that begin at `at` end, or undefined when that '<' is ordinary text. */
const tagAt = (text: string, at: number, nameStart: number): { nameEnd: number; end: number } | undefined => {
  if (!isLetter(text.charCodeAt(nameStart))) return undefined
  let nameEnd = nameStart + 1
  while (isNameChar(text.charCodeAt(nameEnd))) nameEnd++
  if (nameEnd - nameStart > MAX_NAME) return undefined
  // Stops at the next '<', so that a run of broken tags is still read in one pass.
  let end = nameEnd
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end)
    if (code === 62) return { nameEnd, end }
    if (code === 60) break
  }
  return end - at > MAX_FIELD_CHARS ? refuseField() : undefined
}

const refuseField = (): never => {
  throw new StatementFileError('O arquivo tem um campo grande demais para um extrato.')
}

/** The stack of open aggregates. Leaves with text never enter it, and a close pops whatever was left open above it. */
const openTags = () => {
  const stack: string[] = []
  return {
    open(name: string) {
      const implied = name === 'STMTTRN' ? stack.lastIndexOf(name) : -1
      if (implied !== -1) stack.length = implied
      stack.push(name)
      if (stack.length > MAX_DEPTH) throw new StatementFileError('O arquivo tem marcações aninhadas demais para um extrato.')
    },
    close(name: string) {
      const at = stack.lastIndexOf(name)
      if (at !== -1) stack.length = at
    },
  }
}

/** Visits every tag from `from` on, names in capitals. Throws StatementFileError on DOCTYPE, bombs and endless fields. */
export const scanOfx = (text: string, from: number, visitor: OfxVisitor): void => {
  const depth = openTags()
  let name = ''
  let nameAt = 0
  let valueStart = 0
  let cdata = ''
  // Once nothing closes a kind of bracket, the rest of the file is not searched again for each of them.
  const endless = new Set<string>()
  const endOf = (mark: string, from: number): number => {
    if (endless.has(mark)) return -1
    const end = text.indexOf(mark, from)
    if (end === -1) endless.add(mark)
    return end
  }

  const flush = (end: number): void => {
    if (name === '') return
    if (end - valueStart + cdata.length > MAX_FIELD_CHARS) refuseField()
    const value = (cdata + decodeEntities(text.slice(valueStart, end))).trim()
    if (value === '') depth.open(name)
    visitor.open(name, value, nameAt)
    name = ''
    cdata = ''
  }

  /** Skips the comment, CDATA or declaration at `at`; returns where to look next. */
  const special = (at: number): number => {
    if (text.startsWith('<![CDATA[', at)) {
      const end = endOf(']]>', at)
      // What never closes is ordinary text: the records after it are read.
      if (end === -1) return at + 1
      if (end - at > MAX_FIELD_CHARS) return refuseField()
      cdata += decodeEntities(text.slice(valueStart, at)) + text.slice(at + 9, end)
      if (cdata.length > MAX_FIELD_CHARS) refuseField()
      valueStart = end + 3
      return valueStart
    }
    if (text.startsWith('<!--', at)) {
      const end = endOf('-->', at)
      if (end === -1) return at + 1
      flush(at)
      return end + 3
    }
    if (/^<!(?:DOCTYPE|ENTITY|ELEMENT|ATTLIST|NOTATION)/i.test(text.slice(at, at + 12))) {
      throw new StatementFileError('O arquivo traz declarações XML que um extrato não usa.')
    }
    return at + 1
  }

  let at = text.indexOf('<', from)
  while (at !== -1) {
    const next = text.charCodeAt(at + 1)
    let resume = at + 1
    if (next === 33) {
      resume = special(at)
    } else if (next === 63) {
      const end = endOf('>', at)
      if (end !== -1) {
        flush(at)
        resume = end + 1
      }
    } else {
      const closing = next === 47
      const nameStart = closing ? at + 2 : at + 1
      const tag = tagAt(text, at, nameStart)
      if (tag !== undefined) {
        flush(at)
        const found = text.slice(nameStart, tag.nameEnd).toUpperCase()
        resume = tag.end + 1
        if (closing) {
          depth.close(found)
          visitor.close(found, at)
        } else if (text.charCodeAt(tag.end - 1) === 47) {
          visitor.open(found, '', at)
        } else {
          name = found
          nameAt = at
          valueStart = resume
        }
      }
    }
    at = text.indexOf('<', resume)
  }
  flush(text.length)
}
