import { msg } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { isClosed } from '#integrations/private-addresses.ts'

/** Refuses an address that the operator does not allow. @throws invalid-input */
export function checkAddress(ctx: TransactionContext, address: string): void {
  if (!isClosed(ctx.config, new URL(address).hostname)) return
  const message = msg('The operator of this installation does not allow calls to this address (PRIVATE_NETWORKS)')
  throw problem('invalid-input', message, [{ field: 'address', message }])
}
