import { runReasons, type RunReason } from '@claviger/contract/automation/workflows/runs'
import type { Ctx } from '../../../ground/world.ts'
import { mail } from '../../../outside/mail.ts'
import { ownersOf } from '../../tenancy/administrators/administrators.ts'
import { mailboxesOf, type WorkflowRow } from './workflows.store.ts'

const pageOf = (ctx: Ctx, { id }: WorkflowRow) => `${ctx.config.publicUrl}/dashboard/workflows/${id}/logs`

/** Tells those whom a workflow names that a run failed, and why. */
export async function tellOfFailure(
  ctx: Ctx,
  workflow: WorkflowRow,
  run: { reason: RunReason; failed: number; done: number },
): Promise<void> {
  for (const { name, email } of await mailboxesOf(ctx.db, workflow.notify))
    await mail(ctx, email, say => ({
      subject: say('The workflow “{workflow}” failed', { workflow: workflow.name }),
      greeting: say('Hello {name},', { name }),
      paragraphs: [
        say(runReasons[run.reason]),
        ...(run.failed > 0
          ? [say('Done: {done}. Failed: {failed}.', { done: String(run.done), failed: String(run.failed) })]
          : []),
      ],
      button: { label: say('Open its runs'), href: pageOf(ctx, workflow) },
      footer: say('You get this mail because the workflow names you.'),
    }))
}

/** Tells the owners that a workflow was switched off, for nobody answers for it any more. */
export async function tellOfMaker(ctx: Ctx, workflow: WorkflowRow): Promise<void> {
  for (const { name, email } of await ownersOf(ctx)) {
    if (email === null) continue
    await mail(ctx, email, say => ({
      subject: say('The workflow “{workflow}” was switched off', { workflow: workflow.name }),
      greeting: say('Hello {name},', { name }),
      paragraphs: [
        say('{maker} answers for this workflow and has lost the rights that it needs.', { maker: workflow.maker_name }),
        say('Whoever switches it on again answers for it from then on.'),
      ],
      button: { label: say('Open the workflow'), href: `${ctx.config.publicUrl}/dashboard/workflows/${workflow.id}` },
      footer: say('You get this mail because you are an owner of this workspace.'),
    }))
  }
}

/** Asks the owners to look at a run that would suspend or delete many. */
export async function askOwners(ctx: Ctx, workflow: WorkflowRow, count: number): Promise<void> {
  for (const { name, email } of await ownersOf(ctx)) {
    if (email === null) continue
    await mail(ctx, email, say => ({
      subject: say('The workflow “{workflow}” waits for you', { workflow: workflow.name }),
      greeting: say('Hello {name},', { name }),
      paragraphs: [
        say('It would suspend or delete {count, plural, one {# key} other {# keys}} at once. Nothing was done yet.', {
          count,
        }),
        say('Look at the list, then let it go on or stop it.'),
      ],
      button: { label: say('Open its runs'), href: pageOf(ctx, workflow) },
      footer: say('You get this mail because you are an owner of this workspace.'),
    }))
  }
}
