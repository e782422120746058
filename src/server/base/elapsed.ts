/** What has passed since `started`, of performance.now(), as a person reads it: '1,4 s'. */
export const elapsed = (started: number): string =>
  `${((performance.now() - started) / 1000).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} s`
