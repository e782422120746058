// The local outbox as a page, where people read the demo's one-time codes.
import type { OutboxRow } from '#server/adapters/messages/outbox.ts'
import { escapeHtml } from '#server/base/html.ts'

export function outboxPage(rows: readonly OutboxRow[]): string {
  const body = rows
    .map(
      row =>
        `<tr><td>${escapeHtml(row.at)}</td><td>${escapeHtml(row.to)}</td><td>${escapeHtml(row.kind)}</td><td><strong>${escapeHtml(row.code ?? '')}</strong></td><td>${escapeHtml(row.text)}</td></tr>`,
    )
    .join('')
  return `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><meta http-equiv="refresh" content="5"><title>Mensagens · ambiente local</title>
<style nonce="{{nonce}}">body{font:14px/1.5 system-ui;margin:32px;color:#1a2230}td,th{padding:6px 16px 6px 0;text-align:left;border-bottom:1px solid #e7ebf0}strong{font-size:18px;letter-spacing:.1em}</style>
<h1>Mensagens do ambiente local</h1><p>Os códigos de acesso aparecem aqui; o que saiu por um canal configurado já não mostra o texto.</p>
<table><tr><th>Quando</th><th>Para</th><th>Canal</th><th>Código</th><th>Texto</th></tr>${body}</table></html>`
}
