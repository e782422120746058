// Valid CPFs and CNPJs by number, so that two builders never use the same document.
import { isValidCnpj, isValidCpf } from '#domain/documents.ts'

function complete(body: string, isValid: (text: string) => boolean): string {
  for (let digits = 0; digits < 100; digits += 1) {
    const text = `${body}${String(digits).padStart(2, '0')}`
    if (isValid(text)) return text
  }
  throw new Error(`no check digits for ${body}`)
}

/** The CPF whose first nine digits are 100000000 + n. */
export const cpfNumber = (n: number): string => complete(String(100_000_000 + n), isValidCpf)

/** The CNPJ of root 10000000 + n, first branch. */
export const cnpjNumber = (n: number): string => complete(`${10_000_000 + n}0001`, isValidCnpj)
