// Amounts on an axis: '25 mil', '−1,2 mi'.
const compact = new Intl.NumberFormat('pt-BR', { notation: 'compact', maximumFractionDigits: 1 })

export const compactAmount = (cents: number): string => compact.format(cents / 100).replace('-', '−')
