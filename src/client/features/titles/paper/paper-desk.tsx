// The paper itself, beside its form: the pages as they look, and a frame around what was read.
import { useState } from 'react'
import { Button, IconButton } from '#client/kit/button.tsx'
import { classNames } from '#client/kit/class-names.ts'
import { Icon } from '#client/kit/icon.tsx'
import text from '#client/kit/look/text.module.css'
import { FileChoice } from '#client/surfaces/file-choice.tsx'
import { PAPER_FILES } from '#commands/papers.ts'
import type { Box } from '#domain/papers/page.ts'
import type { Read, Slip } from '#domain/papers/read.ts'
import styles from './paper.module.css'
import type { Sheet } from './sheet.ts'
import type { Papers } from './use-paper.ts'

const percent = (part: number, whole: number): string => `${(100 * part) / whole}%`

interface FrameProps {
  box: Box
  of: Sheet
  label?: string | undefined
}

/** Bars are wide and stand low on the paper: their label goes beside them, where nothing is printed. */
const isBars = ({ width, height }: Box): boolean => width > 3 * height

function Frame({ box, of: { width, height }, label }: FrameProps) {
  const place = {
    left: percent(box.left, width),
    top: percent(box.top, height),
    width: percent(box.width, width),
    height: percent(box.height, height),
  }
  return (
    <span className={classNames(styles.frame, label === undefined && styles.lit, isBars(box) && styles.bars)} style={place}>
      {label ? (
        <span className={styles.tag}>
          <Icon name="check" size="s" />
          {label}
        </span>
      ) : null}
    </span>
  )
}

const CODE_WORDS = { BARCODE: 'Código lido', LINE: 'Linha lida', PIX: 'Pix lido', BOTH: 'Código lido', TEXT: '' } as const

function PaperPage({
  sheet,
  number,
  slip,
  lit,
  name,
}: {
  sheet: Sheet
  number: number
  slip: Slip
  lit: Read<unknown> | undefined
  name: string
}) {
  const codes = [slip.boleto, slip.pix].filter(read => read?.page === number)
  return (
    <div className={styles.sheet}>
      <img src={sheet.picture} alt={`${name}, página ${number}`} width={sheet.width} height={sheet.height} />
      {codes.map(read => read && <Frame key={read.source} box={read.box} of={sheet} label={CODE_WORDS[read.source]} />)}
      {lit?.page === number && lit.source === 'TEXT' ? <Frame box={lit.box} of={sheet} /> : null}
    </div>
  )
}

interface DeskProps {
  papers: Papers
  sheets: readonly Sheet[]
  slip: Slip
  lit: Read<unknown> | undefined
}

export function PaperDesk({ papers, sheets, slip, lit }: DeskProps) {
  const { file, files, at } = papers
  const [isLarge, setLarge] = useState(false)
  return (
    <section className={styles.desk} aria-label="Papel">
      <div className={styles.tools}>
        <Icon name="file-text" size="s" />
        <span className={classNames(text.med, text.cut)}>{file?.name}</span>
        {files.length > 1 ? (
          <span className={text.m}>
            {at + 1} de {files.length} arquivos
          </span>
        ) : null}
        <span className={styles.grow} />
        {files.length > 1 ? (
          <>
            <IconButton icon="chevron-left" label="Arquivo anterior" disabled={at === 0} onClick={() => papers.toFile(at - 1)} />
            <IconButton
              icon="chevron-right"
              label="Próximo arquivo"
              disabled={at === files.length - 1}
              onClick={() => papers.toFile(at + 1)}
            />
          </>
        ) : null}
        <span className={styles.wideOnly}>
          <Button icon="search" aria-pressed={isLarge} onClick={() => setLarge(!isLarge)}>
            Ampliar
          </Button>
        </span>
        <FileChoice accept={PAPER_FILES} label="Trocar arquivo" icon="file-up" onFiles={papers.replace} />
      </div>
      <div className={classNames(styles.pages, isLarge && styles.large)}>
        {sheets.map((sheet, index) => (
          <PaperPage key={sheet.picture} sheet={sheet} number={index + 1} slip={slip} lit={lit} name={file?.name ?? ''} />
        ))}
      </div>
    </section>
  )
}
