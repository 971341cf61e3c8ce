import {
  type baselines,
  type Difference,
  type Drift,
  followStates,
  type OfferedBaseline,
} from '@claviger/contract/governance/baselines'
import type { ListEntry } from '@claviger/contract/decide/policy-content'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { doneReply } from '@claviger/contract/platform/fields'
import { deferText, sayTo } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { shownAs } from '#platform/record/shown-as.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { differencesBetween, readOwnSettings, onlyParts, partsOf } from './baseline-document.ts'
import { applyBaseline, obstaclesTo } from './apply-baseline.ts'
import * as store from './followed.store.ts'

type InputFor<Call extends keyof typeof baselines.calls> = OutputOf<(typeof baselines.calls)[Call]['input']>

const offeredOf = (row: store.OfferedRow): OfferedBaseline => ({
  id: row.id,
  partner: row.partner,
  name: row.name,
  description: row.description,
  version: row.version,
  note: row.note,
  publishedAt: row.published_at.toISOString(),
  contents: row.contents,
  state: row.state,
  offeredAt: row.offered_at.toISOString(),
  acceptedVersion: row.accepted_version,
  acceptedAt: row.accepted_at?.toISOString() ?? null,
  acceptedBy: row.accepted_by,
  drift: row.drift,
})

const objectOf = ({ id, name }: store.OfferedRow) => ({ type: 'baseline', id, name })

export const listOffered = async (ctx: TransactionContext) => ({
  items: (await store.findOfferedBaselines(ctx.db)).map(offeredOf),
})

/** @throws not-found */
async function offeredById(ctx: TransactionContext, id: string): Promise<store.OfferedRow> {
  const row = (await store.findOfferedBaselines(ctx.db)).find(one => one.id === id)
  if (!row) throw problem('not-found')
  return row
}

/** @throws not-found */
async function documentById(ctx: TransactionContext, id: string, version: number) {
  const document = await store.documentOf(ctx.db, id, version)
  if (!document) throw problem('not-found')
  return document
}

const asText = ({ value, label }: ListEntry): string => (label === '' ? value : `${value} (${label})`)

/** Of two lists of entries, those that the other one lacks: an owner reads all that would be added or removed. */
function onlyIn(value: unknown, other: unknown): string[] {
  const others = new Set(((other ?? []) as ListEntry[]).map(asText))
  return ((value ?? []) as ListEntry[]).map(asText).filter(entry => !others.has(entry))
}

function shown({ baseline, current, ...at }: Difference): Difference {
  if (at.field === 'entries') return { ...at, baseline: onlyIn(baseline, current), current: onlyIn(current, baseline) }
  if (at.field === null && typeof baseline === 'object' && baseline !== null && 'entries' in baseline)
    return { ...at, baseline: { ...baseline, entries: onlyIn(baseline.entries, []) }, current }
  return { ...at, baseline, current }
}

/** What accepting the newest version would change. @throws not-found */
export async function compareBaseline(ctx: TransactionContext, { id }: { id: string }) {
  const { version } = await offeredById(ctx, id)
  const document = await documentById(ctx, id, version)
  const say = sayTo(ctx)
  const differences = differencesBetween(document, await readOwnSettings(ctx, partsOf(document)))
  return {
    version,
    differences: [...differences].map(shown),
    obstacles: (await obstaclesTo(ctx, document)).map(({ reason, ...at }) => ({ ...at, reason: say(reason) })),
  }
}

/**
 * Changes the settings of the workspace to the baseline by the same rules as by hand.
 * @throws not-found, changed-meanwhile, baseline-obstacle, owners-locked-out, no-owner-left, above-you
 */
export async function acceptBaseline(
  ctx: TransactionContext,
  { id, version, parts, lockOutSeen }: InputFor<'accept'>,
): Promise<OfferedBaseline> {
  await store.lockFollowed(ctx.db, id)
  const row = await offeredById(ctx, id)
  if (row.version !== version)
    throw problem(
      'changed-meanwhile',
      deferText('{who} published a new version. Compare it first', { who: row.partner }),
    )
  const whole = await documentById(ctx, id, version)
  const document = parts === undefined ? whole : onlyParts(whole, parts)
  const [obstacle] = await obstaclesTo(ctx, document)
  if (obstacle)
    throw problem(
      'baseline-obstacle',
      deferText('“{name}” prevents accepting the baseline: {reason}', {
        name: obstacle.item,
        reason: typeof obstacle.reason === 'string' ? deferText(obstacle.reason) : obstacle.reason,
      }),
    )
  await applyBaseline(ctx, document, lockOutSeen)
  await store.writeAccepted(ctx.db, id, {
    version,
    parts: partsOf(document),
    at: ctx.clock.now(),
    by: shownAs(ctx).name.slice(0, 260),
  })
  await record(ctx, {
    action: 'baseline.accepted',
    object: objectOf(row),
    before: { version: row.accepted_version, drift: row.drifted },
    after: { version, parts: partsOf(document), drift: 0 },
  })
  return offeredOf(await offeredById(ctx, id))
}

/** @throws not-found */
export async function declineBaseline(ctx: TransactionContext, { id }: { id: string }) {
  await store.lockFollowed(ctx.db, id)
  const row = await offeredById(ctx, id)
  if (row.state === followStates.declined) return doneReply
  await store.writeDeclined(ctx.db, id)
  await record(ctx, { action: 'baseline.declined', object: objectOf(row), before: { version: row.accepted_version } })
  return doneReply
}

/** Compares the workspace with each baseline that it accepted, and stores which fields differ. */
export async function checkDrift(ctx: TransactionContext): Promise<void> {
  for (const row of await store.findOfferedBaselines(ctx.db)) {
    if (row.accepted_version === null) continue
    const whole = await store.documentOf(ctx.db, row.id, row.accepted_version)
    if (!whole) continue
    const document = onlyParts(whole, row.parts)
    const drift = driftOf(differencesBetween(document, await readOwnSettings(ctx, partsOf(document))))
    await store.writeDrift(ctx.db, row.id, drift, ctx.clock.now())
    if (row.drifted === 0 && drift.length > 0)
      await record(ctx, { action: 'baseline.drifted', object: objectOf(row), after: { fields: drift.length } })
  }
}

const mostDrift = 200

const driftOf = (differences: Iterable<Difference>): Drift[] =>
  [...differences].slice(0, mostDrift).map(({ part, item, field }) => ({ part, item, field }))
