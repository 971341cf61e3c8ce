import { supportKinds, supportStates } from '@claviger/contract/billing/support'
import type { Translate } from '#platform/languages.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { mail } from '#integrations/mail.ts'
import type { SupportRow } from './support.store.ts'

const contentOf = (say: Translate, { kind, quantity, keys, model, address }: SupportRow): string =>
  kind === supportKinds.newReader
    ? say('Card readers: {quantity} × {model}. Delivery address: {address}', {
        quantity,
        model: model ?? '',
        address: address ?? '',
      })
    : say('Annual subscription for {users} users and {keys} security keys', {
        users: quantity,
        keys: keys ?? 0,
      })

/** Emails a request to SUPPORT_EMAIL, and its number to the sender. */
export async function mailRequest(ctx: TransactionContext, row: SupportRow, number: string): Promise<void> {
  const notes = row.note === null ? [] : [row.note]
  if (ctx.config.supportEmail !== undefined)
    await mail(ctx, ctx.config.supportEmail, say => ({
      subject: say('Support request {number} of {name}', { number, name: row.sender_name }),
      greeting: say('Hello,'),
      paragraphs: [contentOf(say, row), ...notes],
      footer: say('Sent by {name}, {email}.', { name: row.sender_name, email: row.sender_email ?? '–' }),
    }))
  if (row.sender_email !== null)
    await mail(ctx, row.sender_email, say => ({
      subject: say('We received your support request {number}', { number }),
      greeting: say('Hello {name},', { name: row.sender_name }),
      paragraphs: [contentOf(say, row), ...notes],
      footer: say('You find the status of your request on the Support page.'),
    }))
}

/** Emails the new state of a request to its sender. */
export async function mailAnswer(ctx: TransactionContext, row: SupportRow, to: string, number: string): Promise<void> {
  await mail(ctx, to, say => {
    const states: Record<number, string> = {
      [supportStates.open]: say('Your support request {number} is open again', { number }),
      [supportStates.inProgress]: say('Your support request {number} is being worked on', { number }),
      [supportStates.done]: say('Your support request {number} is done', { number }),
      [supportStates.declined]: say('Your support request {number} was declined', { number }),
    }
    return {
      subject: states[row.state] ?? number,
      greeting: say('Hello {name},', { name: row.sender_name }),
      paragraphs: [contentOf(say, row), ...(row.answer === null ? [] : [row.answer])],
      footer: say('You find the status of your request on the Support page.'),
    }
  })
}
