// The picture of a code, as data URLs that need no further request.

/** Read at the first picture: a start does not wait for it. */
const qrcode = () => import('qrcode')

export async function qrSvg(text: string): Promise<string> {
  const svg = await (await qrcode()).toString(text, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' })
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}

export async function qrPng(text: string): Promise<string> {
  return (await qrcode()).toDataURL(text, { margin: 2, errorCorrectionLevel: 'M', width: 480 })
}
