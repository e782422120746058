// Barcodes and QR codes of a picture, by zxing; its program is ours to serve.
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import program from 'zxing-wasm/reader/zxing_reader.wasm?url'
import type { Box, Code } from '#domain/papers/page.ts'

const MOST_CODES = 12

prepareZXingModule({ overrides: { locateFile: (path: string, folder: string) => (path.endsWith('.wasm') ? program : `${folder}${path}`) } })

interface Point {
  x: number
  y: number
}

function boxAround(points: readonly Point[], scale: number): Box {
  const across = points.map(point => point.x)
  const down = points.map(point => point.y)
  const left = Math.min(...across)
  const top = Math.min(...down)
  return { left: left / scale, top: top / scale, width: (Math.max(...across) - left) / scale, height: (Math.max(...down) - top) / scale }
}

/** Places are told in the lengths of the page: `scale` is how many pixels one of them takes. */
export async function codesIn(picture: ImageData, scale: number): Promise<Code[]> {
  const found = await readBarcodes(picture, { formats: ['ITF', 'QRCode'], maxNumberOfSymbols: MOST_CODES })
  return found
    .filter(({ isValid }) => isValid)
    .map(({ format, text, position: { topLeft, topRight, bottomLeft, bottomRight } }) => ({
      format: format === 'QRCode' ? 'QR' : 'ITF',
      text,
      ...boxAround([topLeft, topRight, bottomLeft, bottomRight], scale),
    }))
}
