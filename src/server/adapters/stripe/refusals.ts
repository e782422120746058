// Why an issuer refused a card, in words for whoever pays; a code that is not listed is told as a refusal and no more.
const REFUSALS: Readonly<Record<string, string>> = {
  authentication_required: 'O banco do cartão pede que você confirme a compra: informe o cartão de novo para confirmar.',
  card_not_supported: 'Este cartão não aceita este tipo de compra.',
  card_velocity_exceeded: 'O cartão passou do limite de compras no período.',
  currency_not_supported: 'Este cartão não aceita compras em reais.',
  expired_card: 'O cartão venceu.',
  fraudulent: 'O emissor recusou.',
  incorrect_cvc: 'O código de segurança não confere.',
  incorrect_number: 'O número do cartão não confere.',
  insufficient_funds: 'Cartão sem saldo ou limite.',
  invalid_account: 'O cartão ou a conta dele não é válido.',
  invalid_expiry_month: 'A validade do cartão não confere.',
  invalid_expiry_year: 'A validade do cartão não confere.',
  issuer_not_available: 'O emissor do cartão não respondeu à operadora.',
  lost_card: 'O emissor recusou.',
  pickup_card: 'O emissor recusou.',
  processing_error: 'A operadora não conseguiu processar o cartão.',
  stolen_card: 'O emissor recusou.',
  withdrawal_count_limit_exceeded: 'O cartão passou do limite.',
}

export const refusalOf = (code: string | null | undefined): string => REFUSALS[code ?? ''] ?? 'O emissor recusou.'

export const CARD_GONE = 'A operadora não tem mais este cartão: informe outro.'
