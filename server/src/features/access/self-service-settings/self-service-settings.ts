import { PageSettings } from '@claviger/contract/access/self-service-settings/settings'
import { keyKinds } from '@claviger/contract/keys/security-keys'
import * as z from 'zod/mini'
import type { About } from '../../../ground/secrets/seal.ts'
import type { Ctx } from '../../../ground/world.ts'
import { type KeySettings, settingsByPolicy } from '../../keys/token-policies/token-policies.ts'
import { everyCountry } from '../../people/users/users.phones.ts'
import { phoneCountries } from '../../tenancy/workspace-settings/workspace-settings.ts'
import { iconAddress } from '../../tenancy/workspaces/workspaces.ts'
import { sealerOfWorkspace } from '../../tenancy/workspaces/workspaces.key.ts'
import { addToCount, findPage, type FoundRow, type PageRow } from './self-service-settings.store.ts'

export type { FoundRow } from './self-service-settings.store.ts'

/** How far people come on a page; whoever gives up between two is the difference. */
export type Stage = 'arrived' | 'tapped' | 'identified' | 'verified' | 'pin-set' | 'done'

/** A page as the server of the page needs it. */
export interface Page {
  /** The id that never leaves the server. */
  readonly id: string
  /** The last part of the page's address: the configuration's id on the wire. */
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

/** The page at an address, of whichever workspace; the transaction need not be in one, and is not moved into it. */
export async function pageAt(ctx: Pick<Ctx, 'db'>, address: string): Promise<Page | undefined> {
  const row = await findPage(ctx.db, address)
  return row && pageOfRow(row)
}

/** What was chosen for a page, with the defaults of all that it does not hold yet. */
export const settingsOfRow = (row: Pick<PageRow, 'settings'>): PageSettings => z.parse(PageSettings, row.settings)

/** A page as its row has it, with its workspace. */
export const pageOfRow = (row: FoundRow): Page => ({
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

/** What a card enrolled on the page is given; the transaction must be in the page's workspace. */
export const keySettingsOf = (ctx: Ctx, page: Pick<Page, 'settings'>): Promise<KeySettings> =>
  settingsByPolicy(ctx, page.settings.tokenPolicyId, keyKinds.accessCard)

/** What signs the questions to the owner's own system, or undefined; the transaction must be in the page's workspace. */
export async function automaticSecretOf(
  ctx: Ctx,
  page: Pick<Page, 'id' | 'automaticSecret' | 'workspace'>,
): Promise<Buffer | undefined> {
  if (page.automaticSecret === null) return undefined
  return (await sealerOfWorkspace(ctx)).open(page.automaticSecret, secretAbout(page.id, page.workspace.id))
}

/** What is said about a page's secret when it is sealed. */
export const secretAbout = (id: string, workspace: string): About =>
  `self_service_pages:automatic_secret:${id} of ${workspace}`

/** Counts that somebody came so far, without saying who. `action` is null until one is chosen. */
export async function counted(
  ctx: Ctx,
  page: Pick<Page, 'id' | 'workspace'>,
  stage: Stage,
  action: 0 | 1 | null,
): Promise<void> {
  const { id, timeZone } = page.workspace
  await addToCount(ctx.db, [id, page.id, ctx.clock.now(), timeZone, stage, action ?? -1])
}

/**
 * To which countries codes of card pages go: those that the workspace chose for all its codes, and every one where it chose
 * none, for a page that asks for codes was made by somebody who wants them.
 */
export async function textedCountries(ctx: Ctx): Promise<readonly string[]> {
  const chosen = await phoneCountries(ctx)
  return chosen.length > 0 ? chosen : everyCountry
}
