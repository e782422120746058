// Every statement of the server that claims a type for its rows, and whether TypeScript finds that what PostgreSQL answers is of it.
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Node, SourceFile, TaggedTemplateExpression } from 'typescript/unstable/ast'
import { isNoSubstitutionTemplateLiteral, isTaggedTemplateExpression } from 'typescript/unstable/ast/is'
import { API, type Project, type Type } from 'typescript/unstable/sync'
import type { AnswerColumn } from './columns.ts'

export interface Claim {
  /** From the root of the repository, with its line. */
  readonly at: string
  /** Its file and type: what stays the same when lines move. */
  readonly name: string
  readonly path: string
  readonly type: string
  readonly template: readonly string[]
}

/** What one claim is held against: the columns of an answer, with those that were once seen null. */
export interface Answer {
  readonly claim: Claim
  readonly columns: readonly AnswerColumn[]
  readonly nulls: ReadonlySet<string>
}

export interface Unmet {
  readonly claim: Claim
  readonly why: string
}

export interface Claims {
  readonly all: readonly Claim[]
  /** The answers that are not of the type their statement claims, and why. */
  unmet(answers: readonly Answer[]): Unmet[]
  close(): void
}

const root = join(import.meta.dirname, '../../..')
const CONFIG = join(root, 'tsconfig.statements.json')
/** Only the server is compiled; the file is nowhere but in the compiler's eyes. */
const CONFIG_TEXT = JSON.stringify({
  extends: './tsconfig.json',
  compilerOptions: { noUnusedLocals: false },
  include: ['src/server', 'tests/kit/statements'],
})

export function readClaims(): Claims {
  const shown = new Map([[CONFIG, CONFIG_TEXT]])
  const api = new API({ cwd: root, fs: { readFile: path => shown.get(path), fileExists: path => shown.has(path) || undefined } })
  const all = claimsIn(projectOf(api.updateSnapshot({ openProjects: [CONFIG] })))
  return {
    all,
    unmet(answers) {
      const checks = appended(answers)
      for (const [path, { text }] of checks) shown.set(path, text)
      const project = projectOf(api.updateSnapshot({ openProjects: [CONFIG], fileChanges: { changed: [...checks.keys()] } }))
      return [...checks].flatMap(([path, check]) =>
        project.program.getSemanticDiagnostics(path).flatMap(({ pos, text: said, messageChain = [] }) => {
          const answer = check.lines[check.text.slice(check.start, pos).split('\n').length - 1]
          return answer && pos >= check.start
            ? [{ claim: answer.claim, why: [said, ...messageChain.map(part => part.text)].join(' ') }]
            : []
        }),
      )
    },
    close: () => api.close(),
  }
}

function projectOf(snapshot: { getProject(path: string): Project | undefined }): Project {
  const project = snapshot.getProject(CONFIG)
  if (!project) throw new Error('TypeScript did not open the server')
  return project
}

function claimsIn({ program, checker }: Project): Claim[] {
  const found: Claim[] = []
  for (const path of program.getSourceFileNames().filter(name => name.startsWith(join(root, 'src/server')))) {
    const source = program.getSourceFile(path)
    const visit = (node: Node) => {
      const [claimed] = isTaggedTemplateExpression(node) ? (node.typeArguments ?? []) : []
      // A fragment yields a scalar, a statement rows.
      if (source && claimed && isRow(checker.getTypeAtLocation(claimed)))
        found.push(claimOf(node as TaggedTemplateExpression, claimed, source, path))
      node.forEachChild(visit)
    }
    if (source) visit(source)
  }
  return found
}

const isRow = (type: Type | undefined): boolean =>
  type !== undefined && (type.isObjectType() || type.isIntersectionType() || type.isTypeParameter())

function claimOf(node: TaggedTemplateExpression, claimed: Node, { text }: SourceFile, path: string): Claim {
  const type = text.slice(claimed.pos, claimed.end).replaceAll(/\s+/g, ' ').trim()
  const file = relative(root, path)
  return {
    at: `${file}:${text.slice(0, claimed.pos).split('\n').length}`,
    name: `${file} ${type}`,
    path,
    type,
    template: templateOf(node.template),
  }
}

function templateOf(template: Node): string[] {
  if (isNoSubstitutionTemplateLiteral(template)) return [template.text]
  const { head, templateSpans } = template as unknown as { head: { text: string }; templateSpans: readonly { literal: { text: string } }[] }
  return [head.text, ...templateSpans.map(span => span.literal.text)]
}

interface Appended {
  readonly text: string
  readonly start: number
  readonly lines: readonly Answer[]
}

/** Each file with one line more for every answer: a function that takes such a row for what was claimed. */
function appended(answers: readonly Answer[]): ReadonlyMap<string, Appended> {
  const files = new Map<string, Map<string, Answer>>()
  for (const answer of answers) {
    const { path, type } = answer.claim
    const lines = files.get(path) ?? new Map<string, Answer>()
    files.set(path, lines)
    lines.set(`;(row: ${rowType(answer)}): ${type} => row\n`, answer)
  }
  return new Map(
    [...files].map(([path, lines]) => {
      const own = `${readFileSync(path, 'utf8')}\n`
      return [path, { text: own + [...lines.keys()].join(''), start: own.length, lines: [...lines.values()] }]
    }),
  )
}

const TOLD = "import('#tests/kit/statements/told.ts')"

function rowType({ claim, columns, nulls }: Answer): string {
  const fields = columns.map(({ name, from, type, presence }) => {
    const key = JSON.stringify(name)
    const told = from ? `${TOLD}.Stored<'${from.table}', '${from.column}'>` : type
    const isMissing = nulls.has(name) || presence === 'joined' || (from?.nullable && presence !== 'filtered')
    return `${key}: ${TOLD}.Cell<${told}, ${claim.type}, ${key}>${isMissing ? ' | null' : ''}`
  })
  return `{ ${fields.join('; ')} }`
}
