import type { JobKind } from '#platform/jobs.ts'
import { sayIn } from '#platform/languages.ts'
import { record } from '#platform/record/record.ts'
import { transact } from '#platform/db/transaction.ts'
import { deviceInWords } from '#platform/user-agent.ts'
import type { RequestFacts, AppContext } from '#platform/app-context.ts'
import { mail } from '#integrations/mail.ts'
import { readerOf } from '#integrations/mail-language.ts'
import { notifyPhones } from '#features/keys/push/push.ts'
import { offersMethod, peopleWith } from '../sign-in/sign-in.ts'
import { type ApprovalRow, findApproval } from './approvals.store.ts'
import { linkReference, referenceKinds } from './references.ts'

const nobody = { kind: 'nobody' } as const
const request = { id: 'approval', ip: '', userAgent: '' }

/** The request and the users it may concern; empty if the request is gone. */
async function meant(world: AppContext, id: string) {
  return transact(world, { actor: nobody, request }, async ctx => {
    const row = await findApproval(ctx.db, id)
    if (!row) return undefined
    const people = await peopleWith(ctx, row.email)
    const here = people.filter(one => row.workspace_id === null || one.workspace_id === row.workspace_id)
    return { row, people: here.filter(one => offersMethod(one, 'phone')) }
  })
}

/**
 * Sends push messages to matching users' phones. Messages contain no names, because third-party services carry them.
 */
export const askPhones: JobKind<{ id: string }> = {
  name: 'ask-phones',
  silent: { tables: ['push_subscriptions'], because: 'A phone that is gone for good is forgotten' },
  async work(world, { id }) {
    const asked = await meant(world, id)
    if (!asked) return
    const { row, people } = asked
    const left = Math.floor((row.expires_at.getTime() - world.clock.now().getTime()) / 1000)
    // The job ran late and the request has already ended
    if (left <= 0) return
    const url = `/approve?request=${linkReference(world, id, referenceKinds.told, row.expires_at)}`
    await Promise.all(
      people.map(async one => {
        const language = await transact(world, { actor: nobody, request, workspace: one.workspace_id }, ctx =>
          readerOf(ctx, row.email),
        )
        const say = sayIn(language)
        const message = { title: say('Are you signing in?'), body: say('Tap to see the device and the location.'), url }
        await notifyPhones(world, { workspace: one.workspace_id, user: one.user_id }, message, left)
      }),
    )
  },
}

/** Logs a refused request for its user, and asks the user by email whether they sent it. */
export const noteRefusedApproval: JobKind<{ id: string; request: RequestFacts }> = {
  name: 'approval-refused',
  async work(world, { id, request: refusedBy }) {
    const asked = await meant(world, id)
    for (const one of asked?.people ?? [])
      await transact(world, { actor: nobody, request: refusedBy, workspace: one.workspace_id }, async ctx => {
        const { row } = asked as { row: ApprovalRow }
        const from = { device: deviceInWords(row.user_agent), address: row.ip }
        await record(ctx, {
          action: 'approval.refused',
          by: { id: one.user_id, name: one.user_name },
          after: from,
        })
        await mail(ctx, row.email, say => ({
          subject: say('A sign-in was refused on your phone'),
          greeting: say('Hello {name},', { name: one.first_name }),
          paragraphs: [
            say('A sign-in to your account was requested with {device} from the address {address}. It was refused.', {
              device: deviceInWords(row.user_agent, say),
              address: row.ip,
            }),
            say(
              'If this was you, start again on the computer. If not, contact your administrator. The sign-in was stopped.',
            ),
          ],
          footer: say('You receive this email because a security setting of your account has changed.'),
        }))
      })
  },
}
