import { workspaceStatus } from '@claviger/contract/tenancy/workspaces'
import { workspaceStatusOf } from './entrance.store.ts'
import { problem } from '../problem.ts'
import type { TransactionContext } from '../app-context.ts'

/**
 * Everything that enters a workspace: a request from outside, or work that starts by itself. What the product does for
 * each workspace that it stores enters none: mail, log, keys, and deletion (`laws/entrance.test.ts` lists it).
 */
export const entrances = [
  // A signed-in user at pages and API, and a program with an API key
  'user',
  'api-key',
  // A super administrator whom an owner allowed to read
  'support',
  // All ways to a session, and the emailed links to one
  'sign-in',
  // The emailed link that activates a security key
  'key-link',
  // The emailed link by which a user confirms or stops a change
  'answer-link',
  'card-page',
  // Programs that read cards, the browser extension behind them, and agents on devices
  'reader',
  'agent',
  // Kiosks of attendance sessions, and sessions that a series creates
  'attendance',
  // A tool that an administrator lets act for a user
  'tool',
  'scim',
  'oidc',
  'saml',
  'saml-published',
  'forward-auth',
  'second-factor',
  // Work that starts by itself and acts on users
  'directory-run',
  'workflow',
  'provisioning',
  // Long work that an administrator began
  'long-work',
] as const
export type Entrance = (typeof entrances)[number]

/** `owners`: only owners, who can put a disabled workspace right (decision 24). */
export type EntranceVerdict = 'allowed' | 'owners' | 'refused'

const always = Object.fromEntries(entrances.map(entrance => [entrance, 'allowed'])) as Record<Entrance, EntranceVerdict>

/** What each status means for each entrance. */
export const verdicts: Readonly<Record<number, Readonly<Record<Entrance, EntranceVerdict>>>> = {
  [workspaceStatus.active]: always,
  // A warning is for people to read; nothing stops by it
  [workspaceStatus.warning]: always,
  [workspaceStatus.disabled]: {
    user: 'owners',
    'api-key': 'refused',
    support: 'refused',
    'sign-in': 'owners',
    'key-link': 'refused',
    // A stranger's change can still be stopped
    'answer-link': 'allowed',
    'card-page': 'refused',
    reader: 'refused',
    agent: 'refused',
    attendance: 'refused',
    tool: 'refused',
    scim: 'refused',
    oidc: 'refused',
    saml: 'refused',
    // Metadata, and sign-out of what was opened before
    'saml-published': 'allowed',
    'forward-auth': 'refused',
    'second-factor': 'refused',
    'directory-run': 'refused',
    workflow: 'refused',
    provisioning: 'refused',
    // Only owners can begin it there, and what began before can still be undone
    'long-work': 'allowed',
  },
}

/** Does the status of a workspace open an entrance? A status that this version does not know closes all of them. */
export function mayEnter(entrance: Entrance, status: number | undefined, { owner = false } = {}): boolean {
  const verdict = status === undefined ? 'refused' : (verdicts[status]?.[entrance] ?? 'refused')
  return verdict === 'allowed' || (verdict === 'owners' && owner)
}

/** Refuses an entrance that the status of a workspace closes. Throws workspace-disabled. */
export function mustEnter(entrance: Entrance, status: number | undefined, who?: { owner?: boolean }): void {
  if (!mayEnter(entrance, status, who)) throw problem('workspace-disabled')
}

/** Does the workspace of the transaction let in by an entrance now? */
export const isOpenTo = async (ctx: Pick<TransactionContext, 'db'>, entrance: Entrance): Promise<boolean> =>
  mayEnter(entrance, await workspaceStatusOf(ctx.db))

/** Refuses an entrance that is closed now. Throws workspace-disabled. */
export async function mustBeOpenTo(ctx: Pick<TransactionContext, 'db'>, entrance: Entrance): Promise<void> {
  if (!(await isOpenTo(ctx, entrance))) throw problem('workspace-disabled')
}

/** The condition of a statement that lets in only where an entrance is open, by the column of the status. */
export function openTo(entrance: Entrance, column: string): string {
  const open = Object.entries(verdicts).filter(([, row]) => row[entrance] === 'allowed')
  return `${column} in (${open.map(([status]) => status).join(', ')})`
}
