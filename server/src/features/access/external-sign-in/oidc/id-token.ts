import { workspaceOf } from '#platform/db/transaction.ts'
import type { SealedSubject } from '#platform/secrets/seal.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { isOidc, type ProviderRow } from '#features/connect/identity-providers/identity-providers.ts'
import { sealerOfWorkspace } from '#features/tenancy/workspaces/workspaces.key.ts'
import type { ExternalSignInRow } from '../external-sign-in.store.ts'

// Sent as a query parameter, and longer addresses don't work everywhere
const longest = 4096

const aboutSignIn = (id: string, workspace: string): SealedSubject => `external_sign_ins:id_token:${id} of ${workspace}`
const aboutSession = (id: string, workspace: string): SealedSubject =>
  `external_sessions:id_token:${id} of ${workspace}`

/** Encrypts the ID token needed for logout; null if logout is disabled or the token is too long. */
export async function sealIdToken(
  ctx: TransactionContext,
  row: ProviderRow,
  { id, visit }: Pick<ExternalSignInRow, 'id' | 'visit'>,
  idToken: string | undefined,
): Promise<Buffer | null> {
  const wanted = isOidc(row) && row.settings.signOutThere && visit === null
  if (!wanted || idToken === undefined || idToken.length > longest) return null
  return (await sealerOfWorkspace(ctx)).seal(idToken, aboutSignIn(id, workspaceOf(ctx)))
}

export async function sealedForSession(
  ctx: TransactionContext,
  { id, id_token: sealed }: ExternalSignInRow,
  session: string,
) {
  if (sealed === null) return null
  const sealer = await sealerOfWorkspace(ctx)
  const workspace = workspaceOf(ctx)
  return sealer.seal(sealer.open(sealed, aboutSignIn(id, workspace)), aboutSession(session, workspace))
}

export const idTokenOf = async (ctx: TransactionContext, session: string, sealed: Buffer): Promise<string> =>
  (await sealerOfWorkspace(ctx)).open(sealed, aboutSession(session, workspaceOf(ctx))).toString()
