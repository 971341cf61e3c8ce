import { account } from '@claviger/contract/access/account'
import type { Language } from '@claviger/contract/ground/languages'
import { call } from '../ground/data/call.ts'
import { queries } from '../ground/data/query.ts'
import { choose } from '../ground/text/language.ts'

/** Speaks a language from now on: in this browser and, with an account of one's own, wherever one signs in next. */
export async function speakFromNowOn(wanted: Language, { shared }: { shared: boolean }): Promise<void> {
  // The choice holds here even when the account cannot keep it
  if (!shared) await call(account.updatePart, { url: 'language', language: wanted }).catch(() => undefined)
  await queries.invalidateQueries({ queryKey: ['account'] })
  await choose(wanted)
  // What the server wrote came in the language before
  await queries.invalidateQueries()
}
