// Files of a record, each opened in a tab of its own; what a browser cannot show it saves.
import { Button } from '#client/kit/button.tsx'
import { classNames } from '#client/kit/class-names.ts'
import drawer from '#client/kit/drawer.module.css'
import { Icon } from '#client/kit/icon.tsx'
import text from '#client/kit/look/text.module.css'
import type { Attachment } from '#contract/attachments.ts'
import { fileTitle } from '#domain/fiscal/file-title.ts'
import { fileSizeText } from '#domain/text.ts'
import { openFile } from './save-file.ts'

export function FileLines({ files }: { files: readonly Attachment[] }) {
  return files.map(file => (
    <div className={drawer.line} key={file.id}>
      <Icon name="paperclip" size="s" />
      <Button variant="ghost" onClick={() => void openFile(file, file.preview_url !== null)}>
        {fileTitle(file.name)}
      </Button>
      <span className={classNames(text.m, drawer.end)}>{fileSizeText(file.size_bytes)}</span>
    </div>
  ))
}
