// Computed styles as tests need them: jsdom asks every rule of its own sheet about every element, which was most of what a test by roles cost.

/** Not drawn, whatever their styles say. */
const UNSEEN = new Set(['HEAD', 'SCRIPT', 'STYLE', 'TEMPLATE', 'TITLE', 'META', 'LINK', 'DATALIST', 'NOSCRIPT'])
const BLOCKS = new Set(['DIV', 'P', 'SECTION', 'MAIN', 'HEADER', 'FOOTER', 'FORM', 'UL', 'OL', 'LI', 'FIELDSET', 'H1', 'H2', 'H3', 'TABLE'])
const INHERITED = ['visibility', 'pointer-events']

/** No sheet of ours is in these pages: what an element is given by itself is all there is. */
export function plainComputedStyles(): void {
  const styles = document.createElement('i').style.constructor.prototype as CSSStyleDeclaration
  window.getComputedStyle = (element, pseudo) => {
    const own = (element as HTMLElement).style as CSSStyleDeclaration | undefined
    const computed = (name: string): string => {
      if (pseudo) return name === 'content' ? 'none' : ''
      const given = own?.getPropertyValue(name)
      if (given) return given
      if (name === 'display') {
        if (element.hasAttribute('hidden') || UNSEEN.has(element.tagName)) return 'none'
        return BLOCKS.has(element.tagName) ? 'block' : 'inline'
      }
      if (!INHERITED.includes(name)) return ''
      for (let at = element.parentElement; at; at = at.parentElement) {
        const inherited = at.style?.getPropertyValue(name)
        if (inherited) return inherited
      }
      return name === 'visibility' ? 'visible' : 'auto'
    }
    return new Proxy(styles, {
      get: (_, name) => {
        if (name === 'getPropertyValue') return computed
        if (name === 'length') return 0
        return typeof name === 'string' ? computed(name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)) : undefined
      },
    })
  }
}
