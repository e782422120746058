// Files of a record, each opened in a tab of its own; what a browser cannot show it saves.
import { fetchFile } from '#client/data/api.ts'
import { Button } from '#client/kit/button.tsx'
import { fileSizeText } from '#client/kit/form/file-field.tsx'
import { Icon } from '#client/kit/icon.tsx'
import type { Attachment } from '#contract/attachments.ts'
import { writeFailed } from './form-outcome.ts'
import { saveFile } from './save-file.ts'

/** The memory of a shown file is given back once its tab has read it. */
const SHOWN_MS = 60_000

async function openFile({ bucket_url, preview_url, name }: Attachment): Promise<void> {
  try {
    const file = await fetchFile(bucket_url)
    if (preview_url === null) return saveFile(file, name)
    const url = URL.createObjectURL(file)
    window.open(url, '_blank', 'noopener')
    setTimeout(() => URL.revokeObjectURL(url), SHOWN_MS)
  } catch (error) {
    writeFailed(error)
  }
}

export function FileLines({ files }: { files: readonly Attachment[] }) {
  return files.map(file => (
    <div className="line" key={file.id}>
      <Icon name="paperclip" size="s" />
      <Button variant="ghost" onClick={() => void openFile(file)}>
        {file.name}
      </Button>
      <span className="m end">{fileSizeText(file.size_bytes)}</span>
    </div>
  ))
}
