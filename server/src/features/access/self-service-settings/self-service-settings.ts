import { PageSettings } from '@claviger/contract/access/self-service-settings/page-settings'
import { keyKinds } from '@claviger/contract/keys/security-keys'
import * as z from 'zod/mini'
import type { SealedSubject } from '#platform/secrets/seal.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { type KeySettings, settingsByPolicy } from '#features/keys/token-policies/token-policies.ts'
import { everyCountry } from '#features/people/users/users.phones.ts'
import { phoneCountries } from '#features/tenancy/workspace-settings/workspace-settings.ts'
import { iconAddress } from '#features/tenancy/workspaces/workspaces.ts'
import { sealerOfWorkspace } from '#features/tenancy/workspaces/workspaces.key.ts'
import { addToCount, findPage, type FoundRow, type PageRow } from './self-service-settings.store.ts'

export type { FoundRow } from './self-service-settings.store.ts'

export type VisitStage = 'arrived' | 'tapped' | 'identified' | 'verified' | 'pin-set' | 'done'

/** A page with everything its visits need. */
export interface CardPage {
  /** Internal ID, never returned by the API. */
  readonly id: string
  readonly address: string
  readonly name: string
  readonly active: boolean
  readonly version: number
  readonly settings: PageSettings
  readonly workspace: {
    readonly id: string
    readonly name: string
    readonly icon: string | null
    /** 0 is disabled. */
    readonly status: number
    readonly timeZone: string
  }
  readonly automaticSecret: Buffer | null
}

/** The page at an address in any workspace; neither requires nor changes the workspace context. */
export async function pageAt(ctx: Pick<TransactionContext, 'db'>, address: string): Promise<CardPage | undefined> {
  const row = await findPage(ctx.db, address)
  return row && pageOfRow(row)
}

/** Stored settings with defaults for all missing ones. */
export const settingsOfRow = (row: Pick<PageRow, 'settings'>): PageSettings => z.parse(PageSettings, row.settings)

export const pageOfRow = (row: FoundRow): CardPage => ({
  id: row.id,
  address: row.address,
  name: row.name,
  active: row.active,
  version: row.version,
  settings: settingsOfRow(row),
  workspace: {
    id: row.workspace_id,
    name: row.workspace_name,
    icon: iconAddress(row.workspace_id, row.icon),
    status: row.workspace_status,
    timeZone: row.time_zone,
  },
  automaticSecret: row.automatic_secret,
})

/** Settings of a card enrolled on the page; requires the page's workspace context. */
export const keySettingsOf = (ctx: TransactionContext, page: Pick<CardPage, 'settings'>): Promise<KeySettings> =>
  settingsByPolicy(ctx, page.settings.tokenPolicyId, keyKinds.accessCard)

/** Secret that signs requests to the owner's own system, or undefined; requires the page's workspace context. */
export async function automaticSecretOf(
  ctx: TransactionContext,
  page: Pick<CardPage, 'id' | 'automaticSecret' | 'workspace'>,
): Promise<Buffer | undefined> {
  if (page.automaticSecret === null) return undefined
  return (await sealerOfWorkspace(ctx)).open(page.automaticSecret, secretAbout(page.id, page.workspace.id))
}

/** Associated data for encrypting a page's secret. */
export const secretAbout = (id: string, workspace: string): SealedSubject =>
  `self_service_pages:automatic_secret:${id} of ${workspace}`

/** Counts that a visit reached a stage, anonymously. `action` is null until one is chosen. */
export async function withCounts(
  ctx: TransactionContext,
  page: Pick<CardPage, 'id' | 'workspace'>,
  stage: VisitStage,
  action: 0 | 1 | null,
): Promise<void> {
  const { id, timeZone } = page.workspace
  await addToCount(ctx.db, [id, page.id, ctx.clock.now(), timeZone, stage, action ?? -1])
}

/**
 * Countries to which card page codes can be sent: the workspace's selection, or all countries if it selected none,
 * because an administrator explicitly configured this page to send codes.
 */
export async function textedCountries(ctx: TransactionContext): Promise<readonly string[]> {
  const chosen = await phoneCountries(ctx)
  return chosen.length > 0 ? chosen : everyCountry
}
