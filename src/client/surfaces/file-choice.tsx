// A button that lets the person choose files; on a phone it may open the camera.
import { useRef } from 'react'
import { Button, type ButtonProps } from '#client/kit/button.tsx'

interface FileChoiceProps extends Pick<ButtonProps, 'variant' | 'icon' | 'size'> {
  label: string
  /** Endings and media types. */
  accept: readonly string[]
  camera?: boolean
  onFiles(files: readonly File[]): void
}

export function FileChoice({ label, accept, camera = false, onFiles, ...looks }: FileChoiceProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...looks} type="button" onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={camera ? 'image/*' : accept.join(',')}
        capture={camera ? 'environment' : undefined}
        multiple={!camera}
        onChange={event => {
          const files = Array.from(event.target.files ?? [])
          // Lets the person choose the same file again.
          event.target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </>
  )
}
