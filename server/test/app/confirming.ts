import { idOfBytes } from '../../src/platform/ids.ts'
import type { AppContext } from '../../src/platform/app-context.ts'
import { type Caller, CallRefused } from './caller.ts'

/**
 * Answers `verify-first` as the console does: the user confirms, and the call goes out again. `tell` does it where a
 * passkey opened the session and only time has passed; `ask` returns the refusal.
 */
export function confirming(world: AppContext, authorization: string | undefined, caller: Caller): Caller {
  return {
    ...caller,
    async tell(endpoint, input) {
      try {
        return await caller.tell(endpoint, input)
      } catch (error) {
        if (!(error instanceof CallRefused) || error.code !== 'verify-first') throw error
        if (!(await confirm(world, authorization))) throw error
        return caller.tell(endpoint, input)
      }
    },
  }
}

async function confirm(world: AppContext, authorization = ''): Promise<boolean> {
  const now = world.clock.now()
  const payload = world.references.read('access', authorization, now)
  if (!payload) return false
  const { rowCount } = await world.superPool.query(
    'update sessions set verified_at = $3 where workspace_id = $1 and id = $2 and verified_at is not null',
    [idOfBytes(payload.subarray(16)), idOfBytes(payload.subarray(0, 16)), now],
  )
  return rowCount === 1
}
