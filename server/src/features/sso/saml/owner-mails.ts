import type { TransactionContext } from '#platform/app-context.ts'
import { mail } from '#integrations/mail.ts'
import { ownersOf } from '#features/tenancy/administrators/administrators.ts'

export async function mailOwners(
  ctx: TransactionContext,
  write: (say: Parameters<Parameters<typeof mail>[2]>[0], name: string) => ReturnType<Parameters<typeof mail>[2]>,
): Promise<void> {
  for (const { name, email } of await ownersOf(ctx)) if (email !== null) await mail(ctx, email, say => write(say, name))
}
