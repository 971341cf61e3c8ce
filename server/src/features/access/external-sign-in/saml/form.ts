import { createHash } from 'node:crypto'
import { FileReply } from '#http/bind.ts'

const send = 'document.forms[0].submit()'
const hash = createHash('sha256').update(send).digest('base64')
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string) => text.replace(/[&<>"]/g, mark => entities[mark] ?? mark)

/** A page that submits a form to a provider automatically, or with a button if scripts are disabled. */
export function formTo(url: string, fields: readonly (readonly [name: string, value: string])[]): FileReply {
  const inputs = fields
    .map(([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`)
    .join('')
  const page = `<!doctype html><html><head><meta charset="utf-8"><title>Sign in</title></head><body><form method="post" action="${escape(url)}">${inputs}<noscript><button>Continue</button></noscript></form><script>${send}</script></body></html>`
  return new FileReply(page, 'text/html; charset=utf-8', {
    'content-security-policy': `default-src 'none'; script-src 'sha256-${hash}'; form-action ${new URL(url).origin} https:; frame-ancestors 'none'; base-uri 'none'`,
    'cache-control': 'no-store',
  })
}
