import type { Language } from '@claviger/contract/platform/languages'

export interface MailContent {
  subject: string
  greeting: string
  paragraphs: readonly string[]
  code?: string
  button?: { label: string; href: string }
  footer: string
  attachments?: readonly MailAttachment[]
}

export interface MailAttachment {
  name: string
  mediaType: string
  base64: string
}

/** How the partner of a workspace appears in its emails. */
export interface MailBrand {
  name: string
  /** A dark color as #rrggbb, for buttons with white text. */
  color: string | null
  /** Address of the logo. */
  logo: string | null
  /** A line with the support address, in the language of the email. */
  support: string | null
}

export interface MailTemplate extends MailContent {
  to: string
  language: Language
  brand?: MailBrand | undefined
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string) => text.replace(/[&<>"']/g, mark => entities[mark] ?? mark)

export function letterText(letter: MailTemplate): string {
  const middle = [
    ...(letter.code ? [letter.code] : []),
    ...(letter.button ? [`${letter.button.label}: ${letter.button.href}`] : []),
  ]
  const support = letter.brand?.support ?? null
  const end = support === null ? [letter.footer] : [letter.footer, support]
  return [letter.greeting, ...letter.paragraphs, ...middle, ...end].join('\n\n')
}

const usualColor = '#046573'

function headOf({ brand }: MailTemplate): string {
  if (!brand) return ''
  const logo =
    brand.logo === null
      ? ''
      : `<img src="${escape(brand.logo)}" alt="" height="32" style="vertical-align:middle;margin-right:12px">`
  return `<p style="margin:0 0 24px;font-weight:600">${logo}${escape(brand.name)}</p>`
}

export function html(letter: MailTemplate): string {
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${escape(text)}</p>`
  const code = letter.code
    ? `<p style="margin:0 0 16px;font:600 28px/36px ui-monospace,monospace;letter-spacing:6px">${escape(letter.code)}</p>`
    : ''
  const button = letter.button
    ? `<p style="margin:24px 0"><a href="${escape(letter.button.href)}" style="background:${letter.brand?.color ?? usualColor};color:#ffffff;padding:12px 20px;border-radius:6px;text-decoration:none;font-weight:600">${escape(letter.button.label)}</a></p><p style="margin:0 0 16px;color:#5d686d;font-size:12px;word-break:break-all">${escape(letter.button.href)}</p>`
    : ''
  return `<!doctype html><html lang="${letter.language}"><head><meta charset="utf-8"><title>${escape(letter.subject)}</title></head><body style="margin:0;background:#f6f8f8;padding:32px 16px"><div style="max-width:520px;margin:0 auto;background:#ffffff;border:1px solid #e3e8e9;border-radius:8px;padding:32px;font:14px/21px Inter,system-ui,sans-serif;color:#14191b">${headOf(letter)}${paragraph(letter.greeting)}${letter.paragraphs.map(paragraph).join('')}${code}${button}<p style="margin:24px 0 0;color:#5d686d;font-size:12px">${escape(letter.footer)}${letter.brand?.support ? `<br>${escape(letter.brand.support)}` : ''}</p></div></body></html>`
}
