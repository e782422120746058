// Files of a record, each opened in a tab of its own; what a browser cannot show it saves.
import { Button } from '#client/kit/button.tsx'
import { fileSizeText } from '#client/kit/form/file-field.tsx'
import { Icon } from '#client/kit/icon.tsx'
import type { Attachment } from '#contract/attachments.ts'
import { openFile } from './save-file.ts'

export function FileLines({ files }: { files: readonly Attachment[] }) {
  return files.map(file => (
    <div className="line" key={file.id}>
      <Icon name="paperclip" size="s" />
      <Button variant="ghost" onClick={() => void openFile(file, file.preview_url !== null)}>
        {file.name}
      </Button>
      <span className="m end">{fileSizeText(file.size_bytes)}</span>
    </div>
  ))
}
