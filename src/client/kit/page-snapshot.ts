// A picture of the page made of its own elements: taken while a screen rests, shown while the code that draws it is on its way.
import { styleNonce } from './nonce.ts'

/** A text, or an element: its tag, attributes and children. */
type Part = string | readonly [tag: string, attributes: Readonly<Record<string, string>>, children: readonly Part[]]

export interface PageSnapshot {
  /** Of the window: in another size the same page looks otherwise. */
  readonly size: string
  readonly density: string
  /** The text of the page's style sheets, in their order. */
  readonly styles: readonly string[]
  readonly parts: readonly Part[]
}

const SVG = 'http://www.w3.org/2000/svg'
const sizeNow = () => `${innerWidth}×${innerHeight}×${devicePixelRatio}`
const page = () => document.documentElement

/** The page as it stands; undefined while something stands over it, waits, or was scrolled away from its beginning. */
export async function takeSnapshot(): Promise<PageSnapshot | undefined> {
  const root = document.getElementById('root')
  if (!root || document.hidden || isCovered() || root.querySelector('main [aria-busy="true"]') || isScrolled(root)) return undefined
  return {
    size: sizeNow(),
    density: page().dataset.density ?? '',
    parts: partsOf(root),
    styles: await Promise.all(Array.from(document.styleSheets, textOf)),
  }
}

/** As it was written: what a browser makes of a rule that holds variables loses some of it. */
const textOf = async ({ href, ownerNode }: CSSStyleSheet): Promise<string> =>
  href === null ? (ownerNode?.textContent ?? '') : (await fetch(href, { cache: 'force-cache' })).text()

const isCovered = (): boolean =>
  Array.from(document.querySelectorAll('[role="dialog"], [role="menu"], [role="listbox"]')).some(over => over.checkVisibility())

const isScrolled = (root: Element): boolean =>
  Array.from(root.querySelectorAll('main *')).some(element => element.scrollTop > 0 || element.scrollLeft > 0)

const partsOf = (element: Element): Part[] =>
  Array.from(element.childNodes).flatMap((node): Part[] => {
    if (node instanceof Text) return [node.data]
    return node instanceof Element && getComputedStyle(node).display !== 'none' ? [partOf(node)] : []
  })

function partOf(element: Element): Part {
  const attributes = Object.fromEntries(Array.from(element.attributes, ({ name, value }) => [name, value]))
  if (element instanceof HTMLInputElement) attributes.value = element.value
  return [element.localName, attributes, partsOf(element)]
}

/**
 * Shows a picture over an empty page. Nothing in it can be reached, by pointer, key, selector or a reader of screens. Returns what takes it away;
 * undefined when the window has another size by now.
 */
export function showSnapshot({ size, density, styles, parts }: PageSnapshot): (() => void) | undefined {
  if (size !== sizeNow()) return undefined
  page().dataset.density = density
  const host = document.createElement('div')
  host.inert = true
  host.style.cssText = 'position: fixed; inset: 0; z-index: 1; pointer-events: none'
  host.dataset.part = 'snapshot'
  const inside = host.attachShadow({ mode: 'closed' })
  const style = document.createElement('style')
  style.nonce = styleNonce ?? ''
  style.textContent = styles.join('\n')
  const root = document.createElement('div')
  root.style.height = '100%'
  root.append(...parts.map(part => built(part, '')))
  inside.append(style, root)
  document.body.prepend(host)
  return () => host.remove()
}

function built(part: Part, around: string): Node {
  if (typeof part === 'string') return document.createTextNode(part)
  const [tag, attributes, children] = part
  const space = tag === 'svg' ? SVG : around
  const element = space ? document.createElementNS(space, tag) : document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    // The page's policy refuses the attribute, not the property.
    if (name === 'style') (element as HTMLElement | SVGElement).style.cssText = value
    else element.setAttribute(name, value)
  }
  element.append(...children.map(child => built(child, space)))
  return element
}
