import type { BillDetails } from '@claviger/contract/billing/bills'
import type { Language } from '@claviger/contract/platform/languages'
import { FileReply } from '#http/bind.ts'
import { type BillSheet, sheetOf } from './bills.sheet.ts'
import { logoMark } from './pdf/logo-mark.ts'

const escaped = (text: string) => text.replace(/[&<>"']/g, sign => `&#${sign.codePointAt(0)};`)

const style = `*{box-sizing:border-box}body{margin:0;background:#fff;color:#14191b;font:14px/21px Inter,system-ui,sans-serif}
main{max-width:820px;margin:0 auto;padding:44px 56px}header{display:flex;justify-content:space-between;border-bottom:2px solid #14191b;padding-bottom:24px;gap:24px}
h1{font-size:28px;line-height:34px;margin:0;text-align:end}header p,.quiet,th{color:#5d686d}header p{margin:0}.number{text-align:end}
.brand{display:flex;align-items:center;gap:10px;font-size:18px;font-weight:600;margin:0 0 12px;color:#14191b}.facts{display:grid;grid-template-columns:2fr 1.2fr 1fr 1fr;gap:24px;margin:20px 0 32px}
dl{margin:0}dt{font-size:12.5px;color:#5d686d}dd{margin:0;unicode-bidi:plaintext}table{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}
th{font-size:12.5px;text-align:start}th,td{border-bottom:1px solid #e3e8e9;padding:8px 0;vertical-align:middle}.n{text-align:end;white-space:nowrap;padding-inline-start:24px}
td b,th b{font-weight:600;display:block}.detail{font-size:12.5px;color:#5d686d}table:not(.sums) tbody tr:last-child td{border:0}.sums{width:300px;margin-inline-start:auto;margin-top:12px}.sums td{border:0;padding:5px 0}
.sums tr:last-child td{border-top:1px solid #e3e8e9;font-size:17px;font-weight:600;padding-top:12px}footer{display:flex;gap:32px;border-top:1px solid #e3e8e9;margin-top:56px;padding-top:18px;font-size:13px}
footer div{flex:1}@media print{main{padding:0}}@media(max-width:600px){main{padding:20px}.facts{grid-template-columns:1fr 1fr}footer,header{flex-direction:column}h1,.number{text-align:start}}`

const logo = `<svg width="30" height="30" viewBox="-5.9 -7.8 46 46" aria-hidden="true"><rect x="-5.9" y="-7.8" width="46" height="46" rx="10" fill="#046573"/><path fill="#fff" fill-rule="evenodd" transform="rotate(45 16 16)" d="${logoMark}"/></svg>`

const factOf = ({ label, lines }: BillSheet['facts'][number]) =>
  `<dl><dt>${escaped(label)}</dt>${lines.map(line => `<dd>${escaped(line)}</dd>`).join('')}</dl>`

const rowOf = ({ title, detail, count, price, total }: BillSheet['rows'][number]) =>
  `<tr><td><b dir="auto">${escaped(title)}</b><span class="detail">${escaped(detail)}</span></td><td class="n">${escaped(count)}</td><td class="n">${escaped(price)}</td><td class="n"><b>${escaped(total)}</b></td></tr>`

/** A bill as an HTML document, for a sandboxed frame and for printing. */
export function htmlOf(bill: BillDetails, language: Language): string {
  const sheet = sheetOf(bill, language)
  const [first, ...rest] = sheet.columns
  return `<!doctype html><html lang="${sheet.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(`${sheet.title} ${sheet.number}`)}</title><style>${style}</style></head><body><main>
<header><div><p class="brand">${logo}Claviger</p>${sheet.seller.map(line => `<p>${escaped(line)}</p>`).join('')}</div><div><h1>${escaped(sheet.title)}</h1><p class="number">${escaped(sheet.number)}</p></div></header>
<div class="facts">${sheet.facts.map(factOf).join('')}</div>
<table><thead><tr><th>${escaped(first)}</th>${rest.map(name => `<th class="n">${escaped(name)}</th>`).join('')}</tr></thead><tbody>${sheet.rows.map(rowOf).join('')}</tbody></table>
<table class="sums"><tbody>${sheet.sums.map(({ label, value }) => `<tr><td>${escaped(label)}</td><td class="n">${escaped(value)}</td></tr>`).join('')}</tbody></table>
<footer>${sheet.notes.map(({ title, text }) => `<div><b>${escaped(title)}</b><br><span class="quiet">${escaped(text)}</span></div>`).join('')}</footer>
</main></body></html>`
}

/** The document as a reply. It runs no scripts and loads nothing, even when opened outside the console. */
export const htmlReply = (html: string): FileReply =>
  new FileReply(html, 'text/html; charset=utf-8', {
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'",
  })
