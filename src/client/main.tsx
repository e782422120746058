// The first script runs in two tasks, so that the page can answer between them: the libraries, one chunk
// (vite.config.ts), then the product's own code. Of ours only what tells that it is missing is imported here, or both would be one task.
import 'react-dom/client'
import { nameMissingCode, reloadOnce } from './shell/missing-code.ts'

function sayWhy(): void {
  const again = document.createElement('button')
  again.textContent = 'Tentar de novo'
  again.onclick = () => location.reload()
  document
    .querySelector('#root > [role="status"]')
    ?.replaceChildren('Não foi possível abrir o Razão: há uma versão nova, ou a conexão falhou. ', again)
  window.addEventListener('online', () => location.reload())
}

nameMissingCode()
setTimeout(() => void import('./start.tsx').catch(() => reloadOnce() || sayWhy()))
