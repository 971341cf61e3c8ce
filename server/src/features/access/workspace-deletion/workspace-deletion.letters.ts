import { graceDays } from '@claviger/contract/access/workspace-deletion'
import type { Ctx } from '../../../ground/world.ts'
import { mail } from '../../../outside/mail.ts'

interface Owner {
  name: string
  email: string | null
}

const footer = 'You get this mail because you are an owner of this workspace.'
const dayOf = (at: Date) =>
  at.toLocaleDateString('en-US', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Tells the owners that their workspace is going to be deleted, and how to stop it. */
export async function mailBegun(
  ctx: Ctx,
  owners: readonly Owner[],
  workspace: string,
  by: string,
  endsAt: Date,
): Promise<void> {
  for (const { name, email } of owners) {
    if (email === null) continue
    await mail(ctx, {
      to: email,
      subject: `${workspace} will be deleted on ${dayOf(endsAt)}`,
      greeting: `Hello ${name},`,
      paragraphs: [
        `${by} asked to delete ${workspace}. It is disabled now: only its owners can sign in.`,
        `In ${graceDays} days its users, their keys and its log are deleted for good. Until then an owner can keep it.`,
      ],
      button: { label: 'Open the settings', href: `${ctx.config.publicUrl}/dashboard/workspace` },
      footer,
    })
  }
}

/** Tells the owners that their workspace stays. */
export async function mailKept(ctx: Ctx, owners: readonly Owner[], workspace: string, by: string): Promise<void> {
  for (const { name, email } of owners) {
    if (email === null) continue
    await mail(ctx, {
      to: email,
      subject: `${workspace} stays`,
      greeting: `Hello ${name},`,
      paragraphs: [`${by} stopped the deletion of ${workspace}. Everybody can sign in again.`],
      footer,
    })
  }
}
