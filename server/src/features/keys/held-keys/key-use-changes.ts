import { workspaceOf } from '#platform/db/transaction.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { sendTogether } from '#platform/db/pipeline.ts'
import type { Sealer } from '#platform/secrets/seal.ts'
import type { Credential, UserEntity } from '../authenticator/authenticator.card.ts'
import type { AuthenticatorChange } from '../authenticator/authenticator.changes.ts'
import { FULL } from '../authenticator/authenticator.tries.ts'
import { type Decision, noteReports } from '#features/decide/decisions/decisions.ts'
import { setHeldPin, triesSince } from '../security-keys/security-keys.pins.ts'
import { keyUsed } from '../security-keys/security-keys.ts'
import { confirmKeyStored } from '../vault/vault.ts'
import * as store from './held-keys.store.ts'
import type { CredentialRow } from './held-keys.store.ts'
import { logUse, ownerOf } from './lines.ts'
import { type CreatedKeys, newSeeds } from './key-secrets.ts'
import type { CardContext } from './card-context.ts'

export interface KeyUseResult {
  readonly made: CreatedKeys
  /** Whether the counters are already stored durably; otherwise they are stored with the use. */
  readonly drawn: boolean
  readonly decision?: Decision | undefined
}

// PostgreSQL text can't hold NUL
const storable = (text: string | undefined) => text?.replaceAll('\0', '') ?? null

const namesOf = (user: UserEntity) => ({
  user_name: storable(user.name),
  user_display_name: storable(user.displayName),
})

export async function storeChanges(
  ctx: TransactionContext,
  context: CardContext,
  changes: readonly AuthenticatorChange[],
  done: KeyUseResult,
): Promise<void> {
  for (const change of changes) await storeChange(ctx, context, change, done)
}

/** `by` is the administrator who created the passkey for the card's owner. */
export async function storeCredential(
  ctx: TransactionContext,
  { key, sealer, by }: { key: string; sealer: Sealer; by?: string },
  credential: Credential,
  made: CreatedKeys,
): Promise<void> {
  const kept = made.get(credential.key)
  if (!kept) throw new Error('a passkey without a private key')
  await confirmKeyStored(ctx, kept)
  await store.insertCredential(ctx.db, {
    workspace_id: workspaceOf(ctx),
    id: credential.key,
    security_key_id: key,
    credential_id: Buffer.from(credential.id),
    rp_id: credential.party.id,
    rp_name: storable(credential.party.name),
    user_handle: Buffer.from(credential.user.id),
    ...namesOf(credential.user),
    public_key: Buffer.from(kept.publicKey),
    vault: kept.vault,
    vault_key: Buffer.from(kept.kept),
    hmac_seeds: credential.hmacSecret ? newSeeds(sealer, kept) : null,
    discoverable: credential.discoverable,
    protection: credential.protection,
    blob: credential.blob ? Buffer.from(credential.blob) : null,
    made_at: new Date(credential.madeAt),
    made_by_name: by?.slice(0, 260) ?? null,
  })
}

async function storeChange(
  ctx: TransactionContext,
  context: CardContext,
  change: AuthenticatorChange,
  { made, drawn, decision }: KeyUseResult,
): Promise<void> {
  const { key } = context
  const now = ctx.clock.now()
  switch (change.kind) {
    case 'credential added': {
      const { credential } = change
      await storeCredential(ctx, { key: key.id, sealer: context.sealer }, credential, made)
      await logUse(ctx, key, 'security-key.registered', {
        site: credential.party.id,
        account: credential.user.name,
        decision,
      })
      if (decision) await noteReports(ctx, decision)
      return keyUsed(ctx, key)
    }
    case 'credential removed': {
      const row = rowOf(context, change.id)
      await store.deleteCredential(ctx.db, row.id)
      const gone = { site: row.rp_id, account: row.user_name }
      return logUse(ctx, key, 'security-key.passkey-deleted', { gone })
    }
    case 'user updated':
      return store.renameUser(ctx.db, rowOf(context, change.id).id, namesOf(change.user))
    case 'credential used': {
      const row = rowOf(context, change.id)
      await sendTogether(
        drawn ? store.noteUse(ctx.db, row.id, now) : store.raiseCounter(ctx.db, row.id, change.counter, now),
        // A silent request is no use, because no user was present
        change.present &&
          logUse(ctx, key, 'security-key.signed-in', {
            site: row.rp_id,
            account: row.user_name,
            opened: context.shared?.name,
            decision,
          }),
        change.present && decision && noteReports(ctx, decision),
        keyUsed(ctx, key),
      )
      return
    }
    case 'PIN set':
      return setHeldPin(ctx, key, change.pinHash, ownerOf(key))
    case 'tries restored':
      return store.saveTries(ctx.db, key.id, { tries_left: FULL.left, not_before: null, tries_of: triesSince(key) })
  }
}

function rowOf({ credentials }: CardContext, id: Uint8Array): CredentialRow {
  const found = credentials.find(row => row.credential_id.equals(id))
  if (!found) throw new Error('a change to a passkey that the card does not hold')
  return found
}
