// What was said of a record before its form was opened, laid over the form's first values.

/** Takes what has a field of that name; a form whose fields hold something else than its command's input reads `said` itself. */
export function withSaid<Input extends object>(start: Input, said: Readonly<Record<string, unknown>>): Input {
  const known = Object.entries(said).filter(([name, value]) => name in start && value !== undefined)
  return Object.assign({ ...start }, Object.fromEntries(known))
}
