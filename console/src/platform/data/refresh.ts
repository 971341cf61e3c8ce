import { forgetAll, held, keepTokens } from './tokens.ts'
import { wiring } from './interface-wiring.ts'

let running = false

const pause = (milliseconds: number) => new Promise<void>(go => setTimeout(go, milliseconds))

/**
 * Resolves whether there is a newer access token than the refused one. The first caller starts the only refresh; the
 * others poll every 100 ms until it ends (R44–R46).
 */
export async function renewed(refused: string | null): Promise<boolean> {
  if (running) {
    while (running) await pause(100)
    return held('access') !== null && held('access') !== refused
  }
  const now = held('access')
  if (now !== null && now !== refused) return true
  const refreshToken = held('refresh')
  if (refreshToken === null) {
    forgetAll()
    return false
  }
  running = true
  try {
    const fresh = await wiring().refresh(refreshToken)
    if (fresh === null) forgetAll()
    else keepTokens(fresh)
    return fresh !== null
  } finally {
    running = false
  }
}
