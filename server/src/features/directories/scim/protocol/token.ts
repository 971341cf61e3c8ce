import type { Entering } from '../../../../ground/db/transaction.ts'
import { readKeyText } from '../../../../ground/secrets/key-text.ts'
import { keyedHash } from '../../../../ground/secrets/seal.ts'
import type { World } from '../../../../ground/world.ts'

/** The type of the text of a token, beside those of API keys. */
export const scimText = 5

/** A token as it was sent, before the database has been asked. */
export interface Claim {
  workspace: string
  token: string
  hash: Buffer
}

/** What stands behind a token; one row of enter_scim. */
export interface Entered {
  token_id: string
  expires_at: Date | null
  last_used_at: Date | null
  connection_id: string
  name: string
  active: boolean
  version: number
  state: string
  addresses: string[] | null
  workspace_status: number
}

/** What is kept of the secret of a token. */
export const hashOfToken = (world: Pick<World, 'hashKey'>, secret: Uint8Array): Buffer =>
  keyedHash(world.hashKey, 'scim-token', secret)

/** The token in a header: behind “Bearer”, or alone, as Okta sends it; undefined for none that can be right. */
export function claimIn(world: Pick<World, 'hashKey'>, header: string | undefined): Claim | undefined {
  const text = header?.trim().replace(/^bearer\s+/i, '') ?? ''
  if (text.length > 200) return undefined
  const read = readKeyText(text)
  if (!read || read.type !== scimText) return undefined
  return { workspace: read.workspace, token: read.id, hash: hashOfToken(world, read.secret) }
}

/** The statement that asks what stands behind a token, and sets the workspace until it is committed. */
export const enterScim = (claim: Claim): Entering => ({
  name: 'enter-scim',
  text: 'select * from enter_scim($1, $2, $3)',
  values: [claim.workspace, claim.token, claim.hash],
})
