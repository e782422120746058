// The page's content policy asks for a policy of trusted types wherever a string would become markup or script (`require-trusted-types-for`).
// Ours lets text pass that holds no tag, as the style sheets of selectors and scroll areas are, and the workers that were built with the page;
// it refuses the rest: nothing here writes markup or script.

interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML(text: string): string | null; createScriptURL(url: string): string | null }): unknown
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }

const isBuilt = (url: string): boolean => new URL(url, location.href).href.startsWith(`${location.origin}/assets/`)

trustedTypes?.createPolicy('default', {
  createHTML: text => (text.includes('<') ? null : text),
  createScriptURL: url => (isBuilt(url) ? url : null),
})
