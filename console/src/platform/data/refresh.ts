import { forgetAll, storedToken, keepTokens } from './tokens.ts'
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
    return storedToken('access') !== null && storedToken('access') !== refused
  }
  const now = storedToken('access')
  if (now !== null && now !== refused) return true
  const refreshToken = storedToken('refresh')
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
