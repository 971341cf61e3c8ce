import { samlKeyStates } from './key-states.ts'
import { createPrivateKey, type KeyObject } from 'node:crypto'
import { days, later } from '#platform/clock.ts'
import { type AuthContext, transact, workspaceOf } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import type { SealedSubject } from '#platform/secrets/seal.ts'
import type { TransactionContext, AppContext } from '#platform/app-context.ts'
import { sealerOfWorkspace } from '#features/tenancy/workspaces/workspaces.key.ts'
import { ownWorkspaceRow } from '#features/tenancy/workspaces/workspaces.ts'
import { makeCertificate } from '#platform/secrets/certificate.ts'
import { insertSamlKey, type SamlKeyRow, keysFor, keysOf } from './saml.store.ts'
import type { SamlSigner } from '../saml-documents/saml-documents.sign.ts'

const lasts = days(3 * 365)
const about = (id: string, workspace: string): SealedSubject => `saml_keys:sealed:${id} of ${workspace}`

const opened = new Map<string, KeyObject>()
const mostOpened = 2000

async function privateKeyOf(ctx: TransactionContext, row: SamlKeyRow): Promise<KeyObject> {
  const known = opened.get(row.id)
  if (known) return known
  const sealer = await sealerOfWorkspace(ctx)
  const key = createPrivateKey({
    key: sealer.open(row.sealed, about(row.id, row.workspace_id)),
    type: 'pkcs8',
    format: 'der',
  })
  if (opened.size >= mostOpened) opened.clear()
  opened.set(row.id, key)
  return key
}

export async function signerOf(ctx: TransactionContext, row: SamlKeyRow): Promise<SamlSigner> {
  return { key: await privateKeyOf(ctx, row), certificate: certificateText(row) }
}

const signers = new Map<string, SamlSigner>()

export async function signerById(ctx: TransactionContext, id: string): Promise<SamlSigner> {
  const known = signers.get(id)
  if (known) return known
  const row = (await keysOf(ctx.db)).find(one => one.id === id)
  if (!row) throw new Error('the key of the workspace was exchanged')
  const signer = await signerOf(ctx, row)
  if (signers.size >= mostOpened) signers.clear()
  signers.set(id, signer)
  return signer
}

export async function signerFor(ctx: TransactionContext, application: string): Promise<SamlSigner | undefined> {
  const rows = await keysFor(ctx.db, application)
  const row = rows.find(one => one.new_key && one.state === samlKeyStates.announced) ?? rows[0]
  return row && signerOf(ctx, row)
}

export const certificateText = (row: Pick<SamlKeyRow, 'certificate'>): string => row.certificate.toString('base64')

const having = new Set<string>()
const mostHaving = 20_000

/** Creates a workspace's first key if missing. Key generation is slow, so no transaction is open meanwhile. */
export async function ensureKey(world: AppContext, from: AuthContext): Promise<void> {
  const workspace = workspaceOf({ workspace: from.workspace })
  if (having.has(workspace)) return
  const name = await transact(world, from, async ctx =>
    (await keysOf(ctx.db)).length > 0 ? undefined : (await ownWorkspaceRow(ctx)).name,
  )
  if (name !== undefined) {
    const made = await newKey(world, name)
    await transact(world, from, ctx => keepKey(ctx, made, 1))
  }
  if (having.size >= mostHaving) having.clear()
  having.add(workspace)
}

export async function newKey(world: Pick<AppContext, 'clock'>, name: string) {
  const now = world.clock.now()
  const until = later(now, lasts)
  return { ...(await makeCertificate(`${name} sign-in`, later(now, -days(1)), until)), until }
}

export async function keepKey(
  ctx: TransactionContext,
  made: Awaited<ReturnType<typeof newKey>>,
  state: 1 | 2,
): Promise<boolean> {
  const [workspace, id] = [workspaceOf(ctx), newId()]
  const sealer = await sealerOfWorkspace(ctx)
  return insertSamlKey(ctx.db, {
    workspace_id: workspace,
    id,
    state,
    certificate: made.certificate,
    sealed: sealer.seal(made.privateKey, about(id, workspace)),
    created_at: ctx.clock.now(),
    ends_at: made.until,
  })
}
