// The first script runs in two tasks, so that the page can answer between them: the libraries, one chunk
// (vite.config.ts), then the product's own code. Nothing of ours is imported here, or both would be one task.
import 'react-dom/client'

setTimeout(() => void import('./start.tsx'))
