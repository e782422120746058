// The access key of an NF-e as a person types it, pastes it or reads it from the barcode of the DANFE, which holds nothing else.
import { isAccessKey, readAccessKey } from './access-key.ts'

const LENGTH = 44

/** Its marks are left out, and so is the 'NFe' that its XML writes before it. */
export function readTypedKey(text: string): { key: string } | { refusal: string } {
  const key = text
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/^NFE(?=\d)/, '')
  if (key.length !== LENGTH) return { refusal: `A chave de acesso tem ${LENGTH} dígitos: esta tem ${key.length}` }
  const parts = readAccessKey(key)
  if (!parts) return { refusal: 'A chave de acesso tem uma letra fora do lugar' }
  if (!isAccessKey(key)) return { refusal: 'O dígito verificador da chave não confere: algum número está trocado' }
  return parts.model === '55' ? { key } : { refusal: 'Só a NF-e (modelo 55) é buscada pela chave' }
}
