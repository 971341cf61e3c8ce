import type { Language } from '@claviger/contract/platform/languages'
import { byteOrderMark, csvLine } from '#platform/csv/csv-writer.ts'
import { dayIn, msg, sayIn, type Translate } from '#platform/languages.ts'
import type { MailAttachment } from '#integrations/mail-template.ts'
import { pdfOfSheet } from '#features/billing/bills/bills.pdf.ts'
import type { PartnerFigures } from '../partners/partners.news.ts'

const columns = [msg('Company'), msg('Users'), msg('Security keys'), msg('Licenses')] as const

interface Report {
  partner: string
  language: Language
  /** The last day of the month. */
  until: Date
  customers: readonly PartnerFigures[]
}

const headOf = (say: Translate) => columns.map(name => say(name)) as [string, string, string, string]

/** The figures of a partner's customers as PDF and CSV. */
export async function reportFiles(of: Report): Promise<MailAttachment[]> {
  const name = `customers-${of.until.toISOString().slice(0, 7)}`
  return [
    { name: `${name}.pdf`, mediaType: 'application/pdf', base64: (await pdfOfReport(of)).toString('base64') },
    { name: `${name}.csv`, mediaType: 'text/csv; charset=utf-8', base64: Buffer.from(csvOf(of)).toString('base64') },
  ]
}

const csvOf = ({ language, customers }: Report): string =>
  `${byteOrderMark}${csvLine(headOf(sayIn(language)))}${customers
    .map(({ name, users, keys, licenses }) => csvLine([name, users, keys, licenses]))
    .join('')}`

function pdfOfReport({ partner, language, until, customers }: Report): Promise<Buffer> {
  const say = sayIn(language)
  const sum = (of: 'users' | 'keys' | 'licenses') => String(customers.reduce((all, one) => all + one[of], 0))
  return pdfOfSheet(
    {
      language,
      title: say('Customers'),
      number: dayIn(language, until),
      seller: [partner],
      facts: [],
      columns: headOf(say),
      rows: customers.map(({ name, users, keys, licenses }) => ({
        title: name,
        detail: '',
        count: String(users),
        price: String(keys),
        total: String(licenses),
      })),
      sums: [
        { label: say('Users'), value: sum('users'), isTotal: false },
        { label: say('Security keys'), value: sum('keys'), isTotal: false },
        { label: say('Licenses'), value: sum('licenses'), isTotal: true },
      ],
      notes: [],
    },
    until,
  )
}
