// Keys played one by one and counted, in a browser as at a desk without one.

/** Names of keys are those of Playwright: 'Shift+A', 'Control+Enter', 'ArrowDown', 'n'. */
export class KeyCount {
  count = 0

  constructor(private readonly play: (key: string) => Promise<void>) {}

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      this.count += 1
      await this.play(key)
    }
  }

  async type(text: string): Promise<void> {
    await this.press(...text)
  }
}
