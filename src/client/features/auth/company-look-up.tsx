// The document of a new company: at 14 digits the registry fills its name, at 11 it lists that person's companies (SPEC.md, Registry).
import { useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { call } from '#client/data/api.ts'
import { announce } from '#client/kit/announcer.tsx'
import { DocumentField } from '#client/kit/form/document-field.tsx'
import text from '#client/kit/look/text.module.css'
import { legalEntities, naturalEntities } from '#contract/registry.ts'
import { formatDocument } from '#domain/documents.ts'
import styles from './auth.module.css'

const CPF_LENGTH = 11

interface Found {
  document_number: string
  name: string
}

export function CompanyDocumentField() {
  const { setValue, getValues } = useFormContext<{ document_number: string; name: string }>()
  const [busy, setBusy] = useState(false)
  const [choices, setChoices] = useState<readonly Found[]>([])
  const [note, setNote] = useState<string>()
  /** The name the registry gave: it gives way to another look-up, a typed one does not. */
  const filled = useRef('')

  const take = ({ document_number, name }: Found) => {
    setChoices([])
    setValue('document_number', document_number, { shouldDirty: true, shouldValidate: true })
    const typed = getValues('name')
    if (typed !== '' && typed !== filled.current) return
    filled.current = name
    setValue('name', name, { shouldDirty: true, shouldValidate: true })
  }
  const ofPerson = async (doc: string) => {
    const { data } = await call(naturalEntities.legalEntities, { params: { doc } })
    setChoices(data)
    const said = data.length === 0 ? 'Nenhuma empresa deste CPF no cadastro: digite o CNPJ.' : 'Escolha uma das empresas deste CPF.'
    setNote(said)
    announce(said)
  }
  const ofCompany = async (doc: string) => {
    const { data } = await call(legalEntities.registrationData, { params: { doc } })
    // Meanwhile another number may have been typed.
    if (getValues('document_number') === doc) take({ document_number: doc, name: data.name })
  }
  const lookUp = async (doc: string) => {
    setBusy(true)
    setNote(undefined)
    setChoices([])
    try {
      await (doc.length === CPF_LENGTH ? ofPerson(doc) : ofCompany(doc))
    } catch {
      // Founding a company does not need the registry.
      setNote('Não achamos este documento no cadastro: preencha os dados.')
    } finally {
      setBusy(false)
    }
  }
  return (
    <div>
      <DocumentField name="document_number" label="CNPJ" autoFocus loading={busy} onComplete={doc => void lookUp(doc)} help={note} />
      {choices.length > 0 ? (
        <ul className={styles.foundCompanies} aria-label="Empresas deste CPF">
          {choices.map(found => (
            <li key={found.document_number}>
              <button type="button" className={styles.company} onClick={() => take(found)}>
                <span className={styles.name}>{found.name}</span>
                <span className={text.m}>{formatDocument(found.document_number)}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
