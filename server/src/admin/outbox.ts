import { letterText } from '../integrations/mail-template.ts'
import { outboxMails } from '../integrations/mail.ts'
import type { Command } from './command.ts'

export const outbox: Command = {
  name: 'outbox',
  takes: '',
  about: 'Shows the newest 100 emails stored on this server while no SMTP server is configured',
  words: 0,
  options: {},
  async work(operator) {
    const mails = (await outboxMails(operator.world)).map(letter => ({
      id: letter.id,
      sentAt: letter.sentAt.toISOString(),
      to: letter.to,
      subject: letter.subject,
      code: letter.code ?? null,
      link: letter.button?.href ?? null,
      text: letterText(letter),
    }))
    const lines = mails.flatMap(one => [
      `${one.sentAt}  ${one.to}  ${one.subject}`,
      ...one.text.split('\n').map(line => `  ${line}`),
      '',
    ])
    return { json: { mails }, lines: mails.length === 0 ? ['No emails are stored on this server.'] : lines }
  },
}
