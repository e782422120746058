// A photo: first small, as most codes are read at once, then as large as it was taken.
import { codesIn } from './codes.ts'
import { canvasOf, contextOf, PaperProblem, pictureOf, type Sheet } from './sheet.ts'

const FIRST_LOOK = 1800
/** Larger than this a phone runs out of memory. */
const SECOND_LOOK = 4200

function drawn(photo: ImageBitmap, longest: number): HTMLCanvasElement {
  const shrink = Math.min(1, longest / Math.max(photo.width, photo.height))
  const canvas = canvasOf(photo.width * shrink, photo.height * shrink)
  contextOf(canvas).drawImage(photo, 0, 0, canvas.width, canvas.height)
  return canvas
}

const codesOn = (canvas: HTMLCanvasElement, width: number) =>
  codesIn(contextOf(canvas).getImageData(0, 0, canvas.width, canvas.height), canvas.width / width)

export async function openPhoto(file: File): Promise<Sheet[]> {
  const photo = await createImageBitmap(file).catch(() => {
    throw new PaperProblem('O navegador não abre esta imagem. Envie em JPG ou PNG.')
  })
  try {
    const canvas = drawn(photo, FIRST_LOOK)
    const { width, height } = canvas
    const isLarger = Math.max(photo.width, photo.height) > FIRST_LOOK
    const first = await codesOn(canvas, width)
    const codes = first.length > 0 || !isLarger ? first : await codesOn(drawn(photo, SECOND_LOOK), width)
    return [{ width, height, pieces: [], codes, picture: await pictureOf(canvas) }]
  } finally {
    photo.close()
  }
}
