import { account } from '@claviger/contract/access/account'
import type { Language } from '@claviger/contract/platform/languages'
import { call } from '../platform/data/call.ts'
import { queries } from '../platform/data/query.ts'
import { choose } from '../platform/text/language.ts'

/** Switches the language in this browser and, with an account of one's own, for future sign-ins anywhere. */
export async function changeLanguage(wanted: Language, { shared }: { shared: boolean }): Promise<void> {
  // The choice applies in this browser even if saving it to the account fails
  if (!shared) await call(account.updatePart, { url: 'language', language: wanted }).catch(() => undefined)
  await queries.invalidateQueries({ queryKey: ['account'] })
  await choose(wanted)
  // The server localized the cached data in the previous language
  await queries.invalidateQueries()
}
