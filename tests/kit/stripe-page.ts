// The page where our Stripe has a card typed: a form, its check, and the way back to whoever opened it.

export interface TypedCard {
  brand: string
  last4: string
  exp_month: number
  exp_year: number
}

const BRANDS: readonly (readonly [prefix: string, brand: string])[] = [
  ['4', 'visa'],
  ['5', 'mastercard'],
  ['34', 'amex'],
  ['37', 'amex'],
]

/** Undefined: no card was typed. */
export function readTyped(form: URLSearchParams): TypedCard | undefined {
  const number = (form.get('number') ?? '').replace(/\D/g, '')
  const [, month, year] = /^(0[1-9]|1[0-2])\/(\d{2})$/.exec(form.get('expiry') ?? '') ?? []
  const brand = BRANDS.find(([prefix]) => number.startsWith(prefix))?.[1]
  if (number.length !== 16 || !brand || !month || !year) return undefined
  return { brand, last4: number.slice(-4), exp_month: Number(month), exp_year: 2000 + Number(year) }
}

export const typingPage = (cancelUrl: string, isWrong: boolean): string => `<!doctype html>
<html lang="pt-BR"><meta charset="utf-8"><title>Stripe</title><link rel="icon" href="data:,">
<h1>Cartão</h1>
${isWrong ? '<p role="alert">Confira o cartão</p>' : ''}
<form method="post">
  <label>Número do cartão <input name="number"></label>
  <label>Validade <input name="expiry"></label>
  <button>Salvar cartão</button>
</form>
<a href="${cancelUrl.replaceAll('&', '&amp;')}">Voltar</a>
</html>`
