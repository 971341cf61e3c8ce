import type { TransactionContext } from '#platform/app-context.ts'
import { enterWorkspace } from '#platform/db/transaction.ts'
import { providerForDomain, startAddress } from '#features/connect/identity-providers/identity-providers.ts'
import { domainOf, workspaceOfMailbox } from '#features/tenancy/trust-domains/trust-domains.ts'
import { faceOf } from '#features/tenancy/workspaces/workspaces.ts'

/** Provider for an email's domain; reveals nothing about existing users. */
export async function providerOfAddress(ctx: TransactionContext, { email }: { email: string }) {
  const nowhere = { url: null, name: null }
  const workspace = await workspaceOfMailbox(ctx, email)
  if (workspace === undefined) return nowhere
  await enterWorkspace(ctx, workspace)
  const row = await providerForDomain(ctx, domainOf(email))
  const face = row && (await faceOf(ctx, workspace))
  if (!row || !face) return nowhere
  return {
    url: `${startAddress(face.slug, row.id)}&${new URLSearchParams({ login_hint: email }).toString()}`,
    name: row.name,
  }
}
