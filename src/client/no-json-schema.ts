// What the built client has of zod's JSON Schema, which only the server writes: nothing.
const missing = (): never => {
  throw new Error('the client has no JSON Schema')
}

export const toJSONSchema = missing
export const createToJSONSchemaMethod = missing
export const createStandardJSONSchemaMethod = missing
export const JSONSchemaGenerator = missing
