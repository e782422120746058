// A code of somebody outside, which only their support asks for: told apart from what a person reads, and copied in one press.
import { useState } from 'react'
import { announce } from '#client/kit/announcer.tsx'
import { IconButton } from '#client/kit/button.tsx'
import facts from '#client/kit/facts.module.css'
import { houseOptions } from './house.ts'

export function PartyCode({ name, code }: { name: string; code: string | null | undefined }) {
  const [copied, setCopied] = useState(false)
  if (!code) return null
  const copy = async () => {
    await houseOptions().ports.clipboard.write(code)
    setCopied(true)
    announce('Código copiado')
  }
  return (
    <>
      <dt>{name}</dt>
      <dd className={facts.code}>
        <span data-part="code">{code}</span>
        <IconButton icon={copied ? 'check' : 'copy'} label={`Copiar ${name.toLowerCase()}`} onClick={() => void copy()} />
      </dd>
    </>
  )
}
