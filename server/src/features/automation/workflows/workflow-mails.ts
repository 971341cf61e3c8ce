import { runReasons, type RunReason } from '@claviger/contract/automation/workflows/workflow-runs'
import type { TransactionContext } from '#platform/app-context.ts'
import { mail } from '#integrations/mail.ts'
import { ownersOf } from '#features/tenancy/administrators/administrators.ts'
import { mailboxesOf, type WorkflowRow } from './workflows.store.ts'

const pageOf = (ctx: TransactionContext, { id }: WorkflowRow) =>
  `${ctx.config.publicUrl}/dashboard/workflows/${id}/logs`

export async function mailWorkflowFailure(
  ctx: TransactionContext,
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
          ? [say('Completed: {done}. Failed: {failed}.', { done: String(run.done), failed: String(run.failed) })]
          : []),
      ],
      button: { label: say('View runs'), href: pageOf(ctx, workflow) },
      footer: say('You receive this email because the workflow is set to notify you.'),
    }))
}

/** Notifies the owners that a workflow was disabled because its responsible user left. */
export async function mailWorkflowDisabled(ctx: TransactionContext, workflow: WorkflowRow): Promise<void> {
  for (const { name, email } of await ownersOf(ctx)) {
    if (email === null) continue
    await mail(ctx, email, say => ({
      subject: say('The workflow “{workflow}” was turned off', { workflow: workflow.name }),
      greeting: say('Hello {name},', { name }),
      paragraphs: [
        say('{maker} is responsible for this workflow but no longer has the required permissions.', {
          maker: workflow.maker_name,
        }),
        say('The administrator who turns it on again becomes responsible for it.'),
      ],
      button: { label: say('Open workflow'), href: `${ctx.config.publicUrl}/dashboard/workflows/${workflow.id}` },
      footer: say('You receive this email because you are an owner of this workspace.'),
    }))
  }
}

export async function askOwners(ctx: TransactionContext, workflow: WorkflowRow, count: number): Promise<void> {
  for (const { name, email } of await ownersOf(ctx)) {
    if (email === null) continue
    await mail(ctx, email, say => ({
      subject: say('The workflow “{workflow}” needs your approval', { workflow: workflow.name }),
      greeting: say('Hello {name},', { name }),
      paragraphs: [
        say(
          'It would suspend or delete {count, plural, one {# key} other {# keys}} at the same time. No changes have been made yet.',
          {
            count,
          },
        ),
        say('Review the list, then approve or stop the run.'),
      ],
      button: { label: say('View runs'), href: pageOf(ctx, workflow) },
      footer: say('You receive this email because you are an owner of this workspace.'),
    }))
  }
}
