import { isIP } from 'node:net'
import { problem } from '../../../ground/problem.ts'
import type { Ctx } from '../../../ground/world.ts'
import { isPrivate } from '../../../outside/target.ts'

/** Refuses an address that the operator does not allow. Throws invalid-input. */
export function checkAddress(ctx: Ctx, address: string): void {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '')
  if (ctx.config.privateTargets || !(host === 'localhost' || (isIP(host) !== 0 && isPrivate(host)))) return
  const message = 'This address is private. Whoever runs this installation can allow such with PRIVATE_TARGETS'
  throw problem('invalid-input', message, [{ field: 'address', message }])
}
