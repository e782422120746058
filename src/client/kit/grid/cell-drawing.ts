// Cells, headers and group rows drawn by hand: plain elements, because React in every cell costs a frame.
import type { ICellRendererComp, ICellRendererParams, IHeaderComp, IHeaderParams } from 'ag-grid-community'
import { formatAmount, formatCents } from '#domain/money.ts'
import icon from '../icon.module.css'
import text from '../look/text.module.css'
import type { ColumnStore, Group } from './column-store.ts'
import type { GridColumn, GroupLook, RowFlag } from './grid-column.ts'

/** What the drawings need from their window. */
export interface Canvas {
  readonly store: ColumnStore
  /** The row of a node now; −1 for headers, pinned rows and positions past the end. */
  rowOf(node: ICellRendererParams['node']): number
  flagOf(row: number): RowFlag | undefined
  groupLabel(group: Group): string
  groupLook(group: Group): GroupLook | undefined
  pinnedText(field: string): string
  /** Visible headers, which the window redraws itself: ag's refreshHeader takes longer than a sort. */
  readonly heads: Set<{ draw(): void }>
}

const CHECK = 'M20 6 9 17l-5-5'
const DASH = 'M5 12h14'
const CHEVRON_DOWN = 'm6 9 6 6 6-6'
const CHEVRON_UP = 'm18 15-6-6-6 6'
const CHEVRON_RIGHT = 'm9 18 6-6-6-6'
const PENCIL = [
  'M21.174 6.812a1 1 0 0 0-3.986-3.987L3.842 16.174a2 2 0 0 0-.5.83l-1.321 4.352a.5.5 0 0 0 .623.622l4.353-1.32a2 2 0 0 0 .83-.497z',
  'm15 5 4 4',
]
const FLAGS: Record<RowFlag['icon'], readonly string[]> = {
  lock: ['M5 11h14a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2z', 'M7 11V7a5 5 0 0 1 10 0v4'],
  'triangle-alert': ['m21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3', 'M12 9v4', 'M12 17h.01'],
}

const drawnIcons = new Map<string, SVGSVGElement>()

/** A lucide icon from its path, without React: a copy of the first that was drawn. */
export function svgIcon(...paths: string[]): SVGSVGElement {
  const key = paths.join()
  const known = drawnIcons.get(key) ?? drawIcon(paths)
  drawnIcons.set(key, known)
  return known.cloneNode(true) as SVGSVGElement
}

function drawIcon(paths: readonly string[]): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('class', icon.i ?? '')
  svg.dataset.part = 'icon'
  svg.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  // one element for all strokes; each begins where it would alone
  path.setAttribute('d', paths.map(d => `M0 0${d}`).join(''))
  svg.append(path)
  return svg
}

/** Makes `box` hold what was drawn; elements that stay keep their place in the page, which costs less than new ones. */
export function redraw(box: Element, drawn: Node | string): void {
  const now = box.firstChild
  if (typeof drawn !== 'string' && now && now === box.lastChild) become(now, drawn)
  else if (box.textContent !== '' || drawn !== '') box.replaceChildren(drawn)
}

function become(now: Node, next: Node): void {
  if (now.isEqualNode(next)) return
  if (now instanceof Text && next instanceof Text) now.data = next.data
  else if (!(now instanceof Element && next instanceof Element)) now.parentNode?.replaceChild(next, now)
  else if (now.nodeName !== next.nodeName || now.childNodes.length !== next.childNodes.length) now.replaceWith(next)
  else {
    const names = next.getAttributeNames()
    for (const name of names) if (now.getAttribute(name) !== next.getAttribute(name)) now.setAttribute(name, next.getAttribute(name) ?? '')
    for (const name of now.getAttributeNames()) if (!names.includes(name)) now.removeAttribute(name)
    const wanted = [...next.childNodes]
    for (const [at, child] of [...now.childNodes].entries()) become(child, wanted[at]!)
  }
}

export function element(tag: string, className: string | undefined, ...children: (Node | string)[]): HTMLElement {
  const made = document.createElement(tag)
  made.className = className ?? ''
  made.append(...children)
  return made
}

/** For the mouse only: keys have F2. */
export function drawPencil(): HTMLElement {
  const pencil = element('span', '', svgIcon(...PENCIL))
  pencil.dataset.part = 'pencil'
  pencil.title = 'Alterar'
  pencil.setAttribute('aria-hidden', 'true')
  return pencil
}

type Mark = 'none' | 'some' | 'all'

/** A drawn checkbox. Its text is hidden from assistive technology, or a bare ☑ would become the name of cell and row. */
function drawMark(box: HTMLElement, mark: Mark, words: string): void {
  if (box.dataset.mark !== mark) {
    box.dataset.mark = mark
    box.className = mark === 'none' ? 'cb' : mark === 'all' ? 'cb on' : 'cb mix'
    box.replaceChildren(...(mark === 'none' ? [] : [svgIcon(mark === 'some' ? DASH : CHECK)]), element('span', text.vh, words))
  }
}

/** A row's checkbox and its sign. */
export class MarkBox {
  private readonly box = element('span', 'cb')
  private readonly flag = element('span', 'flag')
  readonly element = element('span', 'mark-box', this.box, this.flag)

  draw(canvas: Canvas, row: number): void {
    if (this.element.hidden !== row < 0) this.element.hidden = row < 0
    const on = row >= 0 && canvas.store.isSelected(row)
    drawMark(this.box, on ? 'all' : 'none', on ? 'selecionada' : 'não selecionada')
    this.drawFlag(row < 0 ? undefined : canvas.flagOf(row))
  }

  private drawFlag(flag: RowFlag | undefined): void {
    const now = flag === undefined ? '' : `${flag.icon} ${flag.words}`
    if (this.flag.dataset.flag === now) return
    this.flag.dataset.flag = now
    this.element.title = flag?.words ?? ''
    this.flag.replaceChildren(...(flag === undefined ? [] : [svgIcon(...FLAGS[flag.icon]), element('span', text.vh, flag.words)]))
  }
}

export class MarkCell implements ICellRendererComp {
  private readonly mark = new MarkBox()
  private canvas!: Canvas
  init(params: ICellRendererParams & { canvas: Canvas }): void {
    this.canvas = params.canvas
    this.refresh(params)
  }
  getGui(): HTMLElement {
    return this.mark.element
  }
  refresh(params: ICellRendererParams): boolean {
    this.mark.draw(this.canvas, this.canvas.rowOf(params.node))
    return true
  }
}

export class MarkHeader implements IHeaderComp {
  private readonly box = element('span', 'cb')
  private canvas!: Canvas
  init(params: IHeaderParams & { canvas: Canvas }): void {
    this.canvas = params.canvas
    this.box.title = 'Selecionar todas do filtro'
    this.canvas.heads.add(this)
    this.draw()
  }
  getGui(): HTMLElement {
    return this.box
  }
  refresh(): boolean {
    this.draw()
    return true
  }
  draw(): void {
    const { store } = this.canvas
    const shown = store.selectedCount - store.hiddenSelectedCount
    const mark = shown === 0 ? 'none' : shown === store.shownCount ? 'all' : 'some'
    drawMark(this.box, mark, mark === 'all' ? 'todas selecionadas' : 'selecionar todas do filtro')
  }
  destroy(): void {
    this.canvas.heads.delete(this)
  }
}

/** The text that a click opens the record by. */
export const OPENS = 'opens'

/** The cell of a column with `render`, `className` or `opens`; the class is set on the cell itself, so that a tint fills it. */
export class DrawnCell implements ICellRendererComp {
  private readonly box = element('span', 'drawn')
  private worn: string[] = []
  private params!: ICellRendererParams & { canvas: Canvas; spec: GridColumn }
  init(params: ICellRendererParams & { canvas: Canvas; spec: GridColumn }): void {
    this.params = params
    this.refresh(params)
  }
  getGui(): HTMLElement {
    return this.box
  }
  refresh(params: ICellRendererParams): boolean {
    const { canvas, spec } = this.params
    const row = canvas.rowOf(params.node)
    const { store } = canvas
    if (row < 0) this.box.textContent = params.node.rowPinned ? canvas.pinnedText(spec.field) : ''
    else if (spec.render) this.box.replaceChildren(spec.render(store, row))
    else if (spec.opens) this.box.replaceChildren(element('span', OPENS, String(params.value ?? '')))
    else this.box.textContent = String(params.value ?? '')
    const classes = row < 0 || !spec.className ? [] : spec.className(store, row).split(' ').filter(Boolean)
    const { classList } = params.eGridCell
    classList.remove(...this.worn)
    classList.add(...classes)
    this.worn = classes
    return true
  }
}

export class TitleHeader implements IHeaderComp {
  private readonly box = element('span', 'title')
  private params!: IHeaderParams & { canvas: Canvas; spec: GridColumn }
  private drawn = ''
  init(params: IHeaderParams & { canvas: Canvas; spec: GridColumn }): void {
    this.params = params
    params.canvas.heads.add(this)
    this.draw()
  }
  getGui(): HTMLElement {
    return this.box
  }
  refresh(params: IHeaderParams): boolean {
    Object.assign(this.params, params)
    this.draw()
    return true
  }
  draw(): void {
    const { canvas, spec } = this.params
    const keys = canvas.store.sortKeys
    const at = keys.findIndex(key => key.field === (spec.sortField ?? spec.field))
    const now = at < 0 ? spec.title : `${spec.title}|${at}|${keys.length}|${keys[at]!.descending}`
    if (now === this.drawn) return
    this.drawn = now
    this.box.replaceChildren(spec.title)
    this.box.classList.toggle('sorted', at >= 0)
    if (at < 0) return
    this.box.append(svgIcon(keys[at]!.descending ? CHEVRON_DOWN : CHEVRON_UP))
    if (keys.length > 1) this.box.append(element('span', 'nth', String(at + 1)))
  }
  destroy(): void {
    this.params.canvas.heads.delete(this)
  }
}

/** "Energia · 14 · R$ 3.210,00", across the whole width. */
export function drawGroup(canvas: Canvas, group: Group | undefined): HTMLElement {
  const row = element('div', 'group')
  row.setAttribute('role', 'gridcell')
  if (!group) return row
  const mark = element('span', 'cb')
  const state = canvas.store.groupSelection(group)
  drawMark(mark, state, state === 'all' ? 'grupo selecionado' : state === 'some' ? 'grupo selecionado em parte' : 'grupo não selecionado')
  mark.dataset.groupMark = ''
  const chevron = svgIcon(group.folded ? CHEVRON_RIGHT : CHEVRON_DOWN)
  const look = canvas.groupLook(group)
  row.append(mark, chevron)
  if (look?.alarms) {
    row.classList.add('is-danger')
    row.append(svgIcon(...FLAGS['triangle-alert']))
  }
  row.append(element('span', 'name', canvas.groupLabel(group)), element('span', text.count, look?.words ?? String(group.count)))
  row.append(
    element('span', 'sum', look ? formatAmount(group.sum) : formatCents(group.sum)),
    element('span', text.vh, group.folded ? 'recolhido' : 'aberto'),
  )
  return row
}
