// Sends a file for the browser to save.

/** Headers that keep browsers from running a file, whatever it contains. */
export function downloadHeaders(name: string, contentType: string): Record<string, string> {
  const plain = name.replace(/[^\x20-\x7e]|["\\%;]/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, mark => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
  return {
    'content-type': contentType,
    'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cache-control': 'private, no-store',
  }
}
