import type { Ctx } from '../../../ground/world.ts'
import { everyCountry } from '../../people/users/users.phones.ts'
import { phoneCountries } from '../../tenancy/workspace-settings/workspace-settings.ts'

/**
 * To which countries codes of card pages go: those that the workspace chose for all its codes, and every one where it chose
 * none, for a page that asks for codes was made by somebody who wants them.
 */
export async function textedCountries(ctx: Ctx): Promise<readonly string[]> {
  const chosen = await phoneCountries(ctx)
  return chosen.length > 0 ? chosen : everyCountry
}
