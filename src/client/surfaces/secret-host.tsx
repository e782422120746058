// What is shown once and never again: a key or secret just made, to be copied before the dialog closes.
import { useRef, useState } from 'react'
import { create } from 'zustand'
import { announce } from '#client/kit/announcer.tsx'
import { Button } from '#client/kit/button.tsx'
import { classNames } from '#client/kit/class-names.ts'
import dialog from '#client/kit/dialog.module.css'
import { Dialog } from '#client/kit/dialog.tsx'
import { Note } from '#client/kit/drawer.tsx'
import form from '#client/kit/form/form.module.css'
import text from '#client/kit/look/text.module.css'
import type { Outcome } from '#commands/kit/command.ts'
import { houseOptions } from './house.ts'
import styles from './secret-host.module.css'

type Secret = NonNullable<Outcome['secret']>
const useSecret = create<{ secret: Secret | undefined }>(() => ({ secret: undefined }))
export const showSecret = (secret: Secret): void => useSecret.setState({ secret })

export function SecretHost() {
  const { secret } = useSecret()
  return secret ? <SecretDialog key={secret.value} {...secret} /> : null
}

function SecretDialog({ title, value }: Secret) {
  const field = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState(false)
  const close = () => useSecret.setState({ secret: undefined })
  const copy = async () => {
    field.current?.select()
    await houseOptions().ports.clipboard.write(value)
    setCopied(true)
    announce('Copiado')
  }
  return (
    <Dialog
      open
      onClose={close}
      title={title}
      footer={
        <>
          <Button size="form" variant={copied ? 'secondary' : 'primary'} icon={copied ? 'check' : 'copy'} onClick={() => void copy()}>
            {copied ? 'Copiado' : 'Copiar'}
          </Button>
          <Button size="form" variant={copied ? 'primary' : 'secondary'} onClick={close}>
            Já guardei
          </Button>
        </>
      }
    >
      <div className={dialog.body}>
        <Note kind="warning">Copie agora: não será mostrado de novo.</Note>
        <label className={classNames(form.inp, styles.secret)} data-part="input">
          <span className={text.vh}>{title}</span>
          <input ref={field} readOnly value={value} onFocus={event => event.target.select()} />
        </label>
      </div>
    </Dialog>
  )
}
