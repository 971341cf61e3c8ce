import { days, later } from '#platform/clock.ts'
import { dayIn } from '#platform/languages.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { mail } from '#integrations/mail.ts'
import { type KeyActResult, actOnKeys } from '#features/keys/key-acts/key-acts.ts'
import type { WorkRowResult, WorkRow } from '#features/work/works/works.ts'
import type { WorkflowRow } from '../workflows.store.ts'
import { idleKeys, type Owner, ownersOfKeys } from './idle-keys.store.ts'
import { markDue, unmark } from './due.store.ts'
import { activationResult, type DueSubject, type WorkflowStep, type Type } from './type.ts'

// Skipped rows don't count as failures of the run
const skips = new Set(['own-key', 'above-you', 'unknown', 'already', 'is-pending'])

async function tell(
  ctx: TransactionContext,
  { settings }: WorkflowRow,
  owner: Owner & { email: string },
): Promise<void> {
  const { suspendAfter } = settings
  const ends = suspendAfter && !owner.rank ? later(ctx.clock.now(), days(suspendAfter)) : null
  await mail(ctx, owner.email, (say, language) => ({
    subject: say('Do you still use your security key “{key}”?', { key: owner.key_name }),
    greeting: say('Hello {name},', { name: owner.first_name }),
    paragraphs: [
      say("Your security key “{key}” hasn't been used since {day}.", {
        key: owner.key_name,
        day: dayIn(language, owner.since),
      }),
      ends === null
        ? say('If you no longer need it, inform your administrator.')
        : say("If you don't use it before {day}, it will be suspended.", { day: dayIn(language, ends) }),
    ],
    footer: say('You receive this email because your workspace monitors unused keys.'),
  }))
}

async function tellAll(
  ctx: TransactionContext,
  { workflow }: WorkflowStep,
  rows: readonly WorkRow[],
): Promise<WorkRowResult[]> {
  const owners = new Map(
    (
      await ownersOfKeys(
        ctx.db,
        rows.map(row => row.subject as string),
      )
    ).map(one => [one.key, one]),
  )
  const results: WorkRowResult[] = []
  const told: string[] = []
  for (const row of rows) {
    const owner = owners.get(row.subject as string)
    const facts = { step: 'tell' }
    if (!owner || owner.email === null) {
      results.push(activationResult(row, 'skipped', owner ? 'no-email' : 'unknown', { facts }))
      continue
    }
    await tell(ctx, workflow, { ...owner, email: owner.email })
    told.push(owner.key)
    results.push(activationResult(row, 'done', 'told', { facts }))
  }
  await markDue(ctx.db, { workflow: workflow.id, step: 'told', now: ctx.clock.now() }, told)
  return results
}

async function act(
  ctx: TransactionContext,
  { workflow, by }: WorkflowStep,
  step: 'suspend' | 'delete',
  rows: readonly WorkRow[],
): Promise<WorkRowResult[]> {
  const now = ctx.clock.now()
  const ids = rows.map(row => row.subject as string)
  const acted = new Map<string, KeyActResult>(
    (await actOnKeys(ctx, { act: step, by, now, verification: null, pins: null }, ids)).map(one => [one.id, one]),
  )
  const reached = [...acted.values()].filter(one => one.reason === null).map(one => one.id)
  if (step === 'suspend') await markDue(ctx.db, { workflow: workflow.id, step: 'suspended', now }, reached)
  else await unmark(ctx.db, workflow.id, reached)
  return rows.map(row => {
    const one = acted.get(row.subject as string)
    const { reason = 'unknown', was = null, actedAt = null } = one ?? {}
    if (reason !== null)
      return activationResult(row, skips.has(reason) ? 'skipped' : 'refused', reason, { facts: { step } })
    const did = step === 'suspend' ? 'suspended' : 'deleted'
    return activationResult(row, 'done', did, { facts: { step }, was, actedAt })
  })
}

export const idleKeysType: Type = {
  due: idleKeys,
  grave: ['suspend', 'delete'],
  async write(ctx, turn, due: ReadonlyMap<string, DueSubject>) {
    const of = (step: string) => turn.rows.filter(row => due.get(row.subject as string)?.step === step)
    const [told, suspended, gone] = [of('tell'), of('suspend'), of('delete')]
    return [
      ...(told.length === 0 ? [] : await tellAll(ctx, turn, told)),
      ...(suspended.length === 0 ? [] : await act(ctx, turn, 'suspend', suspended)),
      ...(gone.length === 0 ? [] : await act(ctx, turn, 'delete', gone)),
    ]
  },
}
