import type { MailTemplate } from '../../src/integrations/mail-template.ts'
import { isConsolePage } from './console-routes.ts'

const address = /https?:\/\/[^\s"'<>()“”]+/g

/** Links in emails to pages of ours that don't exist. */
export const brokenLinksIn = (mails: readonly MailTemplate[], ours: string): string[] => [
  ...new Set(
    mails.flatMap(({ subject, greeting, paragraphs, footer, button }) =>
      [button?.href ?? '', ...[greeting, ...paragraphs, footer].flatMap(text => text.match(address) ?? [])]
        .filter(link => link.startsWith(ours) && !isConsolePage(link.slice(ours.length).replace(/[.,]$/, '') || '/'))
        .map(link => `${subject}: ${link}`),
    ),
  ),
]
