// React runs where it is first asked for: here, in the chunk that the build makes of it (vite.config.ts).
import { createRoot as make } from 'react-dom/client'

export const createRoot = make
