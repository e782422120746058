// Instants in words, on the clock of the place they belong to.

/** '24/11/2026, 10h00' on the clock of the appointment's own zone. */
export function momentIn(instant: string, time_zone: string): string {
  const date = new Date(instant)
  const day = date.toLocaleDateString('pt-BR', { timeZone: time_zone, day: '2-digit', month: '2-digit', year: 'numeric' })
  const time = date.toLocaleTimeString('pt-BR', { timeZone: time_zone, hour: '2-digit', minute: '2-digit' })
  return `${day}, ${time.replace(':', 'h')}`
}
