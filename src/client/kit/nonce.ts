// The nonce by which the server's content policy admits this page's style tags; libraries that write style tags read it here.
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined

// Where `get-nonce`, used by the dialogs' scroll lock, looks for it.
Object.assign(globalThis, { __webpack_nonce__: styleNonce })
