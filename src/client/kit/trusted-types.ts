// The page's content policy asks for a policy of trusted types wherever a string would become markup or script (`require-trusted-types-for`).
// Ours lets text pass that holds no tag, as the style sheets of selectors and scroll areas are, and refuses the rest: nothing here writes markup.

interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML(text: string): string | null }): unknown
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }

trustedTypes?.createPolicy('default', { createHTML: text => (text.includes('<') ? null : text) })
