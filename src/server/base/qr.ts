// The picture of a code, as data URLs that need no further request.
import QRCode from 'qrcode'

export const qrSvg = async (text: string): Promise<string> =>
  `data:image/svg+xml;base64,${Buffer.from(await QRCode.toString(text, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' })).toString('base64')}`

export const qrPng = (text: string): Promise<string> => QRCode.toDataURL(text, { margin: 2, errorCorrectionLevel: 'M', width: 480 })
