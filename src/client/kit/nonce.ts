// The nonce by which the server's content policy knows the style tags of this page; the libraries that write some ask for it here.
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined

// Where `get-nonce`, under the dialogs' scroll lock, looks for it.
Object.assign(globalThis, { __webpack_nonce__: styleNonce })
