// One page of a paper on screen: what was read of it, and its picture.
import type { Page } from '#domain/papers/page.ts'

export interface Sheet extends Page {
  /** Address of its picture, held by the page until it is released. */
  picture: string
}

/** Why a file cannot be opened, in words for whoever sent it. */
export class PaperProblem extends Error {
  override name = 'PaperProblem'
}

export function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) throw new PaperProblem('Este navegador não tem memória para abrir o arquivo.')
  return context
}

export const canvasOf = (width: number, height: number): HTMLCanvasElement =>
  Object.assign(document.createElement('canvas'), { width: Math.round(width), height: Math.round(height) })

const QUALITY = 0.85

export function pictureOf(canvas: HTMLCanvasElement): Promise<string> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      blob => (blob ? resolve(URL.createObjectURL(blob)) : reject(new PaperProblem('Não foi possível mostrar o arquivo.'))),
      'image/jpeg',
      QUALITY,
    )
  })
}

export const release = (sheets: readonly Sheet[]): void => {
  for (const { picture } of sheets) URL.revokeObjectURL(picture)
}
