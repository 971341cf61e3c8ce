import type { TransactionContext } from '#platform/app-context.ts'
import { forgetInRows } from './rows.forget.store.ts'

/** Takes secrets out of what rows of long work keep of their subjects: files on their way in, and what an undo would write. */
export async function forgetSecrets(
  ctx: TransactionContext,
  secrets: readonly { subject: string; value: string }[],
): Promise<void> {
  if (secrets.length > 0) await forgetInRows(ctx.db, secrets)
}
