import {
  type Baseline,
  type baselines,
  type BaselinePart,
  type Follower,
  mostBaselines,
} from '@claviger/contract/governance/baselines'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { doneReply } from '@claviger/contract/platform/fields'
import { paginate } from '#platform/db/page.ts'
import { enterOnly, workspaceOf } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { deferText } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { shownAs } from '#platform/record/shown-as.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { listProfiles } from '#features/access/authentication-profiles/authentication-profiles.ts'
import { portablePages } from '#features/access/self-service-settings/self-service-settings.portable.ts'
import { listTokenPolicies } from '#features/keys/token-policies/token-policies.ts'
import { portablePolicies } from '#features/rules/policies/policies.portable.ts'
import { customer } from '../partner-panel/partner-panel.ts'
import { type BaselineDocument, contentsOf, readOwnSettings } from './baseline-document.ts'
import { mailOffer } from './baselines.jobs.ts'
import * as store from './baselines.store.ts'

type InputFor<Call extends keyof typeof baselines.calls> = OutputOf<(typeof baselines.calls)[Call]['input']>

const mostCharacters = 1_000_000

const baselineOf = ({ offered, accepted, declined, drifted, ...row }: store.BaselineRow): Baseline => ({
  id: row.id,
  name: row.name,
  description: row.description,
  version: row.version,
  note: row.note,
  publishedAt: row.published_at.toISOString(),
  publishedBy: row.published_by,
  contents: row.contents,
  customers: { offered, accepted, declined, drifted },
})

const followerOf = (row: store.FollowerRow): Follower => ({
  id: row.id,
  name: row.name,
  state: row.state,
  offeredAt: row.offered_at.toISOString(),
  version: row.version,
  acceptedAt: row.accepted_at?.toISOString() ?? null,
  without: row.without,
  drift: row.drift,
  checkedAt: row.checked_at?.toISOString() ?? null,
})

const objectOf = ({ id, name }: { id: string; name: string }) => ({ type: 'baseline', id, name })

export const listBaselines = async (ctx: TransactionContext) => ({
  items: (await store.findBaselines(ctx.db, workspaceOf(ctx))).map(baselineOf),
})

/** A baseline of the caller's workspace. @throws not-found */
export async function getBaseline(ctx: TransactionContext, { baselineId }: { baselineId: string }): Promise<Baseline> {
  const [row] = await store.findBaselines(ctx.db, workspaceOf(ctx), baselineId)
  if (!row) throw problem('not-found')
  return baselineOf(row)
}

export async function listChoices(ctx: TransactionContext) {
  await enterOnly(ctx, workspaceOf(ctx))
  const { policies } = await portablePolicies(ctx)
  const profile = (await listProfiles(ctx)).items.find(one => one.everybody && one.type === 'managed')
  return {
    keyPolicies: (await listTokenPolicies(ctx)).items.map(({ id, name }) => ({ id, name })),
    accessPolicies: policies.map(({ row: { id, name }, isPortable }) => ({ id, name, portable: isPortable })),
    authenticationProfile: profile?.name ?? null,
    cardPages: (await portablePages(ctx)).map(({ address, page, isPortable }) => ({
      id: address,
      name: page.name,
      portable: isPortable,
    })),
  }
}

/** The chosen settings of the partner's own workspace. @throws baseline-not-portable */
async function chosenSettings(ctx: TransactionContext, of: InputFor<'publish'>): Promise<BaselineDocument> {
  const single: BaselinePart[] = [
    ...(of.pinPolicy ? (['pinPolicy'] as const) : []),
    ...(of.authenticationProfile ? (['authenticationProfile'] as const) : []),
  ]
  const document = await readOwnSettings(ctx, single)
  if (of.keyPolicies.length > 0) {
    const ids = new Set(of.keyPolicies)
    const names = new Set((await listTokenPolicies(ctx)).items.filter(one => ids.has(one.id)).map(one => one.name))
    const { default: usual, policies } = (await readOwnSettings(ctx, ['keyPolicies'])).keyPolicies ?? {
      default: null,
      policies: [],
    }
    document.keyPolicies = {
      default: usual !== null && names.has(usual) ? usual : null,
      policies: policies.filter(({ name }) => names.has(name)),
    }
  }
  if (of.accessPolicies.length > 0) {
    const { policies, lists } = await portablePolicies(ctx, of.accessPolicies)
    const bound = policies.find(({ isPortable }) => !isPortable)
    if (bound)
      throw problem(
        'baseline-not-portable',
        deferText("“{name}” names users, groups, devices, or applications, which other workspaces don't have", {
          name: bound.row.name,
        }),
      )
    document.accessPolicies = { lists, policies: policies.map(({ content }) => content) }
  }
  if (of.cardPages.length > 0) document.cardPages = await chosenPages(ctx, of.cardPages)
  return document
}

async function chosenPages(ctx: TransactionContext, addresses: readonly string[]) {
  const chosen = (await portablePages(ctx)).filter(({ address }) => addresses.includes(address))
  const bound = chosen.find(({ isPortable }) => !isPortable)
  if (bound)
    throw problem(
      'baseline-not-portable',
      deferText("“{name}” verifies users with a provider or an address, which other workspaces don't have", {
        name: bound.page.name,
      }),
    )
  return chosen.map(({ page }) => page)
}

/** @throws not-found, baseline-name-taken, baseline-not-portable, baseline-too-large, too-many-baselines */
export async function publishBaseline(ctx: TransactionContext, input: InputFor<'publish'>): Promise<Baseline> {
  const partner = workspaceOf(ctx)
  const before =
    input.baselineId === undefined ? undefined : await store.lockBaseline(ctx.db, partner, input.baselineId)
  if (input.baselineId !== undefined && !before) throw problem('not-found')
  if (!before && (await store.countBaselines(ctx.db, partner)) >= mostBaselines) throw problem('too-many-baselines')
  const row = { id: before?.id ?? newId(), name: input.name, version: (before?.version ?? 0) + 1 }
  await enterOnly(ctx, partner)
  const document = await chosenSettings(ctx, input)
  const contents = contentsOf(document)
  if (contents.length === 0) throw problem('not-found')
  if (JSON.stringify(document).length > mostCharacters) throw problem('baseline-too-large')
  await store.putBaseline(ctx.db, { workspace_id: partner, description: input.description ?? '', ...row })
  await store.insertVersion(ctx.db, {
    workspace_id: partner,
    baseline_id: row.id,
    version: row.version,
    note: input.note ?? '',
    document,
    contents,
    published_at: ctx.clock.now(),
    published_by: shownAs(ctx).name.slice(0, 260),
  })
  await record(ctx, {
    action: 'baseline.published',
    object: objectOf(row),
    after: { version: row.version, contents: contents.map(({ part }) => part) },
  })
  return getBaseline(ctx, { baselineId: row.id })
}

/** @throws not-found */
export async function removeBaseline(ctx: TransactionContext, { baselineId }: { baselineId: string }) {
  const partner = workspaceOf(ctx)
  const row = await store.lockBaseline(ctx.db, partner, baselineId)
  if (!row) throw problem('not-found')
  await store.deleteBaseline(ctx.db, partner, row.id)
  await record(ctx, { action: 'baseline.deleted', object: objectOf(row), before: { version: row.version } })
  return doneReply
}

/** @throws not-found */
export async function listFollowers(
  ctx: TransactionContext,
  { baselineId, state, drifted, ...ask }: InputFor<'customers'>,
) {
  await getBaseline(ctx, { baselineId })
  return paginate<Follower>(ctx, ask, {
    ...store.followerList(workspaceOf(ctx), { baselineId, state, drifted }),
    item: followerOf,
  })
}

/** Offers a baseline, or asks customers that drifted to accept it again. @throws not-found */
export async function offerBaseline(ctx: TransactionContext, { baselineId, customers }: InputFor<'offer'>) {
  const partner = workspaceOf(ctx)
  const row = await store.lockBaseline(ctx.db, partner, baselineId)
  if (!row) throw problem('not-found')
  const offered = await store.putOffers(ctx.db, {
    partner,
    baseline: row.id,
    ...(customers && { customers }),
    now: ctx.clock.now(),
  })
  if (offered.length === 0) return { offered: 0 }
  for (const workspace of offered) await ctx.jobs.announce(ctx, mailOffer, { workspace, baseline: row.id })
  await record(ctx, { action: 'baseline.offered', object: objectOf(row), after: { customers: offered.length } })
  return { offered: offered.length }
}

/** @throws not-found */
export async function withdrawBaseline(ctx: TransactionContext, { baselineId, id }: InputFor<'withdraw'>) {
  const partner = workspaceOf(ctx)
  const row = await store.lockBaseline(ctx.db, partner, baselineId)
  const { name } = await customer(ctx, id)
  if (!row || !(await store.deleteOffer(ctx.db, partner, row.id, id))) throw problem('not-found')
  await record(ctx, { action: 'baseline.withdrawn', object: objectOf(row), after: { customer: name } })
  return doneReply
}

/** @throws not-found */
export async function listOfCustomer(ctx: TransactionContext, { id }: { id: string }) {
  await customer(ctx, id)
  const rows = await store.baselinesOfCustomer(ctx.db, workspaceOf(ctx), id)
  return { items: rows.map(row => ({ ...followerOf(row), baseline: row.baseline, latest: row.latest })) }
}
