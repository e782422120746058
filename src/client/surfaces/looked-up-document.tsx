// A CPF or CNPJ that the public registry is asked about: what it tells fills what nobody has typed, and the address with it.
import { type ComponentProps, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { call } from '#client/data/api.ts'
import { announce } from '#client/kit/announcer.tsx'
import { DocumentField } from '#client/kit/form/document-field.tsx'
import { legalEntities, naturalEntities } from '#contract/registry.ts'
import { documentKind } from '#domain/documents.ts'

/** What the registry tells, by the names that most forms give it. */
const TOLD = ['name', 'nickname', 'email', 'phone_number', 'address'] as const
type Told = (typeof TOLD)[number]
type Registration = Partial<Record<Told, unknown>>

/** Undefined when the registry does not know it or is away: then everything is typed. */
async function registrationOf(doc: string): Promise<Registration | undefined> {
  const params = { doc }
  try {
    if (documentKind(doc) === 'CPF') return { name: (await call(naturalEntities.registrationData, { params })).data.name }
    const { name, trade_name: nickname, email, phone_number, address } = (await call(legalEntities.registrationData, { params })).data
    return { name, nickname, email, phone_number, address }
  } catch {
    return undefined
  }
}

interface LookedUpDocumentProps extends Omit<ComponentProps<typeof DocumentField>, 'loading' | 'onComplete'> {
  /** Where this form holds what the registry tells, where it is called otherwise. */
  fills?: Partial<Record<Told, string>> | undefined
}

export function LookedUpDocument({ fills, ...field }: LookedUpDocumentProps) {
  const [busy, setBusy] = useState(false)
  const [note, setNote] = useState<string>()
  const fill = useFilling(fills)
  const { getValues } = useFormContext()
  const look = async (doc: string) => {
    setBusy(true)
    setNote(undefined)
    const found = await registrationOf(doc)
    setBusy(false)
    // Meanwhile another number may have been typed.
    if (getValues(field.name) !== doc) return
    const filled = found !== undefined && fill(found)
    const said =
      found === undefined
        ? 'Não está no cadastro público: preencha os dados.'
        : filled
          ? 'Preenchido pelo cadastro público: confira.'
          : undefined
    setNote(said)
    if (said) announce(said)
  }
  return <DocumentField {...field} loading={busy} onComplete={doc => void look(doc)} help={note ?? field.help} />
}

/** Writes what is told into the fields there are; what a person typed stays, what an earlier look-up filled gives way. */
function useFilling(fills: LookedUpDocumentProps['fills']) {
  const { getValues, setValue } = useFormContext()
  const filled = useRef(new Map<string, unknown>())
  const put = (path: string, value: unknown): boolean => {
    const now: unknown = getValues(path)
    if (now === undefined || typeof value !== 'string' || value === '') return false
    if (now !== '' && now !== null && now !== filled.current.get(path)) return false
    filled.current.set(path, value)
    setValue(path, value, { shouldDirty: true, shouldValidate: true })
    return true
  }
  return (found: Registration): boolean =>
    TOLD.flatMap(name => {
      const path = fills?.[name] ?? name
      return name === 'address'
        ? Object.entries(found.address ?? {}).map(([part, value]) => put(`${path}.${part}`, value))
        : [put(path, found[name])]
    }).includes(true)
}
