// How wide a text may be at most, without asking the browser: clipping a cell costs much in every frame, and few texts need it.

/** In ems, above those of our fonts in any weight that a ledger wears. */
function widest(character: string): number {
  if ('mwMW@%'.includes(character)) return 1.05
  if (" .,:;'/()[]|!-ijltfrI".includes(character)) return 0.42
  return /[a-zà-ÿ0-9]/.test(character) ? 0.66 : 0.84
}

const LATIN = Float32Array.from({ length: 256 }, (_, code) => widest(String.fromCharCode(code)))

export function mostEms(text: string): number {
  let ems = 0
  for (let at = 0; at < text.length; at++) ems += LATIN[text.charCodeAt(at)] ?? 1.05
  return ems
}
