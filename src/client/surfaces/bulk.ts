// A bulk of several calls on its way: the toast that counts it, and Esc that stops it after the running call.
import { dismissToast, showToast } from '#client/kit/toast.ts'
import type { BulkPort } from '#commands/kit/ports.ts'
import { formatCount } from '#domain/text.ts'
import { onEscape } from './focus-stack.ts'

/** What is over sooner is not announced. */
const SHOWN_AFTER_MS = 300
/** Small calls answer faster than anyone reads or a screen reader speaks. */
const SHOWN_AGAIN_MS = 1000

let runs = 0

export class BulkRun implements BulkPort {
  /** Ids the server has. */
  readonly done = new Set<string>()
  /** Asked to stop before its end. */
  stopped = false
  private readonly toast = `bulk-${++runs}`
  private work: { doing: string; count: number } | undefined
  private timer: ReturnType<typeof setTimeout> | undefined
  private shownAt = 0
  private leaveEscape: () => void = () => {}

  begin(doing: string, count: number): void {
    this.work = { doing, count }
    this.timer = setTimeout(() => this.show(), SHOWN_AFTER_MS)
    this.leaveEscape = onEscape('work', () => this.stop())
  }

  wrote(ids: readonly string[]): boolean {
    for (const id of ids) this.done.add(id)
    if (this.shownAt > 0 && performance.now() - this.shownAt >= SHOWN_AGAIN_MS) this.show()
    return !this.stopped
  }

  /** The run is over, well or not. */
  end(): void {
    clearTimeout(this.timer)
    this.leaveEscape()
    if (this.shownAt > 0) dismissToast(this.toast)
  }

  private stop(): boolean {
    if (this.stopped) return false
    this.stopped = true
    this.show()
    return true
  }

  private show(): void {
    const { work } = this
    if (work === undefined) return
    clearTimeout(this.timer)
    this.shownAt = performance.now()
    showToast({
      id: this.toast,
      title: `${work.doing} ${formatCount(this.done.size)} de ${formatCount(work.count)}`,
      persistent: true,
      ...(this.stopped
        ? { description: 'Para depois da chamada em curso. O que já foi feito continua valendo.' }
        : { action: { label: 'Interromper', keys: 'Escape', run: () => void this.stop() } }),
    })
  }
}
