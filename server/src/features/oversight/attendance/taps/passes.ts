import { later, minutes } from '#platform/clock.ts'
import { userOf, workspaceOf } from '#platform/db/transaction.ts'
import { idBytes, idOfBytes } from '#platform/ids.ts'
import type { TransactionContext } from '#platform/app-context.ts'

/** Tells a pass from what a reader types, which never has a dot after these letters. */
const mark = 'CVP.'
const validFor = minutes(2)

/** A QR pass of the signed-in user, short-lived so that a photo of it is worth nothing later. */
export function ownPass(ctx: TransactionContext) {
  const validUntil = later(ctx.clock.now(), validFor)
  const payload = Buffer.concat([idBytes(workspaceOf(ctx)), idBytes(userOf(ctx).id)])
  return {
    pass: mark + ctx.references.sign('attendance-pass', payload, validUntil),
    validUntil: validUntil.toISOString(),
  }
}

/** The user of a pass that was valid when it was read; undefined for other texts and for passes of other workspaces. */
export function personOfPass(ctx: TransactionContext, text: string, at: Date): string | undefined {
  if (!text.startsWith(mark)) return undefined
  const payload = ctx.references.read('attendance-pass', text.slice(mark.length), at)
  if (payload?.length !== 32 || idOfBytes(payload.subarray(0, 16)) !== workspaceOf(ctx)) return undefined
  return idOfBytes(payload.subarray(16))
}
